use crate::arena::look;
use crate::scales::*;
use crate::tokens::*;
use crate::*;
use wasm_bindgen_test::wasm_bindgen_test;

const VALUES: [f64; 5] = [1.0, 3.0, 5.0, 2.0, 4.0];
const OFFSETS: [u32; 4] = [0, 2, 3, 5];

/// Room for the values, a gap, and as much again; then the values and offsets at these places.
fn fill(values_at: usize, offsets_at: usize) {
    release();
    assert_eq!(reserve(40, 12), 0);
    look(|arena| {
        arena.values.fill(-1.0);
        arena.values[values_at..values_at + 5].copy_from_slice(&VALUES);
        arena.offsets[offsets_at..offsets_at + 4].copy_from_slice(&OFFSETS);
    });
}

fn read(at: usize, length: usize) -> Vec<f64> {
    look(|arena| arena.values[at..at + length].to_vec())
}

#[wasm_bindgen_test(unsupported = test)]
fn an_arena_grows_and_never_shrinks_by_itself() {
    release();
    assert_eq!((values_capacity(), offsets_capacity()), (0, 0));
    assert_eq!(reserve(100, 10), 0);
    assert_eq!((values_capacity(), offsets_capacity()), (100, 10));
    look(|arena| arena.values[99] = 7.0);
    let pointers = (values_pointer(), offsets_pointer());
    assert_eq!(reserve(50, 10), 0);
    assert_eq!((values_pointer(), offsets_pointer()), pointers);
    assert_eq!(read(99, 1), [7.0]);
    assert_eq!(reserve(50, 11), 0);
    assert_eq!((values_capacity(), offsets_capacity()), (100, 11));
    assert_eq!(values_pointer(), pointers.0);
}

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen_test]
fn an_arena_larger_than_the_memory_is_refused() {
    release();
    assert_eq!(reserve(u32::MAX, 0), 5);
    assert_eq!(reserve(u32::MAX / 8, u32::MAX / 4), 5);
    assert_eq!(reserve(10, 10), 0);
}

#[wasm_bindgen_test(unsupported = test)]
fn summaries_are_written_apart_from_the_values() {
    fill(3, 1);
    assert_eq!(summarize(3, 5, 0.0, 2.5, 20), 0);
    assert_eq!(read(20, 7), [5.0, 15.0, 3.0, 2f64.sqrt(), 1.0, 5.0, 2.0]);
    assert_eq!(segment_summaries(3, 5, 1, 3, 0.0, 8), 0);
    let expected = [2.0, 5.0, 3.0, 1.0, 0.0, 1.0, 1.0, 5.0, 2.0, 3.0, 5.0, 4.0];
    assert_eq!(read(8, 12), expected);
    assert_eq!(read(3, 5), VALUES);
}

