use crate::real::Real;

/// Which tokens can be sampled.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    pub(crate) top_k: usize,
    pub(crate) top_p: f64,
}

impl Cut {
    fn all(self, vocabulary: usize) -> bool {
        (self.top_k == 0 || self.top_k >= vocabulary) && self.top_p >= 1.0
    }
}

/// The first of the most likely tokens.
pub(crate) fn most_likely<T: Real>(logprobs: &[T]) -> usize {
    let mut found = 0;
    for (at, l) in logprobs.iter().enumerate() {
        if *l > logprobs[found] {
            found = at;
        }
    }
    found
}

/// What choosing works in.
#[derive(Default)]
pub(crate) struct Room {
    shares: Vec<f64>,
    order: Vec<usize>,
}

/// A token, by a number in [0, 1): the tokens that are not cut away share it out in the order of their ids.
pub(crate) fn choose<T: Real>(logprobs: &[T], cut: Cut, uniform: f64, room: &mut Room) -> usize {
    let Room { shares, order } = room;
    shares.clear();
    shares.extend(logprobs.iter().map(|l| l.exp().to_f64()));
    if cut.all(logprobs.len()) {
        return drawn(shares.iter().copied().enumerate(), uniform);
    }
    order.clear();
    order.extend(0..logprobs.len());
    order.sort_unstable_by(|&a, &b| {
        logprobs[b].to_f64().total_cmp(&logprobs[a].to_f64()).then(a.cmp(&b))
    });
    if cut.top_k > 0 {
        order.truncate(cut.top_k);
    }
    let mut together = 0.0;
    let enough = order.iter().position(|&at| {
        together += shares[at];
        together >= cut.top_p
    });
    if let Some(last) = enough {
        order.truncate(last + 1);
    }
    order.sort_unstable();
    drawn(order.iter().map(|&at| (at, shares[at])), uniform)
}

/// One of those that have a share.
fn drawn(shares: impl Iterator<Item = (usize, f64)> + Clone, uniform: f64) -> usize {
    let total: f64 = shares.clone().map(|(_, share)| share).sum();
    let target = uniform * total;
    let (mut sum, mut chosen) = (0.0, 0);
    for (at, share) in shares {
        if share > 0.0 {
            chosen = at;
            sum += share;
            if sum > target {
                break;
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn logprobs() -> Vec<f64> {
        [0.1, 0.4, 0.2, 0.3].map(f64::ln).to_vec()
    }

    fn chosen(top_k: usize, top_p: f64, uniform: f64) -> usize {
        choose(&logprobs(), Cut { top_k, top_p }, uniform, &mut Room::default())
    }

    #[test]
    #[wasm_bindgen_test]
    fn shares_lie_in_the_order_of_ids() {
        let at = |uniform| chosen(0, 1.0, uniform);
        assert_eq!(
            [0.0, 0.09, 0.11, 0.49, 0.51, 0.69, 0.71, 0.999].map(at),
            [0, 0, 1, 1, 2, 2, 3, 3]
        );
    }

    #[test]
    #[wasm_bindgen_test]
    fn cuts_keep_the_likeliest() {
        assert_eq!([0.0, 0.5, 0.999].map(|u| chosen(1, 1.0, u)), [1, 1, 1]);
        // 1 and 3, with 4 and 3 sevenths.
        assert_eq!([0.0, 0.56, 0.58, 0.999].map(|u| chosen(2, 1.0, u)), [1, 1, 3, 3]);
        assert_eq!([0.0, 0.56, 0.58, 0.999].map(|u| chosen(0, 0.6, u)), [1, 1, 3, 3]);
        assert_eq!([0.0, 0.999].map(|u| chosen(0, 1e-9, u)), [1, 1]);
    }
}
