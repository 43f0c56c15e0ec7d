//! Verifying an archive: with no database and no network.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use sha2::{Digest, Sha256};
use tokio::sync::mpsc::{Receiver, channel};
use zip::ZipArchive;
use zip::read::ZipFile;

use super::xml::{XML, Xml};
use super::{ArchivedChain, FORMAT, Line, MANIFEST, Manifest, SEAL, Seal, manifest_hash};
use crate::report::{Compared, Report};
use crate::rule::StoredEntry;
use crate::rule::chain::{ChainCheck, ChainStart, ChainSummary};
use crate::rule::finding::{Code, Findings};
use crate::rule::key::PublicKey;
use crate::rule::tail::Tail;

/// The longest manifest and the longest line that is read: what is longer was made to do harm.
const TEXT_MAX: u64 = 64 * 1024 * 1024;

type Zip = ZipArchive<BufReader<File>>;

/// Verifies an archive. `trusted` are the keys that are known to be the journal's.
#[must_use]
pub fn verify_archive(path: &Path, trusted: &[PublicKey]) -> Report {
    let began = Instant::now();
    let mut run = Run {
        findings: Findings::default(),
        chains: Vec::new(),
        not_checked: Vec::new(),
    };
    if let Err(error) = run.check(path, trusted) {
        run.findings.add_outside(
            Code::Unreadable,
            "archive",
            "an archive",
            &error.to_string(),
        );
    }
    if trusted.is_empty() {
        run.not_checked.push(
            "no key was given: an archive written anew with another key cannot be seen".to_owned(),
        );
    }
    Report::new(
        run.chains,
        Compared::default(),
        None,
        &run.findings,
        run.not_checked,
        began.elapsed(),
    )
}

pub(super) type Checked<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

struct Run {
    findings: Findings,
    chains: Vec<ChainSummary>,
    not_checked: Vec<String>,
}

/// The XML as it is written again, of which the hash is kept alone.
struct Writing {
    xml: Xml,
    digest: Sha256,
}

impl Writing {
    fn begin(manifest: &Manifest) -> Checked<Self> {
        Ok(Self {
            xml: Xml::begin(manifest)?,
            digest: Sha256::new(),
        })
    }

    fn entry(&mut self, entry: &StoredEntry) -> Checked<()> {
        self.xml.entry(entry)?;
        self.digest.update(self.xml.take());
        Ok(())
    }

    fn finish(mut self) -> Checked<String> {
        self.xml.finish()?;
        self.digest.update(self.xml.take());
        Ok(hex::encode(self.digest.finalize()))
    }
}

impl Run {
    fn check(&mut self, path: &Path, trusted: &[PublicKey]) -> Checked<()> {
        let mut zip = ZipArchive::new(BufReader::new(File::open(path)?))?;
        let text = read_text(&mut zip, MANIFEST)?;
        let seal: Seal = serde_json::from_slice(&read_text(&mut zip, SEAL)?)?;
        let manifest: Manifest = serde_json::from_slice(&text)?;
        if manifest.format != FORMAT {
            return Err(format!("{} is a form that is not known", manifest.format).into());
        }
        self.check_seal(&text, &seal, trusted);
        self.check_files(&mut zip, &manifest);
        let keys: BTreeMap<&str, PublicKey> = manifest
            .keys
            .iter()
            .filter_map(|key| Some((key.key_id.as_str(), PublicKey::parse(&key.public_key)?)))
            .collect();
        let mut writing = Writing::begin(&manifest)?;
        for chain in &manifest.chains {
            let key = keys.get(chain.key_id.as_str()).copied();
            writing.xml.begin_chain(chain)?;
            let checked = self.check_chain(&mut zip, chain, key, &mut writing);
            writing.xml.end_chain()?;
            if let Err(error) = checked {
                self.findings.add_outside(
                    Code::ArchiveBroken,
                    &chain.file,
                    "entries",
                    &error.to_string(),
                );
            }
        }
        self.check_xml(&manifest, writing)
    }

    /// Compares the XML with what the entries give when they are written again. Whether it is there is
    /// for the manifest to say.
    fn check_xml(&mut self, manifest: &Manifest, writing: Writing) -> Checked<()> {
        let expected = writing.finish()?;
        match manifest.files.iter().find(|file| file.name == XML) {
            Some(file) if file.sha256 != expected => {
                self.findings.add_outside(
                    Code::ArchiveBroken,
                    XML,
                    "what the entries say",
                    "something else",
                );
            }
            Some(_) => {}
            None => self
                .not_checked
                .push(format!("the archive was made before there was {XML} in it")),
        }
        Ok(())
    }

    /// Checks the signature over the manifest, and whose it is.
    fn check_seal(&mut self, text: &[u8], seal: &Seal, trusted: &[PublicKey]) {
        let key = PublicKey::parse(&seal.public_key);
        let signature = hex::decode(&seal.signature).unwrap_or_default();
        let is_signed = key.is_some_and(|key| key.has_signed(&manifest_hash(text), &signature));
        if !is_signed {
            let expected = format!("a signature of {}", seal.key_id);
            self.findings
                .add_outside(Code::Signature, MANIFEST, &expected, "another one");
        }
        if !trusted.is_empty() && !key.is_some_and(|key| trusted.contains(&key)) {
            let expected: Vec<String> = trusted.iter().map(PublicKey::id).collect();
            let found = key.map_or_else(|| seal.key_id.clone(), |key| key.id());
            self.findings.add_outside(
                Code::Signature,
                "key of the archive",
                &expected.join(", "),
                &found,
            );
        }
    }