#[wasm_bindgen_test(unsupported = test)]
fn elementwise_results_go_in_place_or_apart() {
    type Call = fn(u32) -> u32;
    let calls: [(Call, [f64; 5]); 4] = [
        (|out| center(3, 5, 1, 3, out, 0, 0), [-1.0, 1.0, 5.0, -1.0, 1.0]),
        (|out| center(3, 5, 1, 3, out, 1, 0), [-2.0, 0.0, 2.0, -1.0, 1.0]),
        (|out| standardize(3, 5, 1, 3, out, 0, 0, 0, 0.0, 1.0, 0, 0), [-0.5, 0.5, 2.5, -0.5, 0.5]),
        (|out| leave_one_out(3, 5, 1, 3, out, 1), [-2.0, 2.0, 0.0, -2.0, 2.0]),
    ];
    for (call, expected) in calls {
        for out in [3, 8, 35] {
            fill(3, 1);
            assert_eq!(call(out), 0);
            assert_eq!(read(out as usize, 5), expected);
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn every_option_has_its_code() {
    fill(0, 0);
    let run = |baseline, scale, scale_of, place, singleton| {
        standardize(0, 5, 0, 3, 20, baseline, scale, scale_of, 0.0, 1.0, place, singleton)
    };
    assert_eq!(run(2, 1, 1, 1, 2), 0);
    assert_eq!(run(3, 0, 0, 0, 0), 4);
    assert_eq!(run(0, 2, 0, 0, 0), 4);
    assert_eq!(run(0, 0, 2, 0, 0), 4);
    assert_eq!(run(0, 0, 0, 2, 0), 4);
    assert_eq!(run(0, 0, 0, 0, 3), 4);
    assert_eq!(center(0, 5, 0, 3, 20, 2, 0), 4);
    assert_eq!(center(0, 5, 0, 3, 20, 0, 3), 4);
    assert_eq!(leave_one_out(0, 5, 0, 3, 20, u32::MAX), 4);
}

#[wasm_bindgen_test(unsupported = test)]
fn what_does_not_fit_is_refused_and_nothing_is_written() {
    fill(0, 0);
    let before = read(0, 40);
    let run =
        |values, count, offsets, groups, out| leave_one_out(values, count, offsets, groups, out, 0);
    // Offsets
    assert_eq!(run(0, 4, 0, 3, 0), 1);
    assert_eq!(run(0, 5, 0, 2, 0), 1);
    assert_eq!(run(0, 5, 1, 2, 0), 1);
    // Ranges
    assert_eq!(run(36, 5, 0, 3, 36), 2);
    assert_eq!(run(0, 5, 0, 3, 36), 2);
    assert_eq!(run(u32::MAX, 5, 0, 3, u32::MAX), 2);
    assert_eq!(run(0, 5, 9, 3, 0), 2);
    assert_eq!(run(0, 5, u32::MAX, 3, 0), 2);
    assert_eq!(run(0, 5, 0, u32::MAX, 0), 2);
    assert_eq!(summarize(0, 41, 0.0, 0.0, 0), 2);
    assert_eq!(summarize(0, 5, 0.0, 0.0, 34), 2);
    assert_eq!(segment_summaries(0, 5, 0, 3, 0.0, 29), 2);
    // Overlaps
    assert_eq!(run(0, 5, 0, 3, 1), 3);
    assert_eq!(run(4, 5, 0, 3, 0), 3);
    assert_eq!(summarize(0, 5, 0.0, 0.0, 4), 3);
    assert_eq!(segment_summaries(0, 5, 0, 3, 0.0, 0), 3);
    assert_eq!(read(0, 40), before);
}

#[wasm_bindgen_test(unsupported = test)]
fn nothing_is_legal_everywhere() {
    release();
    assert_eq!(reserve(7, 1), 0);
    look(|arena| arena.offsets[0] = 0);
    assert_eq!(summarize(0, 0, 0.0, 0.0, 0), 0);
    assert_eq!(read(0, 2), [0.0, 0.0]);
    assert!(read(2, 4).iter().all(|x| x.is_nan()));
    assert_eq!(segment_summaries(7, 0, 0, 0, 0.0, 7), 0);
    assert_eq!(center(7, 0, 0, 0, 7, 0, 0), 0);
    assert_eq!(center(0, 0, 0, 0, 7, 1, 0), 0);
    assert_eq!(standardize(0, 0, 0, 0, 0, 0, 1, 1, 0.0, 0.0, 0, 2), 0);
    assert_eq!(leave_one_out(0, 0, 0, 0, 0, 0), 0);
}

/// Rows of two and three tokens; the values lie at 0, their doubles at 5, numbers of the two rows at 10, 12 and 14.
fn fill_rows(mask: &[u8]) {
    release();
    assert_eq!((reserve(20, 12), reserve_mask(mask.len() as u32)), (0, 0));
    assert_eq!(mask_capacity(), mask.len());
    look(|arena| {
        arena.values[..5].copy_from_slice(&VALUES);
        for (at, value) in VALUES.iter().enumerate() {
            arena.values[5 + at] = value * 2.0;
        }
        arena.values[10..16].copy_from_slice(&[0.5, 1.0, 0.5, 1.0, 0.0, 0.0]);
        arena.offsets[..3].copy_from_slice(&[0, 2, 5]);
        arena.offsets[3..7].copy_from_slice(&[1, 0, 0, 2]);
        arena.mask.copy_from_slice(mask);
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn calls_over_tokens_write_over_what_they_are_given() {
    let mask = [1, 1, 1, 0, 1];
    fill_rows(&mask);
    assert_eq!(discounted_returns(0, 5, 0, 2, 10, 0, 1, 0), 0);
    assert_eq!(read(0, 5), [2.5, 3.0, 11.0, 6.0, 4.0]);
    fill_rows(&mask);
    assert_eq!(discounted_returns(0, 5, 0, 2, 10, 1, 0, 1), 0);
    assert_eq!(read(0, 5), [2.5, 3.0, 9.0, 0.0, 4.0]);
    fill_rows(&mask);
    assert_eq!(generalized_advantages(0, 5, 5, 0, 2, 10, 12, 14, 1, 0, 1), 0);
    assert_eq!(read(0, 10), [1.25, -3.0, -1.0, 0.0, -4.0, 3.25, 3.0, 9.0, 4.0, 4.0]);
    fill_rows(&mask);
    assert_eq!(whiten_tokens(0, 5, 0, 2, 1, 0, 0, 0.0, 0.0, 0, 0.0), 0);
    assert_eq!(read(0, 5), [-1.0, 1.0, 0.5, -2.5, -0.5]);
    fill_rows(&mask);
    assert_eq!(optimal_token_baseline(0, 5, 5, 0, 2, 3, 5, 1, 1, 0.0, 1, 1), 0);
    assert_eq!(read(5, 5), [4.0, 3.0, 9.0, 4.0, 4.0]);
    look(|arena| assert_eq!(arena.mask, mask));
}

#[wasm_bindgen_test(unsupported = test)]
fn calls_over_tokens_are_refused_before_anything_is_written() {
    fill_rows(&[1; 4]);
    assert_eq!(discounted_returns(0, 5, 0, 2, 10, 1, 0, 0), 2);
    assert_eq!(discounted_returns(0, 5, 0, 2, 4, 0, 0, 0), 3);
    assert_eq!(discounted_returns(0, 5, 0, 2, 19, 0, 0, 0), 2);
    assert_eq!(discounted_returns(0, 5, 0, 1, 10, 0, 0, 0), 1);
    assert_eq!(discounted_returns(0, 5, 0, 2, 10, 0, 5, 0), 4);
    assert_eq!(discounted_returns(0, 5, 0, 2, 10, 2, 0, 0), 4);
    assert_eq!(generalized_advantages(0, 3, 5, 0, 2, 10, 12, 14, 0, 0, 0), 3);
    assert_eq!(whiten_tokens(0, 5, 0, 2, 0, 3, 1, 0.0, 0.0, 0, 0.0), 4);
    assert_eq!(optimal_token_baseline(0, 5, 5, 0, 2, 3, 6, 1, 0, 0.0, 1, 1), 1);
    assert_eq!(optimal_token_baseline(0, 5, 5, 0, 2, 11, 5, 1, 0, 0.0, 1, 1), 2);
    assert_eq!(read(0, 5), VALUES);
}

#[wasm_bindgen_test(unsupported = test)]
fn calls_over_scales_write_over_the_values() {
    let weigh = |weights: [f64; 5]| {
        fill(3, 1);
        look(|arena| arena.values[20..25].copy_from_slice(&weights));
    };
    weigh([1.0, 3.0, 0.0, 1.0, 1.0]);
    assert_eq!(center_by_weight(3, 20, 5, 1, 3, 0), 0);
    assert_eq!(read(3, 5), [-1.5, 0.5, 5.0, -1.0, 1.0]);
    fill(3, 1);
    assert_eq!(compare_with_mean(3, 5, 1, 3, 0.0, 0, 1), 0);
    assert_eq!(read(3, 5), [-0.5, 0.5, 0.0, -1.0 / 3.0, 1.0 / 3.0]);
    fill(3, 1);
    assert_eq!(scale_by_pool(3, 99, 5, 1, 3, 0, 0, 2, 1.0, 0.0, 0, 0.0, 1), 0);
    assert_eq!(read(3, 5), [-1.0, 1.0, 0.0, -1.0, 1.0]);
    weigh([1.0, 1.0, 0.0, 3.0, 3.0]);
    assert_eq!(scale_by_pool(3, 20, 5, 1, 3, 1, 0, 0, 0.0, 0.0, 2, 0.0, 0), 0);
    assert_eq!(read(3, 5), [-1.0, 1.0, 5.0, -1.0, 1.0]);
}

#[wasm_bindgen_test(unsupported = test)]
fn calls_over_scales_are_refused() {
    fill(0, 0);
    let pool = |weights, weighted, baseline, mean, place| {
        scale_by_pool(0, weights, 5, 0, 3, weighted, baseline, mean, 0.0, 0.0, place, 0.0, 0)
    };
    assert_eq!(pool(4, 1, 0, 0, 0), 3);
    assert_eq!(pool(36, 1, 0, 0, 0), 2);
    assert_eq!(pool(5, 2, 0, 0, 0), 4);
    assert_eq!(pool(5, 1, 3, 0, 0), 4);
    assert_eq!(pool(5, 1, 0, 3, 0), 4);
    assert_eq!(pool(5, 1, 0, 0, 3), 4);
    assert_eq!(center_by_weight(0, 4, 5, 0, 3, 0), 3);
    assert_eq!(center_by_weight(0, 5, 5, 0, 2, 0), 1);
    assert_eq!(center_by_weight(0, 5, 5, 0, 3, 3), 4);
    assert_eq!(compare_with_mean(0, 5, 0, 3, 0.0, 2, 0), 4);
    assert_eq!(compare_with_mean(36, 5, 0, 3, 0.0, 0, 0), 2);
    assert_eq!(read(0, 5), VALUES);
    // What lies behind the values is −1.
    assert_eq!(center_by_weight(0, 5, 5, 0, 3, 0), 6);
    assert_eq!(pool(5, 1, 2, 0, 0), 6);
}
