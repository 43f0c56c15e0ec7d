//! Memory that is free goes back to the system.

/// What mimalloc reads before `main`: after how many milliseconds it gives back what was freed.
const DELAY: &str = "MIMALLOC_PURGE_DELAY";

/// Lets freed memory go back at once, where nobody chose otherwise.
///
/// The allocator gives back what has been free for a second when it is next asked for memory. A shop that rests asks
/// for none, and would keep what its start needed: 46 MB. It can only be told by the environment it is started with,
/// so that the program is started again in the same process; where that fails, it goes on as it is.
#[cfg(unix)]
pub fn give_back_what_is_free() {
    use std::os::unix::process::CommandExt;

    if std::env::var_os(DELAY).is_some() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        let mut arguments = std::env::args_os();
        let mut again = std::process::Command::new(program);
        if let Some(name) = arguments.next() {
            again.arg0(name);
        }
        let _goes_on = again.args(arguments).env(DELAY, "0").exec();
    }
}

/// Elsewhere a process cannot be started again in its place.
#[cfg(not(unix))]
pub fn give_back_what_is_free() {}
