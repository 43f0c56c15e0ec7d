//! Measures the product as it is delivered: the release program over HTTP, beside what the same
//! machine can do in the same run. `make bench` runs it.

#![expect(clippy::float_arithmetic, reason = "figures, not money")]
#![expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]

mod checkout;
mod client;
mod data;
mod figure;
mod limit;
mod postgres;
mod proof;
mod reading;
mod reprice;
mod server;
mod statement;
mod template;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;

use crate::checkout::Run;
use crate::client::Fault;
use crate::figure::{Figure, Times, median, report};
use crate::reading::Page;
use crate::server::Server;
use crate::template::{Chains, Template};

/// Measures the product and writes the figures to a file.
#[derive(Debug, Parser)]
struct Arguments {
    /// The program to measure
    #[arg(long, default_value = "target/release/vitrine")]
    program: PathBuf,
    /// Where the databases of the measurement are made
    #[arg(long, default_value = "target/bench")]
    directory: PathBuf,
    /// Where the figures go
    #[arg(long, default_value = "target/bench.json")]
    output: PathBuf,
    /// How many past sales the large database holds
    #[arg(long, default_value_t = 2_000_000)]
    orders: usize,
    /// How often each load is measured; the middle counts
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// How long one load lasts, in seconds
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// PostgreSQL for the figure of that engine
    #[arg(long)]
    database_url: Option<String>,
    /// What was measured of the till in a browser, a JSON object
    #[arg(long, value_name = "FILE")]
    till: Option<PathBuf>,
    /// Only sell, on the data of an earlier run, for as long as a profiler wants to look
    #[arg(long, value_name = "DIRECTORY")]
    only_sell: Option<PathBuf>,
    /// How many entries of the journal are proven
    #[arg(long, default_value_t = 1_000_000)]
    entries: usize,
    /// Only prove the journal
    #[arg(long)]
    only_prove: bool,
    /// Only calculate a statement
    #[arg(long)]
    only_close: bool,
    /// Only reprice baskets, which needs neither the program nor a database
    #[arg(long)]
    only_reprice: bool,
}

fn main() -> ExitCode {
    match measure(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("bench: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &Arguments) -> Result<(), Fault> {
    if let Some(directory) = &arguments.only_sell {
        let server = Server::start(&arguments.program, directory, None)?;
        let run = checkout::run(&server, data::TILLS, Duration::from_secs(arguments.seconds))?;
        say(&format!(
            "{:.0} sales/s, {:.2} CPU ms a sale",
            run.rate, run.cpu
        ));
        say(&format!(
            "one scan {:.2} ms, p99 {:.2} ms",
            run.scan.part(0.5),
            run.scan.part(0.99)
        ));
        return Ok(());
    }
    if arguments.only_reprice {
        return report(&reprice::figures()?, &arguments.output);
    }
    if arguments.only_prove {
        return report(&prove(arguments)?, &arguments.output);
    }
    let bench = Bench::prepare(arguments)?;
    if arguments.only_close {
        return report(&[bench.close()?], &arguments.output);
    }
    let mut figures = bench.fresh()?;
    if let Some(server) = &arguments.database_url {
        figures.push(bench.postgres(server)?);
    }
    let small = bench.grown(10_000)?;
    let large = bench.grown(arguments.orders)?;
    figures.extend(large.figures(&small, arguments.orders));
    figures.push(bench.close()?);
    say("repricing baskets");
    figures.extend(reprice::figures()?);
    figures.extend(prove(arguments)?);
    if let Some(path) = &arguments.till {
        figures.extend(till_figures(path)?);
    }
    report(&figures, &arguments.output)
}

fn prove(arguments: &Arguments) -> Result<Vec<Figure>, Fault> {
    say("writing and proving the journal");
    let directory = arguments.directory.join("proof");
    proof::figures(&arguments.program, &directory, arguments.entries)
}

/// What was measured of the till in Chromium.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Till {
    till_ready: f64,
    till_bytes: f64,
    scan_to_line: f64,
}

fn till_figures(path: &Path) -> Result<Vec<Figure>, Fault> {
    let till: Till = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    Ok(vec![
        Figure::told(
            "scan_to_line_p50",
            till.scan_to_line,
            "ms",
            "Chromium: from the Enter of a scan to the frame that shows the line",
        )
        .at_most(17.0),
        Figure::told(
            "till_ready",
            till.till_ready,
            "ms",
            "Chromium, cache empty: from the address to pieces and a field that takes a scan",
        )
        .at_most(1_500.0),
        Figure::told(
            "till_bytes",
            till.till_bytes / 1_024.0,
            "KB",
            "brotli, everything below /pos/ that this loads, fonts included",
        )
        .at_most(350.0),
    ])
}

/// What is needed to measure.
struct Bench<'a> {
    arguments: &'a Arguments,
    /// The company without sales.
    company: PathBuf,
    template: Template,
}

/// How a store of some size behaves.
struct Grown {
    cold_start: Duration,
    run: Run,
    barcodes: Times,
    searches: Times,
    history: Times,
    pages: Vec<Page>,
    memory: (f64, f64),
    idle: f64,
}

