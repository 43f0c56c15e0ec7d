//! The program as a process: how it starts, what it refuses, how it ends.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::{Folder, Server, first_day, free_port, refusal, vitrine};

#[test]
fn a_taken_port_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for command in ["serve", "demo"] {
        let folder = Folder::new();
        let said = refusal(vitrine(command, &folder.0).args(["--port", &port]));
        assert!(said.contains(&port) && said.contains("--port"), "{said}");
    }
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_left_alone() {
    let folder = Folder::new();
    folder
        .execute("INSERT INTO schema_version (version, name) VALUES (9999, 'tomorrow')")
        .await;
    for command in ["serve", "demo", "migrate"] {
        let port = free_port().to_string();
        let said = refusal(vitrine(command, &folder.0).args(["--port", &port]));
        assert!(said.contains("newer") && said.contains("9999"), "{said}");
    }
}

#[test]
fn a_data_directory_that_cannot_be_written_is_named() {
    let folder = Folder::new();
    let file = folder.0.join("a-file");
    std::fs::write(&file, "").unwrap();
    for data in [file.as_path(), Path::new("/proc/vitrine")] {
        let port = free_port().to_string();
        let said = refusal(vitrine("serve", data).args(["--port", &port]));
        assert!(said.contains(data.to_str().unwrap()), "{said}");
        assert!(said.contains("--data"), "says what to do: {said}");
    }
}

#[tokio::test]
async fn a_shop_is_never_opened_on_demonstration_data() {
    let folder = Folder::new();
    folder
        .execute("INSERT INTO installation (name, value) VALUES ('kind', 'DEMONSTRATION')")
        .await;
    let port = free_port().to_string();
    let said = refusal(vitrine("serve", &folder.0).args(["--port", &port]));
    assert!(said.contains("demonstration"), "{said}");
}

#[tokio::test]
async fn an_empty_database_is_set_up_once_with_the_printed_code() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let wrong = server
        .post("/setup", first_day("AAAA-BBBB-CCCC-DDDD"))
        .await;
    assert_eq!(
        (wrong.0, &wrong.1["error"]["key"]),
        (403, &json!("setup.code_wrong"))
    );
    let code = server.code();
    for (pointer, value, key, field) in [
        (
            "/administrator/password",
            json!("vitrine"),
            "session.password_short",
            "administrator.password",
        ),
        (
            "/administrator/username",
            json!("a b"),
            "session.user_name",
            "administrator.username",
        ),
        (
            "/administrator/password",
            json!("Maison Orée SAS"),
            "session.password_obvious",
            "administrator.password",
        ),
        (
            "/administrator/email",
            json!("nobody"),
            "setup.email",
            "administrator.email",
        ),
        (
            "/store/languageCode",
            json!("tlh"),
            "setup.language",
            "store.languageCode",
        ),
        (
            "/store/storeNo",
            json!("par 1"),
            "setup.number",
            "store.storeNo",
        ),
        (
            "/store/timeZone",
            json!("Europe/Atlantis"),
            "setup.time_zone",
            "store.timeZone",
        ),
        (
            "/store/countryCode",
            json!("XX"),
            "setup.country",
            "store.countryCode",
        ),
        (
            "/company/name",
            json!(" "),
            "setup.text_length",
            "company.name",
        ),
        (
            "/store/vatRate",
            json!(-1),
            "setup.vat_rate",
            "store.vatRate",
        ),
    ] {
        let mut request = first_day(&code);
        *request.pointer_mut(pointer).unwrap() = value;
        let (status, answer) = server.post("/setup", request).await;
        assert_eq!(status, 422, "{answer}");
        assert_eq!(
            (&answer["error"]["key"], &answer["error"]["field"]),
            (&json!(key), &json!(field))
        );
    }
    let (status, answer) = server.post("/setup", first_day(&code.to_lowercase())).await;
    assert_eq!(status, 200, "{answer}");
    let (status, answer) = server.post("/setup", first_day(&code)).await;
    assert_eq!(
        (status, &answer["error"]["key"]),
        (409, &json!("setup.done"))
    );
    let login = json!({ "username": "camille", "password": "four plain words here" });
    let (status, answer) = server.post("/login", login).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["data"]["storeSetting"]["storeNo"], "PAR01");
    drop(server);
    let again = Server::start(&folder.0, &[]);
    assert_eq!(again.said.len(), 1, "no code any more: {:?}", again.said);
}

