//! Two processes of `vitrine serve` on one PostgreSQL: they sell, reserve and pay together. Nothing
//! here is for SQLite, whose file has one process.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, PASSWORD, Settings, Shop, TerminalSimulator};
use uuid::Uuid;

use crate::gift_card;
use crate::journal_events::named;
use crate::process::assert_cash_of_a_new_shop;
use crate::program::{Folder, Server, first_day, refusal, vitrine};
use crate::race::add_tills;
use crate::{deposit_race, loyalty, loyalty_race, recycling, recycling_race, voucher_race};

/// How many tills go after the last piece, half of them at each process.
const TILLS: usize = 40;
/// How often the same checkout is sent, in turn to each process.
const REPLAYS: usize = 200;
/// How many sales each till makes while the others do.
const SALES: usize = 15;

/// How many tills pay with the same card or credit.
const PAYERS: usize = 30;
/// How many bookings each of them sends to each process, all at once.
const BOOKINGS: usize = 2;
/// How many processes serve, or were not ended in order.
const RUNNING: &str = "SELECT COUNT(*) FROM installation WHERE name LIKE 'running:%'";

/// A shop that two processes serve.
struct Pair {
    shop: Shop,
    servers: [Server; 2],
    _data: Folder,
}

impl Pair {
    /// None on SQLite.
    async fn open(settings: Settings) -> Option<Self> {
        std::env::var("TEST_DATABASE_URL").ok()?;
        Some(Self::of(Shop::with(settings).await).await)
    }

    /// Of a shop on PostgreSQL that a test made ready: two processes take over from its own.
    async fn of(mut shop: Shop) -> Self {
        shop.stop().await;
        let data = data_directory();
        let url = shop.postgres_url().unwrap();
        let servers = start_two(&data.0, &url);
        Self {
            shop,
            servers,
            _data: data,
        }
    }

    /// Somebody logged in at one of the processes.
    async fn log_in(&self, at: usize, staff_id: &str) -> Client {
        let mut client = Client::at(self.servers[at % 2].address);
        client.log_in(staff_id, PASSWORD).await;
        client
    }

    async fn seller(&self, at: usize, staff_id: &str) -> Client {
        let client = self.log_in(at, staff_id).await;
        let body = json!({ "staffId": staff_id });
        client.put("/basket/salesperson", body).await.ok();
        client
    }

    /// The same person, talking to the other process with the token of the first.
    fn moved(&self, client: &Client, to: usize) -> Client {
        let mut moved = Client::at(self.servers[to].address);
        moved.use_token(client.token());
        moved
    }

    async fn assert_books_hold(&self) {
        let options = journal::VerifyOptions {
            trusted_keys: vec![journal::Signer::new(&testkit::KEY).public_key()],
            anchors: None,
        };
        let report = journal::verify(self.shop.db(), &options).await;
        assert_eq!(report.findings, [], "{report}");
    }
}

/// A data directory with the keys of the tests' shops.
fn data_directory() -> Folder {
    let data = Folder::new();
    for name in ["journal.key", "token.key"] {
        let digits: String = testkit::KEY
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        shell::private_file::create(&data.0.join(name), digits.as_bytes()).unwrap();
    }
    data
}

/// Starts both at the same moment.
fn start_two(data: &Path, url: &str) -> [Server; 2] {
    let start = || Server::start(data, &["--database-url", url]);
    std::thread::scope(|scope| {
        let other = scope.spawn(start);
        [start(), other.join().unwrap()]
    })
}

/// Starts a process that listens at whatever port is free: nobody finds it, and by its settings it listens where
/// another one does, as processes of two machines do.
fn start_anywhere(data: &Folder, url: &str) -> Server {
    let mut serve = vitrine("serve", &data.0);
    serve.args(["--port", "0", "--database-url", url]);
    let quiet = serve.stdout(Stdio::null()).stderr(Stdio::null());
    Server {
        child: quiet.spawn().unwrap(),
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        said: Vec::new(),
    }
}

