//! Decisions on plain types: what old jewellery is worth, who may sell it, what may happen to a
//! document, and what the register must look like.

pub mod approval;
pub mod link;
pub mod metal;
pub mod register;
pub mod seller;
pub mod spot;
pub mod state;
pub mod valuation;
