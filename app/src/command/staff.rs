//! `vitrine staff`: colleagues from the command line, for when nobody can log in any more.

use std::io::{BufRead, IsTerminal};
use std::sync::Arc;

use clap::{Args, Subcommand};
use jiff::Timestamp;
use journal::Signer;
use kernel::Refusal;
use session::password::Passwords;
use setup::store::{NewStaff, insert_staff, stores_and_groups};
use shell::db::{Tx, TxFuture};
use shell::{Clock, Failure};

use crate::config::Options;
use crate::{Stop, server, store};

/// What to do with staff.
#[derive(Clone, Debug, Subcommand)]
pub enum StaffCommand {
    /// Add somebody; the password is read from standard input
    Add(StaffArguments),
}

/// Who is added.
#[derive(Clone, Debug, Args)]
pub struct StaffArguments {
    /// Options of every command that opens the store.
    #[command(flatten)]
    pub options: Options,
    /// The name to log in with
    #[arg(long)]
    pub username: String,
    /// The first name
    #[arg(long)]
    pub first_name: String,
    /// The last name
    #[arg(long)]
    pub last_name: String,
    /// The address for codes
    #[arg(long, default_value = "")]
    pub email: String,
    /// The permission group, such as SALES, SENIOR, MANAGER or ADMIN
    #[arg(long)]
    pub group: String,
    /// The number of the store
    #[arg(long)]
    pub store: String,
}

/// Carries out a command about staff.
///
/// # Errors
/// When something that was told cannot be used, or the store cannot be opened.
pub async fn staff(command: StaffCommand) -> Result<(), Stop> {
    match command {
        StaffCommand::Add(arguments) => add(arguments).await,
    }
}

async fn add(arguments: StaffArguments) -> Result<(), Stop> {
    let password = read_password()?;
    let staff_id = setup::checked_staff(
        &arguments.username,
        (&arguments.first_name, &arguments.last_name),
        &arguments.email,
        &password,
        &[&arguments.store],
    )
    .map_err(|refusal| told(&refusal))?;
    let config = arguments.options.clone().into_config()?;
    let (_claim, db) = store::open_beside(&config).await?;
    let signer = server::journal_signer(&config, &db).await?;
    let hash = Passwords::default().hash_aside(password).await?;
    let now = Clock::system().now();
    let input = (arguments, staff_id.clone(), hash, signer, now);
    match db.write(input, write).await {
        Ok(()) => println!("{staff_id} can log in now"),
        Err(Failure::Refused(refusal)) => return Err(told(&refusal)),
        Err(failure) => return Err(failure.into()),
    }
    Ok(())
}

type Input = (StaffArguments, String, String, Arc<Signer>, Timestamp);

fn write<'a>(
    tx: &'a mut Tx,
    (arguments, staff_id, hash, signer, now): &'a Input,
) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let (stores, groups) = stores_and_groups(tx).await?;
        let known = |what: &str, wish: &String, all: &[String]| {
            if all.contains(wish) {
                return Ok(());
            }
            let all = all.join(", ");
            Err(Failure::internal(format!(
                "There is no {what} {wish}. There are: {all}"
            )))
        };
        known("store", &arguments.store, &stores)?;
        known("permission group", &arguments.group, &groups)?;
        let staff = NewStaff {
            staff_id,
            first_name: arguments.first_name.trim(),
            last_name: arguments.last_name.trim(),
            email: arguments.email.trim(),
            password_hash: hash,
            permission_group: &arguments.group,
            store_no: &arguments.store,
        };
        insert_staff(tx, &staff).await?;
        setup::note_staff(tx, signer, &staff, None, *now).await
    })
}

/// The password from standard input: an argument would be seen by everybody on the machine.
fn read_password() -> Result<String, Stop> {
    let mut input = std::io::stdin().lock();
    if input.is_terminal() {
        eprintln!("The password, then Enter:");
    }
    let mut line = String::new();
    input.read_line(&mut line).map_err(Stop::because)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn told(refusal: &Refusal) -> Stop {
    Stop::because(refusal.message())
}