/// Change is at most one highest note (domain §4.2), and the cash of a customer what the law of the country
/// lets a shop take.
pub(crate) async fn assert_cash_of_a_new_shop(server: &Server, highest_note: i64) {
    let login = json!({ "username": "camille", "password": "four plain words here" });
    let (status, answer) = server.post("/login", login).await;
    assert_eq!(status, 200, "{answer}");
    let token = answer["data"]["token"].as_str().unwrap();
    let terms = server.get("/setting/tender-store/PAR01~CASH", token).await;
    let terms = &terms["data"]["value"];
    assert_eq!(
        (&terms["overTenderAllowed"], &terms["maximumOverTender"]),
        (&json!(true), &json!(highest_note)),
        "{terms}"
    );
    for (key, resident, visitor) in [
        ("BE~2017-10-16", 300_000, 300_000),
        ("NL~2026-01-01", 299_999, 299_999),
        ("PT~2017-08-23", 299_999, 999_999),
    ] {
        let path = format!("/setting/cash-limit/{key}");
        let law = server.get(&path, token).await["data"]["value"].clone();
        assert_eq!(
            (
                &law["residentMaximum"],
                &law["visitorMaximum"],
                &law["above"]
            ),
            (&json!(resident), &json!(visitor), &json!("REFUSED")),
            "{key}"
        );
    }
}

#[tokio::test]
async fn a_new_shop_gives_change_of_one_highest_note_and_takes_the_cash_that_laws_allow() {
    for (country, currency, highest_note) in [("BE", "EUR", 50_000), ("JP", "JPY", 10_000)] {
        let folder = Folder::new();
        let server = Server::start(&folder.0, &[]);
        let mut request = first_day(&server.code());
        request["store"]["countryCode"] = json!(country);
        request["store"]["currencyCode"] = json!(currency);
        let (status, answer) = server.post("/setup", request).await;
        assert_eq!(status, 200, "{answer}");
        assert_cash_of_a_new_shop(&server, highest_note).await;
    }
}

#[tokio::test]
async fn five_wrong_codes_spend_the_code() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    for _ in 0..5 {
        let (status, _) = server
            .post("/setup", first_day("AAAA-BBBB-CCCC-DDDD"))
            .await;
        assert_eq!(status, 403);
    }
    let (status, answer) = server.post("/setup", first_day(&server.code())).await;
    assert_eq!(
        (status, &answer["error"]["key"]),
        (423, &json!("setup.code_spent"))
    );
    drop(server);
    let again = Server::start(&folder.0, &[]);
    let (status, answer) = again.post("/setup", first_day(&again.code())).await;
    assert_eq!(status, 200, "{answer}");
}

/// Everybody may ask, for ever: what it costs to be refused must be little.
#[tokio::test]
async fn no_password_is_hashed_for_whom_the_set_up_code_does_not_let_in() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let wrong = || first_day("AAAA-BBBB-CCCC-DDDD");
    for expected in [403, 403, 403, 403, 403, 423] {
        assert_eq!(server.post("/setup", wrong()).await.0, expected);
    }
    let hashes = "vitrine_password_hashes_total";
    assert_eq!(server.counted(hashes).await, 0);
    drop(server);
    let server = Server::start(&folder.0, &[]);
    let (key, right) = (uuid::Uuid::now_v7(), first_day(&server.code()));
    let first = server.keyed(key, "/setup", right.clone()).await;
    assert_eq!(first.0, 200, "{}", first.1);
    assert_eq!(server.post("/setup", right.clone()).await.0, 409);
    // Whoever has not heard the answer gets it again.
    let again = server.keyed(key, "/setup", right).await;
    assert_eq!((again.0, &again.1["data"]), (200, &first.1["data"]));
    assert_eq!(server.counted(hashes).await, 1);
}

