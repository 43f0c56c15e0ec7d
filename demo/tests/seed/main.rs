//! The demonstration in a database: complete, consistent, written once and never over anything else.

// Marked as tests, so that helpers may unwrap as tests do.
#[cfg(test)]
mod books;
#[cfg(test)]
mod foundation;
#[cfg(test)]
mod house;
#[cfg(test)]
mod promotion;
#[cfg(test)]
mod statements;
