//! Vector drawings of the pieces.

mod shape;

pub use shape::{Drawing, Family, Metal, Shape, Stone};
