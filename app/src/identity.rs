//! By what the processes that serve one database are told apart.

use std::path::Path;

use crate::config::Config;
use crate::{Stop, secrets};

/// The file in the data directory that tells it from those of machines that are called the same.
const ID_FILE: &str = "process.id";
/// How many bytes of chance it holds.
const ID_BYTES: usize = 4;
/// Where the system says what the machine is called.
const MACHINE_FILES: [&str; 2] = ["/proc/sys/kernel/hostname", "/etc/hostname"];

/// A process, as the journal and the others know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Process {
    /// The same at each start of an installation, and that of no other.
    pub(crate) name: String,
    /// Where it listens. Many machines listen at 0.0.0.0:8080, and programs before knew a process by this alone.
    pub(crate) address: String,
}

impl Process {
    /// The one that this configuration makes. Of a SQLite file there is only one, whatever it is called.
    ///
    /// # Errors
    /// When the data directory cannot be used.
    pub(crate) fn of(config: &Config) -> Result<Self, Stop> {
        let address = format!("{}:{}", config.address, config.port);
        let name = match &config.database_url {
            None => address.clone(),
            Some(_) => {
                let machine = config.machine.clone().unwrap_or_else(machine);
                format!("{address} on {machine} ({})", id(&config.data)?)
            }
        };
        Ok(Self { name, address })
    }
}

/// What the system calls this machine.
fn machine() -> String {
    MACHINE_FILES
        .iter()
        .filter_map(|file| std::fs::read_to_string(file).ok())
        .map(|name| name.trim().to_owned())
        .find(|name| !name.is_empty())
        .unwrap_or_else(|| "a machine without a name".to_owned())
}

/// What the data directory is known by, made at its first start.
fn id(data: &Path) -> Result<String, Stop> {
    let fresh = secrets::random_bytes();
    secrets::kept_digits(&data.join(ID_FILE), &fresh[..ID_BYTES], "file")
}

#[cfg(test)]
mod tests {
    use crate::config::Options;

    use super::*;

    fn process(data: &Path, machine: Option<&str>) -> Process {
        let options = Options {
            data: Some(data.to_owned()),
            address: Some("0.0.0.0".parse().unwrap()),
            database_url: Some("postgres://shop".to_owned()),
            machine: machine.map(str::to_owned),
            ..Options::default()
        };
        Process::of(&options.into_config().unwrap()).unwrap()
    }

    #[test]
    fn an_installation_is_the_same_at_each_start_and_never_another() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [one, other] = folders.each_ref().map(|folder| folder.path());
        let first = process(one, None);
        assert_eq!(first.address, "0.0.0.0:8080");
        assert_eq!(process(one, None), first, "started again");
        assert_ne!(process(other, None).name, first.name, "another directory");
        let copied = process(one, Some("till-2"));
        assert_ne!(
            copied.name, first.name,
            "a directory that is shared or copied"
        );
        assert!(
            copied.name.starts_with("0.0.0.0:8080 on till-2 ("),
            "{copied:?}"
        );
    }

    #[test]
    fn a_file_has_one_process_and_needs_no_name_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let options = Options {
            data: Some(folder.path().to_owned()),
            ..Options::default()
        };
        let process = Process::of(&options.into_config().unwrap()).unwrap();
        assert_eq!(
            (&*process.name, &*process.address),
            ("127.0.0.1:8080", "127.0.0.1:8080")
        );
        assert!(!folder.path().join(ID_FILE).exists());
    }
}
