/// What untrained tokens do to a recursion that runs backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskedTokens {
    /// It passes over them; they show what it carries.
    Carry,
    /// They count as any other token.
    Walk,
    /// They count, with a reward and a value of 0.
    Zero,
    /// They count, and what comes before them sees nothing of them and of what follows.
    Reset,
    /// They see nothing of what follows, and count for what comes before.
    Cut,
}

/// How [`discounted_returns`](crate::discounted_returns) runs.
#[derive(Clone, Copy, Debug)]
pub struct DiscountedReturnsOptions<'a> {
    /// The discount of each row.
    pub gamma: &'a [f64],
    /// What untrained tokens do.
    pub masked: MaskedTokens,
    /// Whether untrained tokens get 0 instead of what the recursion has there.
    pub zero_untrained: bool,
}

/// How [`generalized_advantages`](crate::generalized_advantages) runs.
#[derive(Clone, Copy, Debug)]
pub struct GeneralizedAdvantagesOptions<'a> {
    /// The discount of each row.
    pub gamma: &'a [f64],
    /// The λ of each row.
    pub lambda: &'a [f64],
    /// The value of the state behind the last token of each row.
    pub bootstrap: &'a [f64],
    /// What untrained tokens do.
    pub masked: MaskedTokens,
    /// Whether untrained tokens get an advantage of 0 instead of what the recursion has there.
    pub zero_untrained: bool,
}

/// What becomes of the mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeanRule {
    /// `(x − mean) / divisor`
    Subtract,
    /// `x / divisor`
    Keep,
    /// `(x − mean) / divisor + mean`
    Restore,
}

/// Where epsilon enters the divisor of whitening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhitenEpsilon {
    /// `std + epsilon`
    Outside,
    /// `sqrt(variance + epsilon)`
    Inside,
    /// `sqrt(max(variance, epsilon))`
    Floor,
}

/// How [`whiten_tokens`](crate::whiten_tokens) runs.
#[derive(Clone, Copy, Debug)]
pub struct WhitenOptions {
    /// What becomes of the mean.
    pub mean: MeanRule,
    /// Whether it divides; else the divisor is 1.
    pub divide: bool,
    /// The divisor of the variance is the number of trained tokens less this.
    pub ddof: f64,
    /// What is added to the std or the variance, or the least variance.
    pub epsilon: f64,
    /// Where it is added.
    pub epsilon_place: WhitenEpsilon,
    /// Added to the number of tokens that sums are divided by.
    pub count_epsilon: f64,
}

/// How places of rows are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// By the number of a token in its row.
    Position,
    /// By its number among the trained tokens of its row.
    TrainedToken,
}

/// How [`optimal_token_baseline`](crate::optimal_token_baseline) runs.
#[derive(Clone, Copy, Debug)]
pub struct OptimalTokenBaselineOptions {
    /// Added to the sum of the weights.
    pub epsilon: f64,
    /// Whether the baseline is 0 from where only the longest row of a group goes on.
    pub zero_tail: bool,
    /// What a place is.
    pub align: Align,
}
