use crate::error::Error;

/// Gives a buffer this length; what it holds then is anything.
pub(crate) fn fit<T: Copy + Default>(buffer: &mut Vec<T>, length: usize) -> Result<(), Error> {
    if length > buffer.len() {
        buffer.try_reserve(length - buffer.len()).map_err(|_| Error::Memory)?;
    }
    buffer.resize(length, T::default());
    Ok(())
}

/// A new buffer of zeros.
pub(crate) fn zeros<T: Copy + Default>(length: usize) -> Result<Vec<T>, Error> {
    let mut buffer = Vec::new();
    fit(&mut buffer, length)?;
    Ok(buffer)
}
