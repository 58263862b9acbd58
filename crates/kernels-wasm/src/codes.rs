use crate::status::Status;
use upperhand_kernels::{
    Align, Baseline, EpsilonPlace, MaskedTokens, MeanRule, PoolMean, ScaleOf, Scope, SingletonRule,
    WhitenEpsilon,
};

pub(crate) fn scope(code: u32) -> Result<Scope, Status> {
    match code {
        0 => Ok(Scope::Group),
        1 => Ok(Scope::Pool),
        _ => Err(Status::Option),
    }
}

pub(crate) fn baseline(code: u32) -> Result<Baseline, Status> {
    match code {
        0 => Ok(Baseline::Group),
        1 => Ok(Baseline::Pool),
        2 => Ok(Baseline::None),
        _ => Err(Status::Option),
    }
}

pub(crate) fn scale_of(code: u32) -> Result<ScaleOf, Status> {
    match code {
        0 => Ok(ScaleOf::Values),
        1 => Ok(ScaleOf::Residuals),
        _ => Err(Status::Option),
    }
}

pub(crate) fn epsilon_place(code: u32) -> Result<EpsilonPlace, Status> {
    match code {
        0 => Ok(EpsilonPlace::Outside),
        1 => Ok(EpsilonPlace::Inside),
        _ => Err(Status::Option),
    }
}

pub(crate) fn singleton(code: u32) -> Result<SingletonRule, Status> {
    match code {
        0 => Ok(SingletonRule::Raw),
        1 => Ok(SingletonRule::Zero),
        2 => Ok(SingletonRule::Member),
        _ => Err(Status::Option),
    }
}

pub(crate) fn masked(code: u32) -> Result<MaskedTokens, Status> {
    match code {
        0 => Ok(MaskedTokens::Carry),
        1 => Ok(MaskedTokens::Walk),
        2 => Ok(MaskedTokens::Zero),
        3 => Ok(MaskedTokens::Reset),
        4 => Ok(MaskedTokens::Cut),
        _ => Err(Status::Option),
    }
}

pub(crate) fn mean(code: u32) -> Result<MeanRule, Status> {
    match code {
        0 => Ok(MeanRule::Subtract),
        1 => Ok(MeanRule::Keep),
        2 => Ok(MeanRule::Restore),
        _ => Err(Status::Option),
    }
}

pub(crate) fn pool_mean(code: u32) -> Result<PoolMean, Status> {
    match code {
        0 => Ok(PoolMean::Subtract),
        1 => Ok(PoolMean::Keep),
        2 => Ok(PoolMean::Zero),
        _ => Err(Status::Option),
    }
}

pub(crate) fn whiten_epsilon(code: u32) -> Result<WhitenEpsilon, Status> {
    match code {
        0 => Ok(WhitenEpsilon::Outside),
        1 => Ok(WhitenEpsilon::Inside),
        2 => Ok(WhitenEpsilon::Floor),
        _ => Err(Status::Option),
    }
}

pub(crate) fn align(code: u32) -> Result<Align, Status> {
    match code {
        0 => Ok(Align::Position),
        1 => Ok(Align::TrainedToken),
        _ => Err(Status::Option),
    }
}

pub(crate) fn flag(code: u32) -> Result<bool, Status> {
    match code {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Status::Option),
    }
}
