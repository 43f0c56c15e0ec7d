//! Weights in integer milligrams (domain C2).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A weight in milligrams: 5.25 g is `5_250`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
pub struct Weight(pub i64);
