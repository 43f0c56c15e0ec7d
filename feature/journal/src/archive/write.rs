//! Writing an archive.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::civil::Date;
use sha2::{Digest, Sha256};
use shell::{Db, Failure};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::plan::plan;
use super::sheet::{SHEETS, csv_line};
use super::xml::{XML, Xml};
use super::{
    ArchivedChain, ArchivedFile, BESIDES, FORMAT, Line, MANIFEST, Manifest, SEAL, Seal,
    manifest_hash,
};
use crate::event::everywhere;
use crate::record::ArchiveMade;
use crate::rule::StoredEntry;
use crate::rule::entry::{Hash, utc_text};
use crate::rule::kind::Kind;
use crate::signer::Signer;
use crate::store::payload;
use crate::store::verification::list_entries;

/// NF525's number of the archive of a fiscal year, and of one in between.
const YEAR_CODE: i64 = 30;
const BETWEEN_CODE: i64 = 20;

/// Why there is no archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The journal cannot be read or written.
    #[error(transparent)]
    Journal(#[from] Failure),
    /// The file cannot be written.
    #[error("The archive cannot be written: {0}")]
    File(#[from] io::Error),
    /// The zip cannot be written.
    #[error("The archive cannot be written: {0}")]
    Zip(#[from] zip::result::ZipError),
    /// An entry is not what the program wrote.
    #[error("The entry {1} of {0} is damaged: run `vitrine verify`")]
    Damaged(String, i64),
    /// There is a file already.
    #[error("{0} is there already")]
    Exists(PathBuf),
    /// Payloads of these dates were purged.
    #[error(
        "Payloads of these dates were purged, {0} from the entry {1} on: what they said is in the archive \
         that the purge names, and cannot be archived again"
    )]
    Purged(String, i64),
    /// No chain has an entry of these dates.
    #[error("The journal holds nothing of these dates")]
    Empty,
}

/// Writes what the journal holds of the business dates `from` to `to` into a new file, and notes it in
/// the stores' chains. Of each chain it takes all entries from the first one of these dates to the
/// last. The file appears when it is whole and noted.
///
/// # Errors
/// See [`ArchiveError`].
pub async fn write_archive(
    db: &Db,
    signer: &Signer,
    (from, to): (Date, Date),
    path: &Path,
    now: Timestamp,
) -> Result<ArchiveMade, ArchiveError> {
    if path.exists() {
        return Err(ArchiveError::Exists(path.to_owned()));
    }
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let draft = PathBuf::from(draft);
    let made = write_draft(db, signer, (from, to), &draft, now).await;
    let made = match made {
        Ok(made) => made,
        Err(error) => {
            // What is left of the draft is of no use to anybody.
            let _ = std::fs::remove_file(&draft);
            return Err(error);
        }
    };
    std::fs::rename(&draft, path)?;
    Ok(made)
}

async fn write_draft(
    db: &Db,
    signer: &Signer,
    (from, to): (Date, Date),
    draft: &Path,
    now: Timestamp,
) -> Result<ArchiveMade, ArchiveError> {
    let dates = (from.to_string(), to.to_string());
    let (chains, keys, previous) = db
        .read(dates.clone(), |tx, dates| Box::pin(plan(tx, dates)))
        .await?;
    if chains.is_empty() {
        return Err(ArchiveError::Empty);
    }
    let mut manifest = Manifest {
        format: FORMAT.to_owned(),
        software_version: shell::http::VERSION.to_owned(),
        made_at: utc_text(now),
        from_date: dates.0.clone(),
        to_date: dates.1.clone(),
        previous: previous.clone(),
        files: Vec::new(),
        chains,
        keys,
    };
    let chains = &manifest.chains;
    let mut book = Book::new(draft)?;
    for chain in chains {
        book.begin(&chain.file)?;
        book.write_chain(db, chain).await?;
        book.end();
    }
    book.write_xml(db, &manifest).await?;
    book.write_sheets(db, chains).await?;
    for (name, text) in BESIDES {
        book.begin(name)?;
        book.write(text.as_bytes())?;
        book.end();
    }
    let entries = chains.iter().map(|it| it.last_seq - it.first_seq + 1).sum();
    manifest.files = std::mem::take(&mut book.files);
    let hash = book.seal(signer, &manifest)?;
    book.finish()?;
    let is_year = from.first_of_year() == from && to == from.last_of_year();
    let made = ArchiveMade {
        code: if is_year { YEAR_CODE } else { BETWEEN_CODE },
        from_date: dates.0,
        to_date: dates.1,
        manifest_hash: hex::encode(hash),
        previous,
        entries,
    };
    db.write(
        (signer.clone(), made.clone(), now),
        |tx, (signer, made, now)| {
            Box::pin(
                async move { everywhere(tx, signer, *now, (Kind::Archive, payload(made)?)).await },
            )
        },
    )
    .await?;
    Ok(made)
}

/// The places from which the pages of a chain's part are read.
struct Pages;

impl Pages {
    /// How many entries a page has.
    const STEP: i64 = 1_000;

