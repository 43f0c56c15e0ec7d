//! The picture of an item.

use std::path::Path as FilePath;
use std::sync::Arc;

use axum::extract::State;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::{ErrorKind, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::json;
use session::Actor;
use setting::{Change, Desk, write_down};
use sha2::{Digest, Sha256};
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use shell::picture::{PictureFault, redraw};
use shell::{Failure, Outcome};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use super::get::{ItemSettingView, show};
use crate::admin::CatalogState;
use crate::{
    CHANGED_MEANWHILE, ITEM_NOT_FOUND, NOT_CHANGED, PICTURE_TOO_LARGE, PICTURE_UNREADABLE, store,
};

/// A picture.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PictureRequest {
    /// The version of the item that was seen.
    #[schema(example = 3)]
    version: i64,
    /// A JPEG, PNG or WebP picture in base64, 700 KB at the most.
    #[schema(example = "/9j/4AAQSkZJRgABAQAAAQABAAD")]
    picture: String,
}

type Input = (Desk, (String, i64, String));

/// Give an item another picture.
///
/// What is sent is judged by its content and drawn anew, so that nothing hidden in the file is kept.
#[utoipa::path(
    put, path = "/setting/item/{itemNo}/picture", tag = "catalog", request_body = PictureRequest,
    params(("itemNo" = String, Path, description = "The number of the item", example = "BR-1042")),
    responses(
        (status = 200, description = "The item", body = Envelope<ItemSettingView>),
        (status = 404, description = "This item cannot be found"),
        (status = 409, description = "Somebody changed the item meanwhile"),
        (status = 422, description = "The picture must be a JPEG, PNG or WebP file"),
    ),
)]
pub(crate) async fn set_item_picture(
    State(state): State<CatalogState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(item_no): Path<String>,
    Json(request): Json<PictureRequest>,
) -> Reply {
    let desk = state.desk(&actor);
    let scope = format!("{} {item_no}", desk.terminal_no);
    let intent = Intent::new(idempotency, "item.set_picture", &scope, &request, desk.now)?;
    let drawn = drawn(&state.turns, request.picture).await?;
    let file = file_name(&item_no, &drawn);
    // Before the row that names it: a file that nobody names does no harm.
    write_file(&state.pictures, &file, drawn).await?;
    let input: Input = (desk, (item_no, request.version, file));
    once(&state.shell, intent, input, put).await
}

/// Draws a picture anew, aside from what waits for answers. Its turn ends when it is drawn, also when nobody waits for
/// it any more.
async fn drawn(turns: &Arc<Semaphore>, picture: String) -> Outcome<Vec<u8>> {
    let turn = turns.clone().acquire_owned().await;
    let turn = turn.map_err(Failure::internal)?;
    let refusal = |kind: &'static ErrorKind| Failure::from(Refusal::new(kind).at("picture"));
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let bytes = STANDARD
            .decode(picture)
            .map_err(|_| PictureFault::Unreadable)?;
        redraw(&bytes)
    })
    .await
    .map_err(Failure::internal)?
    .map_err(|fault| match fault {
        PictureFault::Unreadable => refusal(&PICTURE_UNREADABLE),
        PictureFault::TooLarge => refusal(&PICTURE_TOO_LARGE),
    })
}

/// The same picture of the same item has the same name, another one another: caches need not ask.
fn file_name(item_no: &str, drawn: &[u8]) -> String {
    let digest = Sha256::digest(drawn);
    let mark = digest.iter().take(6).map(|byte| format!("{byte:02x}"));
    let safe: String = item_no
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
        .collect();
    format!("{safe}-{}.jpg", mark.collect::<String>())
}

async fn write_file(folder: &FilePath, file: &str, drawn: Vec<u8>) -> Outcome<()> {
    tokio::fs::create_dir_all(folder)
        .await
        .map_err(Failure::internal)?;
    let path = folder.join(file);
    // Whoever asks for it in the middle of the writing gets all of it or none.
    let part = folder.join(format!("{file}.part"));
    tokio::fs::write(&part, drawn)
        .await
        .map_err(Failure::internal)?;
    tokio::fs::rename(&part, &path)
        .await
        .map_err(Failure::internal)
}

fn put<'a>(
    tx: &'a mut Tx,
    (desk, (item_no, version, file)): &'a Input,
) -> TxFuture<'a, ItemSettingView> {
    Box::pin(async move {
        let stored = store::item::picture(tx, item_no).await?;
        let (before, stored) = stored.ok_or(&ITEM_NOT_FOUND)?;
        if stored != *version {
            return Err((&CHANGED_MEANWHILE).into());
        }
        if before == *file {
            return Err((&NOT_CHANGED).into());
        }
        store::item::set_picture(tx, item_no, file).await?;
        let (before, after) = (json!({ "picture": before }), json!({ "picture": file }));
        let key = (item_no.as_str(), version + 1);
        let change = Change::new("item", key, Some(&before), Some(&after))?;
        write_down(tx, desk, &change).await?;
        show(tx, item_no).await
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_item_and_content() {
        let name = file_name("BR-1/../x", b"picture");
        assert!(
            name.starts_with("BR-1x-") && name.ends_with(".jpg"),
            "{name}"
        );
        assert_ne!(name, file_name("BR-1/../x", b"another"));
    }

    #[test]
    fn a_picture_keeps_its_turn_until_it_is_drawn_whoever_hangs_up() {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.max_blocking_threads(1).build().unwrap();
        runtime.block_on(async {
            // The one thread that could draw does something else.
            let (go, waiting) = std::sync::mpsc::channel::<()>();
            tokio::task::spawn_blocking(move || waiting.recv());
            let turns = Arc::new(Semaphore::new(1));
            tokio::select! {
                biased;
                _ = drawn(&turns, String::new()) => panic!("nobody draws"),
                () = std::future::ready(()) => {}
            }
            let free = turns.available_permits();
            go.send(()).unwrap();
            assert_eq!(free, 0);
        });
    }
}