impl<'a> Bench<'a> {
    fn prepare(arguments: &'a Arguments) -> Result<Self, Fault> {
        let company = arguments.directory.join("company");
        say("making the company: 100,000 items, 16 tills");
        data::found(&company)?;
        let sample = arguments.directory.join("sample");
        data::copy(&company, &sample)?;
        let server = Server::start(&arguments.program, &sample, None)?;
        checkout::Till::open(server.address, 0)?.sell(0)?;
        drop(server);
        let template = Template::read(&sample, 0)?;
        say(&format!(
            "a sale leaves {} rows behind",
            template.row_count()
        ));
        Ok(Self {
            arguments,
            company,
            template,
        })
    }

    fn time(&self) -> Duration {
        Duration::from_secs(self.arguments.seconds)
    }

    /// Checkouts on a fresh database, and the machine's limit, round by round.
    fn fresh(&self) -> Result<Vec<Figure>, Fault> {
        let directory = self.arguments.directory.join("fresh");
        let bare = self.arguments.directory.join("limit");
        data::copy(&self.company, &directory)?;
        data::copy(&self.company, &bare)?;
        say("checkouts on a fresh database");
        let server = Server::start(&self.arguments.program, &directory, None)?;
        let (mut rates, mut limits, mut cpus) = (Vec::new(), Vec::new(), Vec::new());
        let (mut sale_tails, mut tails) = (Vec::new(), Vec::new());
        let (mut single, mut single_sale, mut commit) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..self.arguments.rounds {
            let run = checkout::run(&server, data::TILLS, self.time())?;
            rates.push(run.rate);
            cpus.push(run.cpu);
            sale_tails.push(run.sale.part(0.99));
            tails.push(run.checkout.part(0.99));
            let one = checkout::run(&server, 1, self.time() / 2)?;
            single.push(one.checkout.part(0.5));
            single_sale.push(one.sale.part(0.5));
            let first = (round + 1) * 1_000_000;
            limits.push(limit::rate(
                &bare,
                &self.template,
                data::TILLS,
                self.time(),
                first,
            )?);
            commit.push(limit::commit(&bare)?.part(0.5));
            say(&format!(
                "round {}: {:.0} sales/s of {:.0}, {:.2} CPU ms, {:.2} ms alone, commit {:.2} ms",
                round + 1,
                run.rate,
                limits[round],
                run.cpu,
                single_sale[round],
                commit[round]
            ));
        }
        let (_, highest) = server.memory()?;
        let (limit, commit) = (median(limits), median(commit));
        Ok(vec![
            Figure::told("checkout_rate", median(rates), "sales/s", "whole sales of 5 requests, 16 clients; limit: the same rows, prepared, one commit for up to 64, no HTTP; to reach 0.40")
                .at_least_part(0.4, limit),
            Figure::told("checkout_p99", median(sale_tails), "ms", "whole sale, 16 clients").at_most(50.0),
            Figure::told("checkout_only_p99", median(tails), "ms", "payment start and cash, 16 clients"),
            Figure::told("checkout_single_p50", median(single), "ms", "payment start and cash, one client; limit: one bare commit; to reach 4")
                .at_most_times(4.0, commit),
            Figure::told("sale_single_p50", median(single_sale), "ms", "whole sale, one client"),
            Figure::told("checkout_cpu", median(cpus), "ms/sale", "user and system, 16 clients").at_most(0.5),
            Figure::told("rss_load", highest, "MB", "the highest while selling").at_most(300.0),
        ])
    }

    /// Checkouts on PostgreSQL.
    fn postgres(&self, server: &str) -> Result<Figure, Fault> {
        say("checkouts on PostgreSQL");
        let directory = self.arguments.directory.join("postgres");
        data::copy(&self.company, &directory)?;
        let url = postgres::copy(server, &self.arguments.program, &directory)?;
        let server = Server::start(&self.arguments.program, &directory, Some(&url))?;
        let rates: Result<Vec<f64>, Fault> = (0..self.arguments.rounds)
            .map(|_| Ok(checkout::run(&server, data::TILLS, self.time())?.rate))
            .collect();
        Ok(Figure::told(
            "checkout_rate_pg",
            median(rates?),
            "sales/s",
            "as checkout_rate, on PostgreSQL 15 with its data in memory where there is room",
        ))
    }

    /// Makes a store with so many past sales and measures everything that reads or adds to them.
    fn grown(&self, orders: usize) -> Result<Grown, Fault> {
        let directory = self.arguments.directory.join("grown");
        data::copy(&self.company, &directory)?;
        say(&format!("writing {orders} past sales"));
        self.write_orders(&directory, orders)?;
        let server = Server::start(&self.arguments.program, &directory, None)?;
        let cold_start = server.cold_start;
        std::thread::sleep(Duration::from_secs(1));
        let (idle, _) = server.memory()?;
        let days = days(&directory)?;
        say("looking up");
        let barcodes = reading::barcodes(&server, 2_000)?;
        let searches = reading::searches(&server, data::TILLS, self.time())?;
        let paths = reading::history_paths(&server, &days)?;
        let (history, pages) = reading::history(&server, &paths)?;
        say("selling");
        let run = checkout::run(&server, data::TILLS, self.time() * 2)?;
        Ok(Grown {
            cold_start,
            run,
            barcodes,
            searches,
            history,
            pages,
            memory: server.memory()?,
            idle,
        })
    }

