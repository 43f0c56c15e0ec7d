//! What head office keeps: the rules of countries, and each store's access to its operator.

pub(crate) mod country_rule;
pub(crate) mod shop;
