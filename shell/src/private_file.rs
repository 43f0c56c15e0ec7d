//! Files that hold a secret: readable by their owner alone, whole or absent.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Writes a file beside its place and then links it there, unless a file is there already: after a
/// power cut it is whole or absent, and of two processes that start together the first one's stays.
///
/// # Errors
/// When the folder cannot be written.
pub fn create(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let draft = PathBuf::from(name);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&draft).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_all()
    });
    let linked = written.and_then(|()| match fs::hard_link(&draft, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other,
    });
    fs::remove_file(&draft)?;
    linked?;
    match path.parent() {
        Some(directory) if cfg!(unix) => File::open(directory)?.sync_all(),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_content_stays_and_no_draft_is_left() {
        let folder = std::env::temp_dir().join(format!("vitrine-private-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("secret");
        create(&path, b"first").unwrap();
        create(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(
                fs::metadata(&path).unwrap().permissions().mode() & 0o777,
                0o600
            );
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