/// A name that nobody has would be told apart by the time that no password was hashed.
#[tokio::test]
async fn a_password_is_hashed_for_a_name_that_nobody_has_too() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    server.post("/setup", first_day(&server.code())).await;
    let checks = || server.counted("vitrine_password_checks_total");
    for user in ["camille", "nobody", "what cannot be a name"] {
        let before = checks().await;
        let login = json!({ "username": user, "password": "a wrong guess" });
        assert_eq!(server.post("/login", login).await.0, 401);
        assert_eq!(checks().await, before + 1, "{user}");
    }
}

/// Each label that was counted once is kept for as long as the process lives.
#[tokio::test]
async fn words_that_clients_send_in_place_of_a_method_are_counted_together() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    for word in ["BREW-1", "BREW-2"] {
        let method = reqwest::Method::from_bytes(word.as_bytes()).unwrap();
        let address = format!("http://{}/api/v1/login", server.address);
        let answer = testkit::http().request(method, address).send().await;
        assert_eq!(answer.unwrap().status(), 405, "{word}");
    }
    let figures = server.figures().await;
    assert!(!figures.contains("BREW"), "{figures}");
    let is_of_others = |line: &&str| {
        line.starts_with("vitrine_http_requests_total") && line.contains("method=\"other\"")
    };
    let others: Vec<&str> = figures.lines().filter(is_of_others).collect();
    assert_eq!(others.len(), 1, "{figures}");
    assert!(others[0].ends_with(" 2"), "{figures}");
}

#[tokio::test]
async fn a_colleague_is_added_from_the_command_line() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    server.post("/setup", first_day(&server.code())).await;
    let add = |user: &str, store: &str, password: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vitrine"))
            .args(["staff", "add", "--data"])
            .arg(&folder.0)
            .args([
                "--username",
                user,
                "--first-name",
                "Ada",
                "--last-name",
                "Moss",
            ])
            .args(["--group", "ADMIN", "--store", store])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "{password}").unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(text).unwrap())
    };
    let (done, said) = add("ada", "LYO01", "some other plain words");
    assert!(!done && said.contains("PAR01"), "{said}");
    let (done, said) = add("ada", "PAR01", "short");
    assert!(!done && said.contains("15"), "{said}");
    let (done, said) = add("Ada", "PAR01", "some other plain words");
    assert!(done, "{said}");
    let login = json!({ "username": "ada", "password": "some other plain words" });
    let (status, answer) = server.post("/login", login).await;
    assert_eq!(status, 200, "{answer}");
    let (done, said) = add("ada", "PAR01", "some other plain words");
    assert!(!done && said.contains("already"), "{said}");
}

