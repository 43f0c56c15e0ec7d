//! Answers that are files: papers, and tables for spreadsheets.

use std::future::Future;

use axum::body::{Body, Bytes};
use axum::response::{IntoResponse, Response};
use futures::stream;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName};

use crate::Outcome;

/// A paper to be looked at, under the number that it carries. What is not safe in a header is left out
/// of the file's name.
#[must_use]
pub fn pdf(number: &str, bytes: Vec<u8>) -> Response {
    let place = format!("inline; filename=\"{}\"", pdf_name(number));
    (headers("application/pdf", place), Bytes::from(bytes)).into_response()
}

/// The name of a paper's file.
#[must_use]
pub fn pdf_name(number: &str) -> String {
    let name: String = number
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect();
    format!("{name}.pdf")
}

/// A table to be saved under a name.
#[must_use]
pub fn table(name: &str, text: String) -> Response {
    (table_headers(name), text).into_response()
}

fn table_headers(name: &str) -> [(HeaderName, String); 3] {
    let place = format!("attachment; filename=\"{name}\"");
    headers("text/csv; charset=utf-8", place)
}

fn headers(content_type: &str, place: String) -> [(HeaderName, String); 3] {
    [
        (CONTENT_TYPE, content_type.to_owned()),
        (CONTENT_DISPOSITION, place),
        (CACHE_CONTROL, "private, no-store".to_owned()),
    ]
}

/// Rows of a table as text, and where the next ones start; none behind the last.
pub type Piece<C> = (String, Option<C>);

/// A table that is written piece by piece, to be saved under a name: no more than a piece is in memory.
/// The first was read before, so that what fails then still has its status; `read` reads each further
/// one.
pub fn long_table<C, F, R>(name: &str, first: Piece<C>, read: F) -> Response
where
    C: Send + 'static,
    F: Fn(C) -> R + Send + 'static,
    R: Future<Output = Outcome<Piece<C>>> + Send + 'static,
{
    let rows = stream::unfold(
        (Some(Next::Write(first)), read),
        |(step, read)| async move {
            let piece = match step? {
                Next::Write(piece) => Ok(piece),
                Next::Read(cursor) => read(cursor).await,
            };
            match piece {
                Ok((text, next)) => Some((Ok(Bytes::from(text)), (next.map(Next::Read), read))),
                Err(failure) => Some((Err(failure), (None, read))),
            }
        },
    );
    (table_headers(name), Body::from_stream(rows)).into_response()
}

enum Next<C> {
    Write(Piece<C>),
    Read(C),
}
