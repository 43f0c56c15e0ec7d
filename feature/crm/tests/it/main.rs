//! The customer search as the till meets it: requests against a database of its own.

#![cfg(test)]

mod database;

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::http::Request;
use crm::{CrmState, find_customer};
use http_body_util::BodyExt as _;
use kernel::id::{CustomerId, SessionId};
use serde_json::{Value as Json, json};
use session::Actor;
use shell::event::Events;
use shell::{Clock, Shell, params};
use tower::ServiceExt as _;
use uuid::Uuid;

struct Shop {
    shell: Shell,
    #[expect(dead_code, reason = "it is removed when the shop closes")]
    directory: tempfile::TempDir,
}

/// Number, family name, given name, telephone number, address.
type Person = (
    i64,
    &'static str,
    &'static str,
    Option<&'static str>,
    Option<&'static str>,
);

const PEOPLE: [Person; 6] = [
    (
        1042,
        "Moreau",
        "Inès",
        Some("+33 6 12 34 41 08"),
        Some("Ines.Moreau@orange.fr"),
    ),
    (1043, "Moreau", "Luc", None, Some("luc@orange.fr")),
    (1044, "王", "小明", Some("+86-139-1234-5678"), None),
    (1045, "100% Müller", "Jörg_", Some("(+49) 30/123.456"), None),
    (1046, "Sato", "あきこ", None, None),
    (1047, "김", "민지", None, Some("minji@example.kr")),
];

impl Shop {
    async fn open() -> Self {
        let (db, directory) = database::fresh().await;
        let shell = Shell {
            db,
            clock: Clock::manual("2026-11-21T10:00:00Z".parse().unwrap()),
            events: Arc::new(Events::new(None)),
        };
        let shop = Self { shell, directory };
        for person in PEOPLE {
            shop.add(person).await;
        }
        shop
    }

    async fn add(&self, person: Person) {
        self.shell
            .db
            .write(person, |tx, (no, family, given, phone, email)| {
                Box::pin(async move {
                    let search = catalog::rule::search::fold(&format!("{family} {given}"));
                    tx.execute_one(
                        "INSERT INTO customer (customer_id, customer_no, family_name, given_name, \
                         search_text, phone, email, country_code, city, language_code, is_local, \
                         last_visit_on) \
                         VALUES ($1, $2, $3, $4, $5, $6, $7, 'FR', 'Paris', 'fr', $8, '2026-11-01')",
                        params![id(*no).0, *no, *family, *given, search, *phone, *email, true],
                    )
                    .await?;
                    Ok(())
                })
            })
            .await
            .unwrap();
    }

    async fn search(&self, permissions: &[&str], body: &Json) -> Json {
        let actor = Actor {
            session_id: SessionId(Uuid::nil()),
            staff_id: "CAM".into(),
            name: "Camille Aubry".to_owned(),
            store_no: "PAR01".into(),
            terminal_no: "PAR01-T1".into(),
            permissions: Arc::new(
                permissions
                    .iter()
                    .map(|it| (*it).to_owned())
                    .collect::<BTreeSet<_>>(),
            ),
            recalls: (0, 0),
            since: self.shell.clock.now(),
        };
        let state = CrmState {
            shell: self.shell.clone(),
        };
        let (router, _) = crm::routes(state).split_for_parts();
        let router = router
            .layer(Extension(actor))
            .layer(axum::middleware::from_fn(shell::http::envelope::wrap));
        let request = Request::post("/customer/search")
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        let response = router.oneshot(request).await.unwrap();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        serde_json::from_slice(&body).unwrap()
    }

    /// The names that a term finds.
    async fn names(&self, term: &str) -> Vec<String> {
        let answer = self.search(&[], &json!({"term": term})).await;
        let found = answer["data"]
            .as_array()
            .unwrap_or_else(|| panic!("{term}: {answer}"));
        found
            .iter()
            .map(|customer| customer["name"].as_str().unwrap().to_owned())
            .collect()
    }
}