    /// The end of a long day.
    fn close(&self) -> Result<Figure, Fault> {
        let directory = self.arguments.directory.join("statement");
        data::copy(&self.company, &directory)?;
        self.write_orders(&directory, statement::ORDERS)?;
        say("calculating a statement");
        let server = Server::start(&self.arguments.program, &directory, None)?;
        statement::figure(&server, self.arguments.rounds)
    }

    fn write_orders(&self, directory: &Path, orders: usize) -> Result<(), Fault> {
        // The heads of the journals come into being with the first entry of each till.
        let server = Server::start(&self.arguments.program, directory, None)?;
        for till in 0..data::TILLS {
            checkout::Till::open(server.address, till)?.sell(till * 3)?;
        }
        drop(server);
        let mut connection = data::open(directory)?;
        connection.set_prepared_statement_cache_capacity(64);
        let mut chains = Chains::read(directory, &connection)?;
        let batch = 50_000;
        for start in (0..orders).step_by(batch) {
            let tx = connection.transaction()?;
            for number in start..orders.min(start + batch) {
                self.template
                    .write(&tx, number, orders, Some(&mut chains))?;
            }
            tx.commit()?;
        }
        Template::move_counters(&connection, orders)?;
        chains.store(&connection)?;
        drop(connection);
        let start = Instant::now();
        data::index(directory)?;
        say(&format!(
            "their words are in the index after {:.0} s",
            start.elapsed().as_secs_f64()
        ));
        data::settle(directory)
    }
}

/// Periods of the order history: the last day, a week, a month, and everything.
fn days(directory: &Path) -> Result<Vec<(String, String)>, Fault> {
    let connection = data::open(directory)?;
    let last = "(SELECT MAX(business_date) FROM sales_order WHERE order_no > 100000)";
    let sql = format!(
        "SELECT date({last}, '-' || column1 || ' days') || ' ' || {last} \
         FROM (VALUES (0), (7), (31), (4000))"
    );
    Ok(data::column(&connection, &sql)?
        .iter()
        .filter_map(|text| text.split_once(' '))
        .map(|(from, to)| (from.to_owned(), to.to_owned()))
        .collect())
}

impl Grown {
    fn figures(&self, small: &Self, orders: usize) -> Vec<Figure> {
        let growth = |name: &str, large: f64, small: f64, unit| {
            Figure::told(
                &format!("{name}_growth"),
                large,
                unit,
                format!("at {orders} orders; limit: at 10,000; to stay under 1.5"),
            )
            .at_most_times(1.5, small)
        };
        let (small_page, large_page) = reading::growth(&small.pages, &self.pages);
        let mut slowest: Vec<&Page> = self.pages.iter().collect();
        slowest.sort_by(|a, b| b.best.total_cmp(&a.best));
        for page in slowest.iter().take(8) {
            println!("  {:>8.1} ms  {}", page.best, page.path);
        }
        vec![
            Figure::told(
                "barcode_p50",
                self.barcodes.part(0.5),
                "ms",
                "100,000 items, one client",
            )
            .at_most(0.5),
            Figure::told(
                "barcode_p99",
                self.barcodes.part(0.99),
                "ms",
                "100,000 items, one client",
            )
            .at_most(5.0),
            Figure::told(
                "item_search_p99",
                self.searches.part(0.99),
                "ms",
                format!(
                    "100,000 items, 16 people with a key each 120 ms, {} answers",
                    self.searches.len()
                ),
            )
            .at_most(10.0),
            Figure::told(
                "history_page_p99",
                self.history.part(0.99),
                "ms",
                format!(
                    "{orders} orders, {} pages of all filters",
                    self.history.len()
                ),
            )
            .at_most(20.0),
            Figure::told(
                "cold_start",
                self.cold_start.as_secs_f64() * 1_000.0,
                "ms",
                "process start to /readyz",
            )
            .at_most(500.0),
            Figure::told("rss_idle", self.idle, "MB", "after the start").at_most(80.0),
            Figure::told(
                "rss_load_grown",
                self.memory.1,
                "MB",
                "the highest under all of this",
            )
            .at_most(300.0),
            // Fewer sales a second is the growth of their cost.
            growth(
                "checkout",
                1_000.0 / self.run.rate,
                1_000.0 / small.run.rate,
                "ms/sale",
            ),
            growth("checkout_cpu", self.run.cpu, small.run.cpu, "ms/sale"),
            growth(
                "barcode",
                self.barcodes.part(0.5),
                small.barcodes.part(0.5),
                "ms",
            ),
            growth(
                "item_search",
                self.searches.part(0.5),
                small.searches.part(0.5),
                "ms",
            ),
            growth("history_page", large_page, small_page, "ms"),
        ]
    }
}

fn say(text: &str) {
    println!("  {text}");
}
