//! Where heads of the journal go: a file on another disk, and an address.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use journal::Outlet;
use reqwest::redirect;

use crate::Stop;
use crate::wiring::Keeping;

/// How long an address may take to answer.
const WAIT: Duration = Duration::from_secs(10);

/// The outlets that are configured.
///
/// # Errors
/// When the machine gives no HTTP client, or the address is none.
pub(crate) fn outlets(keeping: &Keeping) -> Result<Vec<Arc<dyn Outlet>>, Stop> {
    let mut outlets: Vec<Arc<dyn Outlet>> = Vec::new();
    if let Some(path) = &keeping.anchor_file {
        outlets.push(Arc::new(FileOutlet(path.clone())));
    }
    if let Some(url) = &keeping.anchor_url {
        let url = reqwest::Url::parse(url)
            .map_err(|error| Stop::because(format!("The address for anchors is none: {error}")))?;
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(redirect::Policy::none())
            .timeout(WAIT)
            .build()
            .map_err(Stop::because)?;
        outlets.push(Arc::new(AddressOutlet { url, http }));
    }
    Ok(outlets)
}

/// A file to which lines are only added.
struct FileOutlet(PathBuf);

impl Outlet for FileOutlet {
    fn name(&self) -> &'static str {
        "FILE"
    }

    fn give<'a>(&'a self, _: &'a str, lines: &'a str) -> BoxFuture<'a, Result<(), String>> {
        let (path, lines) = (self.0.clone(), lines.to_owned());
        async move {
            let added = tokio::task::spawn_blocking(move || {
                add(&path, &lines)
                    .map_err(|error| format!("{} cannot be written: {error}", path.display()))
            });
            added.await.map_err(|error| error.to_string())?
        }
        .boxed()
    }
}

/// Adds lines, which are on the disk then. A last line that a power cut left without its end goes: it
/// was never noted as given.
fn add(path: &Path, lines: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let whole = whole_lines(&mut file)?;
    if file.metadata()?.len() > whole {
        file.set_len(whole)?;
    }
    file.seek(SeekFrom::Start(whole))?;
    file.write_all(lines.as_bytes())?;
    file.sync_all()?;
    match path.parent() {
        // So that a file that was made now keeps its name.
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

/// How long the file is up to the end of its last whole line.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = length;
    let mut byte = [0];
    while end > 0 {
        file.seek(SeekFrom::Start(end - 1))?;
        file.read_exact(&mut byte)?;
        if byte == *b"\n" {
            break;
        }
        end -= 1;
    }
    Ok(end)
}

/// An address that takes lines. Whatever is not a success is tried again by the next run.
struct AddressOutlet {
    url: reqwest::Url,
    http: reqwest::Client,
}

impl Outlet for AddressOutlet {
    fn name(&self) -> &'static str {
        "ENDPOINT"
    }

    fn give<'a>(&'a self, key: &'a str, lines: &'a str) -> BoxFuture<'a, Result<(), String>> {
        async move {
            let answer = self
                .http
                .post(self.url.clone())
                .header("content-type", "application/x-ndjson")
                .header("idempotency-key", key)
                .body(lines.to_owned())
                .send()
                .await
                // The address may hold a password.
                .map_err(|error| format!("does not answer: {}", error.without_url()))?;
            match answer.status() {
                status if status.is_success() => Ok(()),
                status => Err(format!("answers {status}")),
            }
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_behind_whole_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("heads.jsonl");
        add(&path, "{\"a\":1}\n").unwrap();
        add(&path, "{\"b\":2}\n{\"c\":3}\n").unwrap();
        let whole = "{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n";
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        std::fs::write(&path, format!("{whole}{{\"d\"")).unwrap();
        add(&path, "{\"e\":5}\n").unwrap();
        let added = format!("{whole}{{\"e\":5}}\n");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), added);
        std::fs::write(&path, "{\"half").unwrap();
        add(&path, "{\"e\":5}\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"e\":5}\n");
    }
}