fn id(no: i64) -> CustomerId {
    CustomerId(Uuid::from_u128(u128::try_from(no).unwrap()))
}

#[tokio::test]
async fn customers_are_found_by_what_people_type() {
    let shop = Shop::open().await;
    let table: [(&str, &[&str]); 18] = [
        ("moreau", &["Inès Moreau", "Luc Moreau"]),
        ("INES", &["Inès Moreau"]),
        ("Luc Moreau", &["Luc Moreau"]),
        ("1042", &["Inès Moreau"]),
        ("+33 6 12 34", &["Inès Moreau"]),
        ("0612344108", &["Inès Moreau"]),
        ("0033612344108", &["Inès Moreau"]),
        ("13912345678", &["王小明"]),
        ("030 123", &["Jörg_ 100% Müller"]),
        ("INES.moreau@", &["Inès Moreau"]),
        ("orange.fr", &["Inès Moreau", "Luc Moreau"]),
        ("王", &["王小明"]),
        ("小明王", &["王小明"]),
        ("王小明", &["王小明"]),
        ("き", &["あきこ Sato"]),
        ("민지", &["김민지"]),
        ("100%", &["Jörg_ 100% Müller"]),
        ("nobody", &[]),
    ];
    for (term, expected) in table {
        assert_eq!(shop.names(term).await, expected, "{term}");
    }
    // Signs that LIKE knows are signs like others.
    assert_eq!(shop.names("rg_").await, ["Jörg_ 100% Müller"]);
    assert_eq!(shop.names("e_n").await, [""; 0]);
}

#[tokio::test]
async fn a_search_for_nothing_is_refused() {
    let shop = Shop::open().await;
    for term in ["", " ", "a", "%%", "+"] {
        let answer = shop.search(&[], &json!({"term": term})).await;
        assert_eq!(answer["code"], json!(422), "{term:?}");
        assert_eq!(
            answer["message"],
            json!("Please enter a name, phone or email")
        );
        assert_eq!(answer["error"]["key"], json!("crm.search_term_missing"));
        assert_eq!(answer["error"]["field"], json!("term"));
    }
    let answer = shop.search(&[], &json!({"name": "moreau"})).await;
    assert_eq!(answer["error"]["key"], json!("request.malformed"));
}

#[tokio::test]
async fn numbers_and_addresses_are_masked_for_those_who_may_not_see_them() {
    let shop = Shop::open().await;
    let body = json!({"term": "ines"});
    let masked = shop.search(&["crm.search"], &body).await;
    let expected = json!([{
        "customerId": id(1042), "name": "Inès Moreau", "phone": "+33 6 •• •• 41 08",
        "email": "I••••••@orange.fr", "country": "FR", "lastVisit": "2026-11-01",
    }]);
    assert_eq!(masked["data"], expected);
    let full = shop.search(&["crm.search", "crm.viewFull"], &body).await;
    assert_eq!(full["data"][0]["phone"], json!("+33 6 12 34 41 08"));
    assert_eq!(full["data"][0]["email"], json!("Ines.Moreau@orange.fr"));
}

#[tokio::test]
async fn at_most_twenty_are_shown() {
    let shop = Shop::open().await;
    for no in 1..=30 {
        shop.add((no, "Dupont", "Marie", None, None)).await;
    }
    assert_eq!(shop.names("dupont").await.len(), 20);
}

#[tokio::test]
async fn a_sale_finds_its_customer_by_id() {
    let shop = Shop::open().await;
    let find = |no: i64| {
        shop.shell
            .db
            .read(id(no), |tx, id| Box::pin(find_customer(tx, *id)))
    };
    let customer = find(1044).await.unwrap().unwrap();
    assert_eq!(
        (customer.name.as_str(), customer.customer_no),
        ("王小明", 1044)
    );
    assert_eq!(customer.phone.as_deref(), Some("+86-139-1234-5678"));
    assert_eq!(find(1).await.unwrap(), None);
}