/// Ends a process in order.
async fn end(mut server: Server) {
    // It says that it starts a moment before it hears that it is told to end.
    tokio::time::sleep(Duration::from_secs(1)).await;
    server.terminate();
    assert!(server.child.wait().unwrap().success());
}

/// Waits until so many processes of a shop have said in all that they start.
async fn until_started(shop: &Shop, starts: usize) {
    let began = Instant::now();
    while named(shop, "PAR", "start").await.len() < starts {
        assert!(began.elapsed() < Duration::from_secs(60), "it never starts");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn processes_that_listen_alike_on_two_machines_are_not_taken_for_one() {
    if std::env::var("TEST_DATABASE_URL").is_err() {
        return;
    }
    let mut shop = Shop::open().await;
    shop.stop().await;
    let url = shop.postgres_url().unwrap();
    let machines = [data_directory(), data_directory()];
    let first = start_anywhere(&machines[0], &url);
    until_started(&shop, 1).await;
    let second = start_anywhere(&machines[1], &url);
    until_started(&shop, 2).await;
    assert_eq!(shop.number(RUNNING).await, 2);
    let crashes = named(&shop, "PAR", "crashRecovery").await;
    assert_eq!(crashes, Vec::<Value>::new(), "nobody crashed");
    // Whoever ends takes nobody else's word back: the key stays while the first one serves.
    end(second).await;
    assert_eq!(shop.number(RUNNING).await, 1);
    let rotate = ["--database-url", url.as_str()];
    let said = refusal(vitrine("rotate-key", &machines[1].0).args(rotate));
    assert!(said.contains("serves at 127.0.0.1:0 on "), "{said}");
    // The next start of the same installation tells that it was killed.
    drop(first);
    let again = start_anywhere(&machines[0], &url);
    until_started(&shop, 3).await;
    assert_eq!(named(&shop, "PAR", "crashRecovery").await.len(), 1);
    end(again).await;
    assert_eq!(shop.number(RUNNING).await, 0);
}

#[tokio::test]
async fn a_process_of_an_older_program_that_was_killed_is_told_by_the_next_start() {
    if std::env::var("TEST_DATABASE_URL").is_err() {
        return;
    }
    let mut shop = Shop::open().await;
    shop.stop().await;
    shop.change("INSERT INTO installation (name, value) VALUES ('running:127.0.0.1:0', '3.9.0')")
        .await;
    let data = data_directory();
    let next = start_anywhere(&data, &shop.postgres_url().unwrap());
    until_started(&shop, 1).await;
    assert_eq!(named(&shop, "PAR", "crashRecovery").await.len(), 1);
    assert_eq!(shop.number(RUNNING).await, 1, "under its new name");
    end(next).await;
    assert_eq!(shop.number(RUNNING).await, 0);
}

#[tokio::test]
async fn of_tills_at_two_processes_after_one_piece_exactly_one_gets_it() {
    let Some(pair) = Pair::open(Settings::default()).await else {
        return;
    };
    add_tills(&pair.shop).await;
    let tills = join_all((1..=TILLS).map(|at| {
        let pair = &pair;
        async move { pair.seller(at, &format!("r{at}")).await }
    }))
    .await;
    let answers = join_all(tills.iter().map(|till| till.add("RG-1", "52", 1))).await;
    let (winners, losers): (Vec<_>, Vec<_>) = answers
        .iter()
        .partition(|answer| answer.status.is_success());
    assert_eq!(winners.len(), 1);
    for answer in losers {
        assert_eq!(answer.refused(), (409, "inventory.reserved_by_other"));
    }
    let reserved = "SELECT reserved FROM stock WHERE store_no = 'PAR' AND size_code = '52'";
    assert_eq!(pair.shop.number(reserved).await, 1);
}

#[tokio::test]
async fn a_job_that_is_due_runs_at_one_of_two_processes() {
    let Some(pair) = Pair::open(Settings::default()).await else {
        return;
    };
    let runs = "SELECT COUNT(*) FROM scheduled_job_run \
         WHERE job_id = 'EXPIRE_GIFTCARD' AND state = 'OK'";
    for round in 1..=5 {
        pair.shop
            .change(
                "UPDATE scheduled_job SET run_type = 'ONCE', is_planned = TRUE, next_run_at = 1 \
                 WHERE job_id = 'EXPIRE_GIFTCARD'",
            )
            .await;
        let began = Instant::now();
        while pair.shop.number(runs).await < round {
            assert!(began.elapsed() < Duration::from_secs(30), "nobody runs it");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // Both look again in the meantime.
        tokio::time::sleep(Duration::from_millis(2_500)).await;
        assert_eq!(pair.shop.number(runs).await, round);
    }
    let all = "SELECT COUNT(*) FROM scheduled_job_run WHERE job_id = 'EXPIRE_GIFTCARD'";
    assert_eq!(pair.shop.number(all).await, 5, "and none that failed");
}

#[tokio::test]
async fn a_checkout_sent_to_both_again_and_again_is_one_sale() {
    let Some(pair) = Pair::open(Settings::default()).await else {
        return;
    };
    let mei = pair.seller(0, "mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let (key, also_mei) = (Uuid::now_v7(), pair.moved(&mei, 1));
    let body = json!({ "tenderCode": "CASH", "amount": { "minor": 45_000, "currency": "EUR" } });
    let answers = join_all((0..REPLAYS).map(|at| {
        let till = if at % 2 == 0 { &mei } else { &also_mei };
        till.keyed(Method::POST, "/payment/tender", key, body.clone())
    }))
    .await;
    let first = answers[0].ok();
    assert!(
        answers.iter().all(|answer| answer.ok() == first),
        "one answer for all"
    );
    for sql in [
        "SELECT COUNT(*) FROM sales_order",
        "SELECT COUNT(*) FROM journal_entry WHERE kind = 'ticket'",
        "SELECT value FROM counter WHERE scope = 'PAR' AND name = 'order'",
    ] {
        assert_eq!(pair.shop.number(sql).await, 1, "{sql}");
    }
}

/// Sells a bag as often as is wished, in turn through each process.
async fn sell(pair: &Pair, till: &Client) -> Vec<i64> {
    let tills = [pair.moved(till, 0), pair.moved(till, 1)];
    let mut numbers = Vec::new();
    for at in 0..SALES {
        tills[at % 2].add("BAG", "", 1).await.ok();
        tills[(at + 1) % 2].start_payment().await;
        let sold = tills[at % 2].pay_cash(10).await.ok();
        let receipt = sold["order"]["receiptNo"].as_str().unwrap();
        numbers.push(receipt.rsplit('-').next().unwrap().parse().unwrap());
    }
    numbers
}

#[tokio::test]
async fn tills_that_change_from_process_to_process_sell_without_gap_or_fault() {
    let Some(pair) = Pair::open(Settings::default()).await else {
        return;
    };
    let tills = [
        pair.seller(0, "mei").await,
        pair.seller(1, "leo").await,
        pair.seller(0, "manager").await,
    ];
    let numbers = join_all(tills.iter().map(|till| sell(&pair, till))).await;
    let numbers: Vec<i64> = numbers.into_iter().flatten().collect();
    let sales = i64::try_from(tills.len() * SALES).unwrap();
    let distinct: BTreeSet<i64> = numbers.iter().copied().collect();
    assert_eq!(numbers.len(), distinct.len(), "no number twice");
    assert!(distinct.into_iter().eq(1..=sales), "and none left out");
    pair.assert_books_hold().await;
}

#[tokio::test]
async fn what_changes_through_one_holds_at_once_in_the_other() {
    let Some(pair) = Pair::open(Settings::default()).await else {
        return;
    };
    let mei = pair.seller(0, "mei").await;
    let also_mei = pair.moved(&mei, 1);
    // Both have seen the tenders, and keep them in memory.
    for till in [&mei, &also_mei] {
        till.add("BAG", "", 1).await.ok();
        till.start_payment().await;
        till.pay_cash(20).await.ok();
    }
    let none = "UPDATE tender SET maximum_over_tender = 0 WHERE tender_code = 'CASH'";
    pair.shop.change(none).await;
    mei.add("BAG", "", 1).await.ok();
    mei.start_payment().await;
    for till in [&mei, &also_mei] {
        assert_eq!(
            till.pay_cash(20).await.refused(),
            (409, "payment.over_tender_limit")
        );
    }
    mei.pay_cash(10).await.ok();
    // A session that ends at one is over at the other within a second.
    mei.get("/session").await.ok();
    also_mei.post("/logout", json!({})).await.ok();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(mei.get("/session").await.status.as_u16(), 401);
}

/// Reads a stream of live events until one that is wished, or until it ends.
async fn hear(mut stream: reqwest::Response, name: &str) -> bool {
    let wish = format!("event: {name}");
    let mut text = String::new();
    while let Ok(Some(bytes)) = stream.chunk().await {
        text += &String::from_utf8_lossy(&bytes);
        if text.contains(&wish) {
            return true;
        }
    }
    false
}

#[tokio::test]
async fn live_events_reach_the_tills_of_the_other_process() {
    let Some(pair) = Pair::open(Settings::default()).await else {
        return;
    };
    let (mei, leo) = (pair.seller(0, "mei").await, pair.seller(1, "leo").await);
    let listen = |client: &Client| client.request(Method::GET, "/events").send();
    let stock = listen(&leo).await.unwrap();
    let ended = listen(&pair.moved(&mei, 1)).await.unwrap();
    let heard = tokio::spawn(hear(stock, "stock"));
    mei.add("RG-1", "54", 1).await.ok();
    let heard = tokio::time::timeout(Duration::from_secs(5), heard).await;
    assert!(
        heard.unwrap().unwrap(),
        "leo's till was told that the ring is taken"
    );
    let heard = tokio::spawn(hear(ended, "session-ended"));
    mei.post("/logout", json!({})).await.ok();
    let heard = tokio::time::timeout(Duration::from_secs(5), heard).await;
    assert!(heard.unwrap().unwrap(), "and mei's that she logged out");
}

#[tokio::test]
async fn a_payment_is_finished_by_the_other_process_when_its_own_is_killed() {
    let terminal = TerminalSimulator::start();
    let settings = Settings {
        terminal_address: Some(terminal.address()),
        ..Settings::default()
    };
    let Some(mut pair) = Pair::open(settings).await else {
        return;
    };
    let script = json!([{ "card": "visa", "after_ms": 2_000 }]);
    terminal.script("V400m-PAR-1", script).await;
    let mei = pair.seller(0, "mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let amount = json!({ "minor": 45_000, "currency": "EUR" });
    let body = json!({ "tenderCode": "CARD", "amount": amount });
    let attempt = mei.post("/payment/attempt", body.clone()).await.ok();
    let path = format!(
        "/payment/attempt/{}",
        attempt["attemptId"].as_str().unwrap()
    );
    let mei = pair.moved(&mei, 1);
    terminal.until_asked(Duration::from_secs(4)).await;
    // SIGKILL: the terminal's answer is lost with the process that asked.
    pair.servers[0].child.kill().unwrap();
    pair.servers[0].child.wait().unwrap();
    let second = mei.post("/payment/attempt", body).await;
    assert_eq!(
        second.status.as_u16(),
        409,
        "the attempt keeps its till: {}",
        second.envelope
    );
    let began = Instant::now();
    let attempt = wait_for(&mei, &path, &["APPROVED", "FAILED", "UNKNOWN"]).await;
    println!("taken over and finished after {:.1?}", began.elapsed());
    assert_eq!(attempt["state"], "APPROVED", "{attempt}");
    assert!(attempt["order"]["receiptNo"].is_string(), "{attempt}");
    assert_eq!(terminal.captured().await, 45_000, "charged once");
    assert_eq!(
        pair.shop.number("SELECT COUNT(*) FROM sales_order").await,
        1
    );
    pair.assert_books_hold().await;
}

/// Follows an attempt until it is in one of some states.
async fn wait_for(client: &Client, path: &str, states: &[&str]) -> Value {
    let stands = |attempt: &Value| states.contains(&attempt["state"].as_str().unwrap());
    client.until(path, stands).await
}

#[tokio::test]
async fn two_processes_that_start_together_on_an_empty_database_make_one_installation() {
    let Ok(server) = std::env::var("TEST_DATABASE_URL") else {
        return;
    };
    let name = format!("vitrine_{}", Uuid::now_v7().simple());
    test_database::create(&server, &name).await;
    let data = Folder::new();
    let servers = start_two(&data.0, &format!("{server}/{name}"));
    // Each start makes a new set-up code, and the last one counts: the other is wrong or too late.
    let mut statuses = Vec::new();
    for code in [servers[0].code(), servers[1].code()] {
        statuses.push(servers[0].post("/setup", first_day(&code)).await.0);
    }
    assert!(
        [[200, 409], [403, 200]].contains(&statuses[..].try_into().unwrap()),
        "{statuses:?}"
    );
    let login = json!({ "username": "camille", "password": "four plain words here" });
    for server in &servers {
        let (status, answer) = server.post("/login", login.clone()).await;
        assert_eq!(status, 200, "{answer}");
    }
    assert_cash_of_a_new_shop(&servers[1], 50_000).await;
}

/// Tills with a basket of 10.00 that is being paid, each known to both processes. With a customer it is
/// theirs.
async fn payers(pair: &Pair, customer_id: Option<Uuid>) -> Vec<[Client; 2]> {
    let mut tills = Vec::with_capacity(PAYERS);
    for at in 1..=PAYERS {
        let till = pair.seller(at, &format!("r{at}")).await;
        till.add("BAG", "", 100).await.ok();
        if let Some(customer_id) = customer_id {
            let body = json!({ "customerId": customer_id });
            till.put("/basket/customer", body).await.ok();
        }
        till.start_payment().await;
        let other = pair.moved(&till, (at + 1) % 2);
        tills.push([till, other]);
    }
    tills
}

/// Sends all bookings at once, as tills do: what collided too often is sent again. Answers with how many
/// were taken; the others are told that nothing is left.
async fn book_at_once(bookings: Vec<(&Client, Value)>) -> usize {
    let answers = join_all(bookings.into_iter().map(|(till, body)| async move {
        loop {
            let answer = till.post("/payment/tender", body.clone()).await;
            if answer.status.as_u16() < 500 {
                return answer;
            }
        }
    }))
    .await;
    let refused = answers.iter().filter(|it| !it.status.is_success());
    for answer in refused {
        assert_eq!(answer.status.as_u16(), 409, "{}", answer.envelope);
    }
    answers.iter().filter(|it| it.status.is_success()).count()
}

fn booking(tender_code: &str, minor: i64) -> Value {
    json!({ "tenderCode": tender_code, "amount": { "minor": minor, "currency": "EUR" } })
}

#[tokio::test]
async fn tills_at_two_processes_take_from_one_gift_card_what_it_holds() {
    let Some(pair) = Pair::open(Settings::default()).await else {
        return;
    };
    add_tills(&pair.shop).await;
    // Half of what all bookings of one euro want.
    gift_card::open_cards(&pair.shop, 1, 6_000).await;
    let tills = payers(&pair, None).await;
    let mut bookings = Vec::with_capacity(2 * BOOKINGS * PAYERS);
    for till in tills.iter().flatten().flat_map(|till| [till; BOOKINGS]) {
        let checked = gift_card::check(till, &gift_card::number(1), gift_card::CODE).await;
        let mut body = booking("GIFTCARD", 100);
        body["reference"] = checked.ok()["reference"].clone();
        bookings.push((till, body));
    }
    assert_eq!(book_at_once(bookings).await, 60);
    assert_eq!(gift_card::standing(&pair.shop, 1).await.balance, 0);
    gift_card::assert_ledgers_hold(&pair.shop).await;
}

#[tokio::test]
async fn tills_at_two_processes_take_of_loyalty_credit_what_there_is() {
    if std::env::var("TEST_DATABASE_URL").is_err() {
        return;
    }
    // Earned days ago: credit is usable from the day after.
    let start = shell::Clock::system().now() - jiff::SignedDuration::from_hours(4 * 24);
    let (shop, _, _) = loyalty_race::funded(start).await;
    add_tills(&shop).await;
    let pair = Pair::of(shop).await;
    let tills = payers(&pair, Some(loyalty::INES)).await;
    let body = booking("LOYALTY", loyalty_race::EACH);
    let bookings = tills.iter().flatten().flat_map(|till| [till; BOOKINGS]);
    let winners = book_at_once(bookings.map(|till| (till, body.clone())).collect()).await;
    let expected = usize::try_from(loyalty_race::THERE / loyalty_race::EACH).unwrap();
    assert_eq!(winners, expected, "nothing is left over");
    assert!(loyalty_race::holds(&pair.shop, winners).await);
    loyalty::assert_proved(&pair.shop).await;
    pair.assert_books_hold().await;
}

#[tokio::test]
async fn tills_at_two_processes_take_of_recycling_credit_what_there_is() {
    if std::env::var("TEST_DATABASE_URL").is_err() {
        return;
    }
    let (shop, _) = recycling::open(Settings::default()).await;
    shop.change("UPDATE recycling_setting SET code_above = 1000000")
        .await;
    recycling_race::fund(&shop, shell::Clock::system().now()).await;
    add_tills(&shop).await;
    let pair = Pair::of(shop).await;
    let tills = payers(&pair, Some(recycling::INES)).await;
    let body = booking("RECYCLE", recycling_race::EACH);
    let bookings = tills.iter().flatten().flat_map(|till| [till; BOOKINGS]);
    let winners = book_at_once(bookings.map(|till| (till, body.clone())).collect()).await;
    let expected = usize::try_from(recycling_race::THERE / recycling_race::EACH).unwrap();
    assert_eq!(winners, expected, "nothing is left over");
    assert_eq!(recycling_race::left(&pair.shop, winners).await, Ok(()));
    let differences = ::recycling::verify(pair.shop.db()).await.unwrap();
    assert_eq!(differences, ::recycling::Differences::default());
    pair.assert_books_hold().await;
}

#[tokio::test]
async fn tills_at_two_processes_hand_one_deposit_over_or_pay_it_back_once() {
    if std::env::var("TEST_DATABASE_URL").is_err() {
        return;
    }
    let shop = Shop::open().await;
    let kept = deposit_race::paid(&shop.seller("mei").await).await;
    add_tills(&shop).await;
    shop.change(
        "UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id LIKE 'r%'",
    )
    .await;
    let pair = Pair::of(shop).await;
    let mut tills = Vec::with_capacity(2 * PAYERS);
    for at in 1..=PAYERS {
        let till = pair.log_in(at, &format!("r{at}")).await;
        let other = pair.moved(&till, (at + 1) % 2);
        tills.extend([till, other]);
    }
    let ends = deposit_race::race(&pair.shop, tills.iter().collect(), &kept).await;
    assert_eq!(ends.begun, 1);
    assert_eq!(ends.orders + ends.repayments, 1);
    assert_eq!(deposit::verify(pair.shop.db()).await.unwrap(), []);
    pair.assert_books_hold().await;
}

#[tokio::test]
async fn a_voucher_at_tills_of_two_processes_pays_once() {
    if std::env::var("TEST_DATABASE_URL").is_err() {
        return;
    }
    let shop = Shop::open().await;
    voucher_race::issue(&shop, 1).await;
    add_tills(&shop).await;
    let pair = Pair::of(shop).await;
    let tills = payers(&pair, None).await;
    let bookings = tills.iter().flatten().flat_map(|till| [till; BOOKINGS]);
    let bookings = bookings
        .map(|till| (till, voucher_race::booking()))
        .collect();
    let winners = book_at_once(bookings).await;
    assert!(voucher_race::holds(&pair.shop, winners).await);
    pair.assert_books_hold().await;
}
