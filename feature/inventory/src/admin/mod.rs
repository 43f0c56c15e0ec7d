//! What head office keeps: how far stores are apart.

pub(crate) mod distance;
