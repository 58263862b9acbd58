use crate::status::Status;
use upperhand_kernels::{Baseline, EpsilonPlace, ScaleOf, Scope, SingletonRule};

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
