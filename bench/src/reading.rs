//! Looking things up: a barcode, a search as somebody types, the order history.

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

/// From one key to the next of somebody who types quickly: 100 words a minute.
const KEY_TIME: Duration = Duration::from_millis(120);

/// Searches as so many people type at once, a search for each key. A search counts from the moment
/// of its key, also when the one before it was late.
pub(crate) fn searches(server: &Server, people: usize, time: Duration) -> Result<Times, Fault> {
    let texts: Vec<Vec<String>> = TYPED.iter().map(|text| prefixes(text)).collect();
    let clients: Vec<Client> = (0..people)
        .map(|person| Client::log_in(server.address, &data::staff_id(person)))
        .collect::<Result<_, _>>()?;
    let start = Instant::now();
    let done: Vec<Result<Times, Fault>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0_u32..)
            .zip(clients)
            .map(|(person, mut client)| {
                let texts = &texts;
                scope.spawn(move || {
                    let mut times = Times::default();
                    let mut key = start + KEY_TIME * person / u32::try_from(people)?;
                    let own = texts.iter().cycle().skip(usize::try_from(person)?);
                    for path in own.flatten() {
                        if key >= start + time {
                            break;
                        }
                        std::thread::sleep(key.saturating_duration_since(Instant::now()));
                        client.send("GET", path, None)?;
                        times.note(key.elapsed());
                        key += KEY_TIME;
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
    let mut all = Times::default();
    for times in done {
        all.join(times?);
    }
    Ok(all)
}

/// The search of each key of a text.
fn prefixes(text: &str) -> Vec<String> {
    (1..=text.len())
        .map(|end| format!("/item?limit=50&search={}", text[..end].replace(' ', "%20")))
        .collect()
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
