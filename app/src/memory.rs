//! Memory that is free goes back to the system.

use std::hint::black_box;
use std::time::Duration;

/// What mimalloc reads before `main`: after how many milliseconds it gives back what was freed.
const DELAY: &str = "MIMALLOC_PURGE_DELAY";
/// Long enough that what a sale frees serves the next one: given back at once, it took a twelfth of the processor time
/// of a sale.
const DELAY_MILLISECONDS: &str = "100";
/// How often the allocator is asked for memory.
const ASK_EVERY: Duration = Duration::from_millis(500);
/// More than the allocator keeps for the next who asks, so that it comes to look what else is free.
const ASKED_BYTES: usize = 8 << 20;

/// Lets freed memory go back soon, where nobody chose otherwise, and also while nobody works.
///
/// The allocator gives back what has been free for a while when it is next asked for memory. A shop that rests asks
/// for none, and would keep what its start needed: 46 MB. So somebody asks twice a second, and writes nothing there.
/// The while can only be told by the environment that the program is started with, so that it is started again in the
/// same process; where that fails, it goes on as it is.
pub fn give_back_what_is_free() {
    start_again_with_delay();
    let asking = std::thread::Builder::new()
        .name("memory".to_owned())
        .spawn(|| {
            loop {
                std::thread::sleep(ASK_EVERY);
                drop(black_box(Vec::<u8>::with_capacity(ASKED_BYTES)));
            }
        });
    if let Err(error) = asking {
        eprintln!("vitrine: free memory is kept until somebody works: {error}");
    }
}

#[cfg(unix)]
fn start_again_with_delay() {
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
        let _goes_on = again.args(arguments).env(DELAY, DELAY_MILLISECONDS).exec();
    }
}

/// Elsewhere a process cannot be started again in its place.
#[cfg(not(unix))]
fn start_again_with_delay() {}