    /// The first and last place of each page.
    fn of(chain: &ArchivedChain) -> impl Iterator<Item = (i64, i64)> + use<> {
        let last = chain.last_seq;
        let mut next = chain.first_seq;
        std::iter::from_fn(move || {
            let first = next;
            next += Self::STEP;
            (first <= last).then(|| (first, last.min(next - 1)))
        })
    }
}

async fn read_page(
    db: &Db,
    chain: &ArchivedChain,
    place: (i64, i64),
) -> Result<Vec<StoredEntry>, ArchiveError> {
    let entries = db
        .read((chain.chain.clone(), place), |tx, (chain, place)| {
            Box::pin(list_entries(tx, chain, *place))
        })
        .await?;
    // What is missing or cannot be read would make an archive that proves nothing.
    let mut expected = place.0;
    for entry in &entries {
        if entry.payload.is_empty() {
            return Err(ArchiveError::Purged(chain.chain.clone(), entry.seq));
        }
        if entry.seq != expected {
            return Err(ArchiveError::Damaged(chain.chain.clone(), expected));
        }
        expected += 1;
    }
    if expected <= place.1 {
        return Err(ArchiveError::Damaged(chain.chain.clone(), expected));
    }
    Ok(entries)
}

/// The zip, with the hash of what is written.
struct Book {
    zip: ZipWriter<BufWriter<File>>,
    digest: Sha256,
    bytes: u64,
    name: String,
    files: Vec<ArchivedFile>,
}

impl Book {
    fn new(path: &Path) -> Result<Self, ArchiveError> {
        Ok(Self {
            zip: ZipWriter::new(BufWriter::new(File::create(path)?)),
            digest: Sha256::new(),
            bytes: 0,
            name: String::new(),
            files: Vec::new(),
        })
    }

    fn begin(&mut self, name: &str) -> Result<(), ArchiveError> {
        let options = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .large_file(true);
        self.zip.start_file(name, options)?;
        name.clone_into(&mut self.name);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), ArchiveError> {
        self.zip.write_all(bytes)?;
        self.digest.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    async fn write_chain(&mut self, db: &Db, chain: &ArchivedChain) -> Result<(), ArchiveError> {
        for page in Pages::of(chain) {
            for entry in read_page(db, chain, page).await? {
                let seq = entry.seq;
                let line = Line::of(entry)
                    .ok_or_else(|| ArchiveError::Damaged(chain.chain.clone(), seq))?;
                let line = serde_json::to_string(&line).map_err(Failure::internal)?;
                self.write(line.as_bytes())?;
                self.write(b"\n")?;
            }
        }
        Ok(())
    }

    /// Writes what all chains say as one document.
    async fn write_xml(&mut self, db: &Db, manifest: &Manifest) -> Result<(), ArchiveError> {
        self.begin(XML)?;
        let mut xml = Xml::begin(manifest)?;
        for chain in &manifest.chains {
            xml.begin_chain(chain)?;
            for page in Pages::of(chain) {
                for entry in read_page(db, chain, page).await? {
                    xml.entry(&entry)?;
                    self.write(&xml.take())?;
                }
            }
            xml.end_chain()?;
        }
        xml.finish()?;
        self.write(&xml.take())?;
        self.end();
        Ok(())
    }

    async fn write_sheets(
        &mut self,
        db: &Db,
        chains: &[ArchivedChain],
    ) -> Result<(), ArchiveError> {
        for sheet in &SHEETS {
            self.begin(sheet.file)?;
            self.write(sheet.head.as_bytes())?;
            for chain in chains {
                for page in Pages::of(chain) {
                    for entry in read_page(db, chain, page).await? {
                        let is_shown = sheet.kinds.iter().any(|kind| kind.name() == entry.kind);
                        if let Some(line) = is_shown.then(|| (sheet.line)(&entry)).flatten() {
                            self.write(csv_line(&line).as_bytes())?;
                        }
                    }
                }
            }
            self.end();
        }
        Ok(())
    }

    /// Writes the manifest and its signature, and says what was signed.
    fn seal(&mut self, signer: &Signer, manifest: &Manifest) -> Result<Hash, ArchiveError> {
        let text = serde_json::to_string_pretty(manifest).map_err(Failure::internal)?;
        let hash = manifest_hash(text.as_bytes());
        let seal = Seal {
            key_id: signer.key_id().to_owned(),
            public_key: signer.public_key().text(),
            signature: hex::encode(signer.sign(&hash)),
        };
        let seal = serde_json::to_string_pretty(&seal).map_err(Failure::internal)?;
        for (name, text) in [(MANIFEST, text), (SEAL, seal)] {
            self.begin(name)?;
            self.write(text.as_bytes())?;
            self.end();
        }
        Ok(hash)
    }

    fn end(&mut self) {
        let digest = std::mem::take(&mut self.digest);
        self.files.push(ArchivedFile {
            name: std::mem::take(&mut self.name),
            bytes: std::mem::take(&mut self.bytes),
            sha256: hex::encode(digest.finalize()),
        });
    }

    fn finish(self) -> Result<(), ArchiveError> {
        let file = self.zip.finish()?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(())
    }
}
