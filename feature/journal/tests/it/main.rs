//! The journal on a real database.

// Marked as tests, so that helpers may unwrap as tests do.
#[cfg(test)]
mod append;
#[cfg(test)]
mod support;
