//! A boutique with its customers, and what its tills send.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, Request, Response};
use axum::{Extension, Router};
use crm::CrmState;
use http_body_util::BodyExt as _;
use journal::Signer;
use kernel::id::{CustomerId, SessionId};
use serde_json::{Value as Json, json};
use session::Actor;
use shell::event::Events;
use shell::{Clock, Shell, params};
use test_database::Database;
use tower::ServiceExt as _;
use uuid::Uuid;

pub(crate) struct Shop {
    pub(crate) shell: Shell,
    router: Router,
    #[expect(dead_code, reason = "it is removed when the shop closes")]
    database: Database,
}

/// Who sends, and from which till.
#[derive(Clone, Copy)]
pub(crate) struct Desk {
    pub(crate) staff_id: &'static str,
    pub(crate) terminal_no: &'static str,
    pub(crate) is_full: bool,
}

/// Somebody who sees all of a customer.
pub(crate) const MANAGER: Desk = Desk {
    staff_id: "mgr",
    terminal_no: "PAR01-T1",
    is_full: true,
};
/// Somebody who does not, at another till.
pub(crate) const SELLER: Desk = Desk {
    staff_id: "cam",
    terminal_no: "PAR01-T2",
    is_full: false,
};

/// Number, family name, given name, telephone number, address.
type Person = (
    i64,
    &'static str,
    &'static str,
    Option<&'static str>,
    Option<&'static str>,
);

impl Shop {
    pub(crate) async fn open() -> Self {
        let (db, database) = Database::migrated().await;
        let signer = Signer::new(&[7; 32]);
        let shell = Shell {
            db,
            clock: Clock::manual("2026-11-21T10:00:00Z".parse().unwrap()),
            events: Arc::new(Events::new(None)),
        };
        shell
            .db
            .write((), |tx, ()| {
                Box::pin(async move {
                    for sql in FOUNDATION {
                        tx.execute(sql, params![]).await?;
                    }
                    Ok(())
                })
            })
            .await
            .unwrap();
        let state = CrmState::new(shell.clone(), Arc::new(signer));
        let (router, _) = crm::routes(state).into_parts();
        let router = router.layer(axum::middleware::from_fn(shell::http::envelope::wrap));
        Self {
            shell,
            router,
            database,
        }
    }

    /// Somebody who was there before numbers were judged and changes written down.
    pub(crate) async fn add_of_old(&self, person: Person) {
        self.shell
            .db
            .write(person, |tx, (no, family, given, phone, email)| {
                Box::pin(async move {
                    let name = crm::rule::name::full_name(family, given);
                    let key = phone.map(crm::rule::profile::key_of);
                    let search = crm::rule::term::search_text(&name, *email, *no, key.as_deref());
                    tx.execute_one(
                        "INSERT INTO customer (customer_id, customer_no, family_name, given_name, \
                         search_text, phone, phone_key, email, email_key, country_code, city, \
                         language_code, is_local, last_visit_on) \
                         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'FR', 'Paris', 'fr', $10, \
                         '2026-11-01')",
                        params![
                            id(*no).0,
                            *no,
                            *family,
                            *given,
                            search,
                            *phone,
                            key,
                            *email,
                            email.map(str::to_lowercase),
                            true
                        ],
                    )
                    .await?;
                    Ok(())
                })
            })
            .await
            .unwrap();
    }

    pub(crate) async fn response(
        &self,
        desk: Desk,
        method: Method,
        path: &str,
        key: Uuid,
        body: &Json,
    ) -> Response<Body> {
        let mut permissions = BTreeSet::from(["crm.search".to_owned()]);
        if desk.is_full {
            permissions.insert("crm.viewFull".to_owned());
        }
        let actor = Actor {
            session_id: SessionId(Uuid::nil()),
            staff_id: desk.staff_id.into(),
            name: "Camille Aubry".to_owned(),
            store_no: "PAR01".into(),
            terminal_no: desk.terminal_no.into(),
            permissions: Arc::new(permissions),
            recalls: (0, 0),
            since: self.shell.clock.now(),
        };
        let body = match method {
            Method::GET => Body::empty(),
            _ => Body::from(body.to_string()),
        };
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("content-type", "application/json")
            .header("idempotency-key", key.to_string())
            .body(body)
            .unwrap();
        let router = self.router.clone().layer(Extension(actor));
        router.oneshot(request).await.unwrap()
    }

    pub(crate) async fn keyed(
        &self,
        desk: Desk,
        method: Method,
        path: &str,
        key: Uuid,
        body: &Json,
    ) -> Json {
        let response = self.response(desk, method, path, key, body).await;
        let body = response.into_body().collect().await.unwrap().to_bytes();
        serde_json::from_slice(&body).unwrap()
    }

    pub(crate) async fn send(&self, desk: Desk, method: Method, path: &str, body: &Json) -> Json {
        self.keyed(desk, method, path, Uuid::now_v7(), body).await
    }

