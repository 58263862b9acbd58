use crate::error::Error;

/// As many float32 as a memory of 32 bits could hold.
const MOST: u64 = 1 << 30;

/// Gives a buffer as many numbers as the sizes make together; what it holds then is anything. Sizes of a batch and of a
/// config may each be in range and together go beyond what 32 bits can count.
pub(crate) fn fit<T: Copy + Default>(buffer: &mut Vec<T>, sizes: &[usize]) -> Result<(), Error> {
    let product = sizes.iter().try_fold(1u64, |product, &size| product.checked_mul(size as u64));
    let length = match product {
        Some(length) if length <= MOST => length as usize,
        _ => return Err(Error::Memory),
    };
    if length > buffer.len() {
        buffer.try_reserve(length - buffer.len()).map_err(|_| Error::Memory)?;
    }
    buffer.resize(length, T::default());
    Ok(())
}

/// A new buffer of zeros.
pub(crate) fn zeros<T: Copy + Default>(length: usize) -> Result<Vec<T>, Error> {
    let mut buffer = Vec::new();
    fit(&mut buffer, &[length])?;
    Ok(buffer)
}
