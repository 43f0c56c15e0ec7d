//! The command line.

use std::process::ExitCode;

use app::command::{Cli, Command};
use app::{Stop, command, memory};
use clap::Parser;
use mimalloc::MiMalloc;

/// The system's allocator took a fifth of the time of a sale, and kept what a busy hour needed.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    if matches!(cli.command, Command::Serve(_) | Command::Demo(_)) {
        memory::give_back_what_is_free();
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return end(&Stop::because(error)),
    };
    let done = runtime.block_on(async {
        match cli.command {
            Command::Serve(options) => command::serve(options).await,
            Command::Demo(options) => command::demo(options).await,
            Command::Migrate(options) => command::migrate(options).await,
            Command::Verify(arguments) => command::verify(arguments).await,
            Command::Archive(arguments) => command::archive(arguments).await,
            Command::Purge(arguments) => command::purge(arguments).await,
            Command::Backup(arguments) => command::backup(arguments).await,
            Command::Restore(arguments) => command::restore(arguments).await,
            Command::RotateKey(options) => command::rotate_key(options).await,
            Command::Staff(command) => command::staff(command).await,
            Command::Openapi => command::openapi(),
        }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => end(&stop),
    }
}

fn end(stop: &Stop) -> ExitCode {
    eprintln!("vitrine: {}", stop.sentence);
    ExitCode::from(stop.code)
}
