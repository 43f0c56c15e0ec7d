//! Past sales.
