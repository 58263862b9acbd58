use crate::status::Status;
use core::cell::RefCell;
use core::ops::Range;
use ndarray::{ArrayView1, ArrayViewMut1};
use upperhand_kernels::Groups;

/// The memory that JavaScript writes its values, offsets and masks to. All are full to their length.
pub(crate) struct Arena {
    pub(crate) values: Vec<f64>,
    pub(crate) offsets: Vec<u32>,
    pub(crate) mask: Vec<u8>,
}

thread_local! {
    static ARENA: RefCell<Arena> =
        const { RefCell::new(Arena { values: vec![], offsets: vec![], mask: vec![] }) };
}

/// Runs `work` on the arena. It is never taken twice, as no call reaches JavaScript; if it were, the
/// answer would be `T`'s default.
pub(crate) fn look<T: Default>(work: impl FnOnce(&mut Arena) -> T) -> T {
    let run = |cell: &RefCell<Arena>| cell.try_borrow_mut().ok().map(|mut arena| work(&mut arena));
    ARENA.try_with(run).ok().flatten().unwrap_or_default()
}

/// [`look`] for calls that may be refused: 0, or the status.
pub(crate) fn call(work: impl FnOnce(&mut Arena) -> Result<(), Status>) -> u32 {
    look(|arena| work(arena).err()).map_or(0, |status| status as u32)
}

impl Arena {
    pub(crate) fn reserve(&mut self, values: u32, offsets: u32) -> Result<(), Status> {
        grow(&mut self.values, values as usize)?;
        grow(&mut self.offsets, offsets as usize)
    }

    pub(crate) fn reserve_mask(&mut self, bytes: u32) -> Result<(), Status> {
        grow(&mut self.mask, bytes as usize)
    }

    pub(crate) fn release(&mut self) {
        self.values = Vec::new();
        self.offsets = Vec::new();
        self.mask = Vec::new();
    }
}

fn grow<T: Copy + Default>(arena: &mut Vec<T>, length: usize) -> Result<(), Status> {
    if length > arena.len() {
        // Freed before the larger one is asked for, so that the two need not fit side by side.
        *arena = Vec::new();
        arena.try_reserve_exact(length).map_err(|_| Status::Memory)?;
        // Always so; said to the compiler, which then leaves out that resize could fail.
        if arena.capacity().wrapping_sub(arena.len()) >= length {
            arena.resize(length, T::default());
        }
    }
    Ok(())
}

fn range(at: u32, length: u32) -> Result<Range<usize>, Status> {
    let end = at.checked_add(length).ok_or(Status::Range)?;
    Ok(at as usize..end as usize)
}

/// The groups whose offsets begin at `at`.
pub(crate) fn groups(
    offsets: &[u32],
    at: u32,
    groups: u32,
    values: u32,
) -> Result<Groups<'_>, Status> {
    let length = groups.checked_add(1).ok_or(Status::Range)?;
    let offsets = offsets.get(range(at, length)?).ok_or(Status::Range)?;
    Ok(Groups::new(ArrayView1::from(offsets), values as usize)?)
}

/// The mask of so many tokens, where there is one.
pub(crate) fn mask(mask: &[u8], masked: u32, count: u32) -> Result<Option<&[u8]>, Status> {
    match masked {
        0 => Ok(None),
        1 => Ok(Some(mask.get(..count as usize).ok_or(Status::Range)?)),
        _ => Err(Status::Option),
    }
}

/// Places of the arena of which none overlaps another, each from where for how long.
pub(crate) fn places<const N: usize>(
    arena: &mut [f64],
    places: [(u32, u32); N],
) -> Result<[&mut [f64]; N], Status> {
    let mut ranges = [const { 0..0 }; N];
    for (place, (at, length)) in ranges.iter_mut().zip(places) {
        *place = range(at, length)?;
        if place.end > arena.len() {
            return Err(Status::Range);
        }
    }
    arena.get_disjoint_mut(ranges).map_err(|_| Status::Overlap)
}

/// So many of the offsets, from a place on.
pub(crate) fn words(offsets: &[u32], at: u32, length: u32) -> Result<&[u32], Status> {
    offsets.get(range(at, length)?).ok_or(Status::Range)
}

/// Values to read and, apart from them, a place to write.
pub(crate) fn apart(
    arena: &mut [f64],
    values_at: u32,
    count: u32,
    out_at: u32,
    length: u32,
) -> Result<(ArrayView1<'_, f64>, ArrayViewMut1<'_, f64>), Status> {
    let (values, out) = (range(values_at, count)?, range(out_at, length)?);
    if values.end.max(out.end) > arena.len() {
        return Err(Status::Range);
    }
    let [values, out] = arena.get_disjoint_mut([values, out]).map_err(|_| Status::Overlap)?;
    Ok((ArrayView1::from(&*values), ArrayViewMut1::from(out)))
}

/// Where as many results go as there are values.
pub(crate) enum Target<'a> {
    InPlace(ArrayViewMut1<'a, f64>),
    Apart(ArrayView1<'a, f64>, ArrayViewMut1<'a, f64>),
}

pub(crate) fn target(
    arena: &mut [f64],
    values_at: u32,
    count: u32,
    out_at: u32,
) -> Result<Target<'_>, Status> {
    if out_at == values_at {
        let values = arena.get_mut(range(values_at, count)?).ok_or(Status::Range)?;
        return Ok(Target::InPlace(ArrayViewMut1::from(values)));
    }
    let (values, out) = apart(arena, values_at, count, out_at, count)?;
    Ok(Target::Apart(values, out))
}
