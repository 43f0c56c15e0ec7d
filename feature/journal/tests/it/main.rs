//! The journal on a real database.

// Marked as tests, so that helpers may unwrap as tests do.
#[cfg(test)]
mod append;
#[cfg(test)]
mod archive;
#[cfg(test)]
mod closing;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod purge;
#[cfg(test)]
mod recent;
#[cfg(test)]
mod rotation;
#[cfg(test)]
mod speed;
#[cfg(test)]
mod support;
#[cfg(test)]
mod verify;
