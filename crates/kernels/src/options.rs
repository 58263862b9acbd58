/// What a statistic runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Each group for itself.
    Group,
    /// All values of the call.
    Pool,
}

/// Whose mean is subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// The mean of the value's group.
    Group,
    /// The mean of all values.
    Pool,
    /// Nothing is subtracted.
    None,
}

/// What the standard deviation is taken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleOf {
    /// The values as they came.
    Values,
    /// What is left when the baseline is subtracted; its own mean is taken again.
    Residuals,
}

/// Where epsilon enters the divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpsilonPlace {
    /// `std + epsilon`
    Outside,
    /// `sqrt(variance + epsilon)`
    Inside,
}

/// What a group of one value becomes, where a group's own mean or std is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SingletonRule {
    /// The group's mean counts as 0 and its std as 1.
    Raw,
    /// The result is 0, whatever the value; in a pool of residuals it counts as 0.
    Zero,
    /// Nothing special: the arithmetic decides.
    Member,
}

/// Options of [`summarize`](crate::summarize()).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SummarizeOptions {
    /// The variance divides by `max(n − ddof, 0)`.
    pub ddof: f64,
    /// Values with `|x| < threshold` are counted.
    pub threshold: f64,
}

/// Options of [`center`](crate::center()).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CenterOptions {
    /// Whose mean is subtracted.
    pub baseline: Scope,
    /// What a group of one becomes when the baseline is the group's.
    pub singleton: SingletonRule,
}

/// Options of [`standardize`](crate::standardize()). The default is GRPO's: group mean, group std, no ddof,
/// 1e-6 beside the root, a lone value kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandardizeOptions {
    /// Whose mean is subtracted.
    pub baseline: Baseline,
    /// Whose std divides.
    pub scale: Scope,
    /// What the std is taken of.
    pub scale_of: ScaleOf,
    /// The variance divides by `max(n − ddof, 0)`.
    pub ddof: f64,
    /// Added to the divisor.
    pub epsilon: f64,
    /// Where it is added.
    pub epsilon_place: EpsilonPlace,
    /// What a group of one becomes when baseline or scale is the group's.
    pub singleton: SingletonRule,
}

impl Default for StandardizeOptions {
    fn default() -> Self {
        StandardizeOptions {
            baseline: Baseline::Group,
            scale: Scope::Group,
            scale_of: ScaleOf::Values,
            ddof: 0.0,
            epsilon: 1e-6,
            epsilon_place: EpsilonPlace::Outside,
            singleton: SingletonRule::Raw,
        }
    }
}