    /// Keeps somebody new and answers what is known of them.
    pub(crate) async fn create(&self, desk: Desk, profile: Json) -> Json {
        let body = json!({ "profile": profile });
        ok(&self.send(desk, Method::POST, "/customer", &body).await)
    }

    pub(crate) async fn get(&self, desk: Desk, customer_id: &Json) -> Json {
        let path = format!("/customer/{}", customer_id.as_str().unwrap());
        ok(&self.send(desk, Method::GET, &path, &Json::Null).await)
    }

    pub(crate) async fn update(&self, desk: Desk, customer_id: &Json, body: &Json) -> Json {
        let path = format!("/customer/{}", customer_id.as_str().unwrap());
        self.send(desk, Method::PUT, &path, body).await
    }

    pub(crate) async fn number(&self, sql: &'static str) -> i64 {
        self.shell
            .db
            .read(sql, |tx, sql| {
                Box::pin(async move { Ok(tx.query_one(sql, params![]).await?.read()?) })
            })
            .await
            .unwrap()
    }

    pub(crate) async fn texts(&self, sql: &'static str) -> Vec<String> {
        self.shell
            .db
            .read(sql, |tx, sql| {
                Box::pin(async move {
                    let rows = tx.query(sql, params![]).await?;
                    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
                })
            })
            .await
            .unwrap()
    }

    /// What the journal tells of a kind, oldest first.
    pub(crate) async fn events(&self, name: &str) -> Vec<Json> {
        let payloads: Vec<Vec<u8>> = self
            .shell
            .db
            .read((), |tx, ()| {
                Box::pin(async move {
                    let rows = tx
                        .query(
                            "SELECT payload FROM journal_entry WHERE kind = 'event' ORDER BY seq",
                            params![],
                        )
                        .await?;
                    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
                })
            })
            .await
            .unwrap();
        let events = payloads
            .iter()
            .map(|payload| serde_json::from_slice::<Json>(payload).unwrap());
        events.filter(|event| event["event"] == name).collect()
    }

    pub(crate) fn minute_passes(&self) {
        self.shell.clock.advance(std::time::Duration::from_secs(60));
    }
}

/// The data of a success.
#[track_caller]
pub(crate) fn ok(answer: &Json) -> Json {
    assert_eq!(answer["success"], true, "{answer}");
    answer["data"].clone()
}

/// Code, key and field of a refusal.
#[track_caller]
pub(crate) fn refused(answer: &Json) -> (i64, &str, Option<&str>) {
    assert_eq!(answer["success"], false, "{answer}");
    (
        answer["code"].as_i64().unwrap(),
        answer["error"]["key"].as_str().unwrap(),
        answer["error"]["field"].as_str(),
    )
}

pub(crate) fn id(no: i64) -> CustomerId {
    CustomerId(Uuid::from_u128(u128::try_from(no).unwrap()))
}

const FOUNDATION: [&str; 5] = [
    "INSERT INTO company (company_no, name, country_code, registration_no, vat_no) \
     VALUES ('CO', 'Maison Test SAS', 'FR', '81234567800011', 'FR81812345678')",
    "INSERT INTO store (store_no, company_no, name, address, postal_code, city, country_code, \
     telephone, currency_code, time_zone, language_code, end_of_business_day, vat_posting_group, \
     deductible_vat_posting_group, duty_free, cash_rounding_step, price_rounding_step, \
     do_not_allow_negative_inventory, is_show_qr_code, recall_minutes, redirect_url, status) \
     VALUES ('PAR01', 'CO', 'Paris', '12 rue de Sèvres', '75006', 'Paris', 'FR', '+33 1', 'EUR', \
     'Europe/Paris', 'fr', 240, 'FR', 'FR', FALSE, 1, 1, TRUE, FALSE, 5, '/sale', 'OPEN')",
    "INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, device_address) \
     VALUES ('PAR01-T1', 'PAR01', 'Till 1', 'a', 'm', ''), \
     ('PAR01-T2', 'PAR01', 'Till 2', 'b', 'm', '')",
    "INSERT INTO salesperson (staff_id, password_hash, first_name, last_name, name_on_receipt, \
     blocked, permission_group_code, employee_type, company_no, store_no, default_terminal_no, \
     second_factor) VALUES \
     ('mgr', '', 'Hugo', 'Martin', 'Hugo', FALSE, 'MANAGER', 'MANAGER', 'CO', 'PAR01', \
     'PAR01-T1', FALSE), \
     ('cam', '', 'Camille', 'Aubry', 'Camille', FALSE, 'SALES', 'SALES', 'CO', 'PAR01', \
     'PAR01-T2', FALSE)",
    "INSERT INTO price_group (price_group_code, description, currency_code, kind, \
     rounding_precision, rounding_direction) VALUES ('EUR', 'Retail', 'EUR', 'STORE', 1, 'NEAREST')",
];