    /// Compares the files with the manifest.
    fn check_files(&mut self, zip: &mut Zip, manifest: &Manifest) {
        let there: Vec<String> = zip
            .file_names()
            .map(|name| name.map_or_else(|error| error.to_string(), Cow::into_owned))
            .collect();
        let there: BTreeSet<&str> = there.iter().map(String::as_str).collect();
        let mut named: BTreeSet<&str> = [MANIFEST, SEAL].into();
        named.extend(manifest.files.iter().map(|file| file.name.as_str()));
        for name in there.difference(&named) {
            self.findings
                .add_outside(Code::ArchiveBroken, name, "no such file", "a file");
        }
        for file in &manifest.files {
            let found = digest(zip, &file.name).unwrap_or_else(|error| error.to_string());
            if found != file.sha256 {
                self.findings
                    .add_outside(Code::ArchiveBroken, &file.name, &file.sha256, &found);
            }
        }
    }

    fn check_chain(
        &mut self,
        zip: &mut Zip,
        chain: &ArchivedChain,
        key: Option<PublicKey>,
        writing: &mut Writing,
    ) -> Checked<()> {
        let start = ChainStart {
            first: chain.first_seq,
            prev_hash: hex::decode(&chain.prev_hash)?,
            key,
            kinds: chain.kinds_before.clone(),
        };
        let mut check = ChainCheck::new(&chain.chain, &[], &[]).begin_at(start);
        let mut lines = Lines::of(zip, chain)?;
        let mut counters = chain.kinds_before.clone();
        let mut entries = 0;
        while let Some(entry) = lines.next()? {
            counters.insert(entry.kind.clone(), entry.kind_seq);
            check.entry(&entry, &mut self.findings);
            writing.entry(&entry)?;
            entries += 1;
        }
        let tail = Tail {
            head: Some((chain.last_seq, hex::decode(&chain.head)?)),
            counters: counters.into_iter().collect(),
            entries,
        };
        self.chains.push(check.finish(&tail, &mut self.findings));
        Ok(())
    }
}

/// The entries of a chain in an archive.
struct Lines<'a> {
    file: BufReader<ZipFile<'a, BufReader<File>>>,
    text: Vec<u8>,
}

impl<'a> Lines<'a> {
    fn of(zip: &'a mut Zip, chain: &ArchivedChain) -> Checked<Self> {
        Ok(Self {
            file: BufReader::new(zip.by_name(&chain.file)?),
            text: Vec::new(),
        })
    }

    /// The next one; none behind the last.
    fn next(&mut self) -> Checked<Option<StoredEntry>> {
        self.text.clear();
        let mut line = (&mut self.file).take(TEXT_MAX);
        if line.read_until(b'\n', &mut self.text)? == 0 {
            return Ok(None);
        }
        let line: Line = serde_json::from_slice(&self.text)?;
        let entry = line.into_entry().ok_or("a hash is not in hexadecimal")?;
        Ok(Some(entry))
    }
}

/// What an archive says of itself, and the hash of it that its signature covers. Nothing is proven by it.
pub(crate) fn read_manifest(path: &Path) -> Checked<(Manifest, String)> {
    let mut zip = ZipArchive::new(BufReader::new(File::open(path)?))?;
    let text = read_text(&mut zip, MANIFEST)?;
    let manifest = serde_json::from_slice(&text)?;
    Ok((manifest, hex::encode(manifest_hash(&text))))
}

/// Reads the entries of a chain in an archive on a thread of its own, so many at a time.
pub(crate) fn read_entries(
    path: PathBuf,
    chain: ArchivedChain,
    page: usize,
) -> Receiver<Checked<Vec<StoredEntry>>> {
    // One page waits while another is compared.
    let (sender, pages) = channel(1);
    tokio::task::spawn_blocking(move || {
        let read = || -> Checked<()> {
            let mut zip = ZipArchive::new(BufReader::new(File::open(&path)?))?;
            let mut lines = Lines::of(&mut zip, &chain)?;
            let mut entries = Vec::with_capacity(page);
            while let Some(entry) = lines.next()? {
                entries.push(entry);
                if entries.len() == page {
                    sender.blocking_send(Ok(std::mem::take(&mut entries)))?;
                }
            }
            sender.blocking_send(Ok(entries))?;
            Ok(())
        };
        if let Err(error) = read() {
            // Nobody to hear it is no failure: who listened has found what it wanted to know.
            let _ = sender.blocking_send(Err(error));
        }
    });
    pages
}

fn read_text(zip: &mut Zip, name: &str) -> Checked<Vec<u8>> {
    let mut text = Vec::new();
    zip.by_name(name)?.take(TEXT_MAX).read_to_end(&mut text)?;
    Ok(text)
}

/// The SHA-256 of a file in hexadecimal.
fn digest(zip: &mut Zip, name: &str) -> Checked<String> {
    let mut file = zip.by_name(name)?;
    let mut digest = Sha256::new();
    let mut part = vec![0; 64 * 1024];
    loop {
        let length = file.read(&mut part)?;
        if length == 0 {
            return Ok(hex::encode(digest.finalize()));
        }
        digest.update(&part[..length]);
    }
}