#[test]
fn a_request_in_flight_is_finished_before_the_program_ends() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0, &[]);
    let body = json!({ "username": "nobody", "password": "wrong" }).to_string();
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = format!(
        "POST /api/v1/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         expect: 100-continue\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .unwrap();
    // The server asks for the body: it has begun with the request.
    let mut interim = [0; 25];
    stream.read_exact(&mut interim).unwrap();
    assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");
    server.terminate();
    std::thread::sleep(Duration::from_millis(300));
    assert!(server.child.try_wait().unwrap().is_none(), "it waits");
    stream.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn a_flag_beats_the_environment_and_the_environment_the_file() {
    let taken: Vec<TcpListener> = (0..3)
        .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
        .collect();
    let ports: Vec<String> = taken
        .iter()
        .map(|listener| listener.local_addr().unwrap().port().to_string())
        .collect();
    let folder = Folder::new();
    std::fs::write(
        folder.0.join("vitrine.toml"),
        format!("port = {}\n", ports[0]),
    )
    .unwrap();
    let from_file = refusal(&mut vitrine("serve", &folder.0));
    assert!(from_file.contains(&ports[0]), "{from_file}");
    let from_environment = refusal(vitrine("serve", &folder.0).env("VITRINE_PORT", &ports[1]));
    assert!(from_environment.contains(&ports[1]), "{from_environment}");
    let from_flag = refusal(
        vitrine("serve", &folder.0)
            .env("VITRINE_PORT", &ports[1])
            .args(["--port", &ports[2]]),
    );
    assert!(from_flag.contains(&ports[2]), "{from_flag}");
    std::fs::write(folder.0.join("vitrine.toml"), "prot = 1\n").unwrap();
    let misspelt = refusal(&mut vitrine("serve", &folder.0));
    assert!(misspelt.contains("prot"), "{misspelt}");
}

#[test]
fn the_description_of_the_api_is_printed() {
    let output = Command::new(env!("CARGO_BIN_EXE_vitrine"))
        .arg("openapi")
        .output()
        .unwrap();
    let description: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(description["openapi"].as_str().unwrap().starts_with("3.1"));
    assert!(description["paths"]["/basket/scan"]["post"].is_object());
}

#[tokio::test]
async fn secrets_are_never_printed() {
    let secret = "hunter2-and-more";
    let help = vitrine("serve", Path::new("data"))
        .arg("--help")
        .env(
            "DATABASE_URL",
            format!("postgres://shop:{secret}@localhost/shop"),
        )
        .env(
            "VITRINE_SMTP_URL",
            format!("smtp://shop:{secret}@localhost"),
        )
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(
        help.contains("--smtp-url") && !help.contains(secret),
        "{help}"
    );

    let folder = Folder::new();
    let smtp = format!("smtp://shop:{secret}@127.0.0.1:9");
    let mut server = Server::start(&folder.0, &["--log", "trace", "--smtp-url", &smtp]);
    server.post("/setup", first_day(&server.code())).await;
    let login = json!({ "username": "camille", "password": "four plain words here" });
    let (_, answer) = server.post("/login", login).await;
    let token = answer["data"]["token"].as_str().unwrap().to_owned();
    let figures = server.figures().await;
    server.terminate();
    let mut logs = String::new();
    let mut stderr = server.child.stderr.take().unwrap();
    stderr.read_to_string(&mut logs).unwrap();
    assert!(logs.contains("logged in"), "the log tells what happened");
    let code = server.code();
    for hidden in [secret, "four plain words here", &token, &code] {
        assert!(
            !logs.contains(hidden) && !figures.contains(hidden),
            "{hidden}"
        );
    }
}

#[tokio::test]
async fn a_panic_in_a_handler_is_an_answer_and_the_program_lives() {
    let shop = testkit::Shop::open().await;
    let api = axum::Router::new()
        .route("/api/v1/panic", axum::routing::get(panic_now))
        .route("/api/v1/fine", axum::routing::get(|| async { "fine" }));
    let figures = metrics_exporter_prometheus::PrometheusBuilder::new()
        .build_recorder()
        .handle();
    let router = app::router::router(api, shop.shell.clone(), PathBuf::new(), figures, &[]);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    for _ in 0..3 {
        let answer = reqwest::get(format!("http://{address}/api/v1/panic"))
            .await
            .unwrap();
        assert_eq!(answer.status(), 500);
        let envelope: Value = answer.json().await.unwrap();
        assert_eq!(envelope["success"], false);
        assert!(!envelope.to_string().contains("a secret of the panic"));
    }
    let fine = reqwest::get(format!("http://{address}/api/v1/fine"))
        .await
        .unwrap();
    assert_eq!(fine.status(), 200);
}

async fn panic_now() -> &'static str {
    panic!("a secret of the panic")
}
