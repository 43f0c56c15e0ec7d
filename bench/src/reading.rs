//! Looking things up: a barcode, a search as somebody types, the order history.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::client::{Client, Fault};
use crate::data;
use crate::figure::{Times, median};
use crate::server::Server;

/// Looks up barcodes one after the other.
pub(crate) fn barcodes(server: &Server, count: usize) -> Result<Times, Fault> {
    let mut client = Client::log_in(server.address, &data::staff_id(0))?;
    let mut times = Times::default();
    for index in 0..count {
        let path = format!("/item?limit=1&search={}", data::barcode(index * 7_919));
        let start = Instant::now();
        let answer = client.send("GET", &path, None)?;
        times.note(start.elapsed());
        if !answer
            .windows(9)
            .any(|part| part == b"\"BN-00000" || part.starts_with(b"\"BN-"))
        {
            return Err(format!("{path} found nothing").into());
        }
    }
    Ok(times)
}

/// What somebody types, letter by letter.
const TYPED: [&str; 12] = [
    "aurore ring",
    "sapphire",
    "bn-0421",
    "lagune necklace",
    "pearl",
    "comete hoop opal",
    "7700000004",
    "velours",
    "ruby signet",
    "zzzz",
    "brooch jade",
    "mistral cuff",
];

/// Searches as so many people type at once.
pub(crate) fn searches(server: &Server, clients: usize, time: Duration) -> Result<Times, Fault> {
    let prefixes: Vec<String> = TYPED
        .iter()
        .flat_map(|text| (1..=text.len()).map(|end| text[..end].replace(' ', "%20")))
        .collect();
    let paths: Vec<String> = prefixes
        .iter()
        .map(|text| format!("/item?limit=50&search={text}"))
        .collect();
    in_parallel(server, clients, time, &paths)
}

/// Pages of the order history under every kind of filter, `today` being the last day with sales.
pub(crate) fn history_paths(
    server: &Server,
    days: &[(String, String)],
) -> Result<Vec<String>, Fault> {
    let mut client = Client::log_in(server.address, "manager")?;
    let words = [
        "",
        "pearl",
        "moretti",
        "lagune%20ring",
        "bn-000777",
        "zzzz",
        "re",
        "zircon%20tiara",
        "moretti%20opal",
        "p",
        "r-par01-1",
        "ring%20pearl%20m",
    ];
    let mut paths = Vec::new();
    for (from, to) in days {
        for word in words {
            for rest in [
                "",
                "&staffId=till03",
                "&tenderCode=CASH",
                "&tenderCode=VISA",
                "&staffId=till03&tenderCode=VISA",
            ] {
                paths.push(format!("/order?from={from}&to={to}&search={word}{rest}"));
            }
        }
    }
    let (from, to) = days.last().cloned().unwrap_or_default();
    for filter in ["", "&staffId=till03", "&tenderCode=CASH", "&search=pearl"] {
        let path = format!("/order?from={from}&to={to}&limit=200{filter}");
        paths.extend(deep_pages(&mut client, &path)?);
    }
    Ok(paths)
}

/// Pages, each from the cursor of the one before.
fn deep_pages(client: &mut Client, path: &str) -> Result<Vec<String>, Fault> {
    let (mut paths, mut cursor) = (Vec::new(), String::new());
    for _ in 0..20 {
        let path = format!("{path}{cursor}");
        let page = client.call("GET", &path, None)?;
        paths.push(path);
        let Some(next) = page["nextCursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={}", next.replace('+', "%2B").replace(':', "%3A"));
    }
    Ok(paths)
}

/// A page of the order history.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// What was asked.
    pub path: String,
    /// How many orders came.
    pub orders: usize,
    /// The quickest answer, in milliseconds.
    pub best: f64,
}

/// How long all pages take, and each.
pub(crate) fn history(server: &Server, paths: &[String]) -> Result<(Times, Vec<Page>), Fault> {
    let mut client = Client::log_in(server.address, "manager")?;
    let mut times = Times::default();
    let mut pages = Vec::with_capacity(paths.len());
    for path in paths {
        // The first call may find nothing in the machine's cache; the tills of a shop do not.
        let answer = client.call("GET", path, None)?;
        let mut best = f64::MAX;
        for _ in 0..3 {
            let start = Instant::now();
            client.send("GET", path, None)?;
            times.note(start.elapsed());
            best = best.min(start.elapsed().as_secs_f64() * 1_000.0);
        }
        pages.push(Page {
            path: path.clone(),
            orders: answer["items"].as_array().map_or(0, Vec::len),
            best,
        });
    }
    Ok((times, pages))
}

/// What the same questions take, at the middle, in two stores of different size, where they bring
/// as many orders: a larger store has more to show, which is not what is asked here.
pub(crate) fn growth(small: &[Page], large: &[Page]) -> (f64, f64) {
    // Of deep pages a small store has fewer.
    let is_first = |page: &&Page| !page.path.contains("limit=");
    let (small, large) = (small.iter().filter(is_first), large.iter().filter(is_first));
    let same: Vec<(f64, f64)> = small
        .zip(large)
        .filter(|(small, large)| small.orders == large.orders)
        .map(|(small, large)| (small.best, large.best))
        .collect();
    let (small, large) = same.into_iter().unzip();
    (median(small), median(large))
}

fn in_parallel(
    server: &Server,
    clients: usize,
    time: Duration,
    paths: &[String],
) -> Result<Times, Fault> {
    let next = AtomicUsize::new(0);
    let clients: Vec<Client> = (0..clients)
        .map(|client| Client::log_in(server.address, &data::staff_id(client)))
        .collect::<Result<_, _>>()?;
    let start = Instant::now();
    let done: Vec<Result<Times, Fault>> = std::thread::scope(|scope| {
        let threads: Vec<_> = clients
            .into_iter()
            .map(|mut client| {
                let next = &next;
                scope.spawn(move || {
                    let mut times = Times::default();
                    while start.elapsed() < time {
                        let index = next.fetch_add(1, Ordering::Relaxed) % paths.len();
                        let asked = Instant::now();
                        client.send("GET", &paths[index], None)?;
                        times.note(asked.elapsed());
                    }
                    Ok(times)
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|_| Err("a client panicked".into()))
            })
            .collect()
    });
    let mut times = Times::default();
    for one in done {
        times.join(one?);
    }
    Ok(times)
}
