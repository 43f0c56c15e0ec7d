//! The countries and their telephone codes.

use shell::http::{Answer, Envelope, Reply};

use crate::rule::phone;
use crate::view::AreaView;

/// The countries with the codes that their telephone numbers begin with.
#[utoipa::path(
    get, path = "/customer/area", tag = "crm",
    responses((status = 200, description = "The countries, by code", body = Envelope<Vec<AreaView>>)),
)]
pub(crate) async fn list_areas() -> Reply {
    let areas: Vec<AreaView> = phone::areas()
        .into_iter()
        .map(|area| AreaView {
            country: area.country,
            area_code: area.area_code,
        })
        .collect();
    Answer::of(&areas)
}
