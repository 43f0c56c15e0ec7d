//! A shop with orders, and a till that asks.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt as _;
use jiff::Timestamp;
use journal::Signer;
use kernel::id::{OrderId, SessionId};
use order::{OrderState, PaperPart};
use serde_json::{Value as Json, json};
use session::Actor;
use shell::db::{FromValue, Value};
use shell::event::Events;
use shell::mail::Mailer;
use shell::{Clock, Shell, params};
use test_database::Database;
use tower::ServiceExt as _;
use uuid::Uuid;

/// 11:00 in Paris.
pub(crate) const NOW: &str = "2026-11-21T10:00:00Z";

pub(crate) struct Shop {
    pub(crate) shell: Shell,
    pub(crate) signer: Arc<Signer>,
    pub(crate) mailer: Option<Mailer>,
    /// How long a paper may take to be laid out, when not as long as usual.
    pub(crate) layout_time: Option<Duration>,
    /// What other features add to papers.
    pub(crate) parts: Vec<Arc<dyn PaperPart>>,
    #[expect(dead_code, reason = "it is removed when the shop closes")]
    database: Database,
}

/// An order to seed.
#[derive(Clone)]
pub(crate) struct Sale {
    pub(crate) no: u128,
    pub(crate) store: &'static str,
    pub(crate) at: &'static str,
    pub(crate) date: &'static str,
    pub(crate) staff: &'static str,
    pub(crate) customer: Option<Uuid>,
    pub(crate) tender: &'static str,
    pub(crate) total: i64,
    pub(crate) items: &'static [&'static str],
}

/// One ring for 120 euro, this morning.
pub(crate) const SALE: Sale = Sale {
    no: 1,
    store: "PAR01",
    at: "2026-11-21T09:00:00Z",
    date: "2026-11-21",
    staff: "CAM",
    customer: None,
    tender: "CASH",
    total: 12_000,
    items: &["RG-1"],
};

/// The customer Inès Moreau.
pub(crate) const INES: Uuid = Uuid::from_u128(0xc1);
/// A customer whose name attacks spreadsheets.
pub(crate) const HOSTILE: Uuid = Uuid::from_u128(0xc2);

impl Sale {
    pub(crate) fn id(&self) -> OrderId {
        OrderId(Uuid::from_u128(0x1000 + self.no))
    }

    pub(crate) fn receipt_no(&self) -> String {
        format!("R-{}-{:06}", self.store, self.no)
    }
}

/// Somebody of a group at the first till of a store.
pub(crate) fn actor(store: &str, permissions: &[&str]) -> Actor {
    Actor {
        session_id: SessionId(Uuid::from_u128(1)),
        staff_id: "CAM".into(),
        name: "Camille Aubry".to_owned(),
        store_no: store.into(),
        terminal_no: format!("{store}-T1").as_str().into(),
        permissions: Arc::new(
            permissions
                .iter()
                .map(|it| (*it).to_owned())
                .collect::<BTreeSet<_>>(),
        ),
        recalls: (0, 0),
        since: NOW.parse().unwrap(),
    }
}

pub(crate) fn camille() -> Actor {
    actor("PAR01", &["order.view", "order.reprint"])
}

const SET_UP: &str = "
INSERT INTO company VALUES ('FR', 'Vitrine SAS', 'FR', '123 456 824 00017', 'FR 40 123 456 824');
INSERT INTO store (store_no, company_no, name, address, postal_code, city, country_code, telephone, currency_code, time_zone, language_code, force_language_receipt, end_of_business_day, vat_posting_group, deductible_vat_posting_group, duty_free, cash_rounding_step, price_rounding_step, do_not_allow_negative_inventory, is_show_qr_code, recall_minutes, redirect_url, status, receipt_printer) VALUES ('PAR01', 'FR', 'Paris Sèvres', '41 Rue de Sèvres', '75006', 'Paris', 'FR',
  '+33 1 42 00 11 22', 'EUR', 'Europe/Paris', 'fr', NULL, 240, 'FR', 'FR', FALSE, 1, 1, TRUE, TRUE, 5, '/sale',
  'OPEN', NULL);
INSERT INTO store (store_no, company_no, name, address, postal_code, city, country_code, telephone, currency_code, time_zone, language_code, force_language_receipt, end_of_business_day, vat_posting_group, deductible_vat_posting_group, duty_free, cash_rounding_step, price_rounding_step, do_not_allow_negative_inventory, is_show_qr_code, recall_minutes, redirect_url, status, receipt_printer) VALUES ('LYO01', 'FR', 'Lyon', '1 Place Bellecour', '69002', 'Lyon', 'FR', '',
  'EUR', 'Europe/Paris', 'fr', NULL, 240, 'FR', 'FR', FALSE, 1, 1, TRUE, TRUE, 5, '/sale', 'OPEN', NULL);
INSERT INTO store (store_no, company_no, name, address, postal_code, city, country_code, telephone, currency_code, time_zone, language_code, force_language_receipt, end_of_business_day, vat_posting_group, deductible_vat_posting_group, duty_free, cash_rounding_step, price_rounding_step, do_not_allow_negative_inventory, is_show_qr_code, recall_minutes, redirect_url, status, receipt_printer) VALUES ('HKG01', 'FR', 'Hong Kong', '1 Queens Road', '', 'Hong Kong', 'HK', '',
  'HKD', 'Asia/Hong_Kong', 'zh-HK', 'zh-Hant', 240, 'HK', 'HK', FALSE, 10, 1, TRUE, TRUE, 5, '/sale', 'OPEN', NULL);
INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, device_address, device_key_identifier, device_key_version, device_passphrase) VALUES ('PAR01-T1', 'PAR01', 'Till 1', '', '', '', NULL, NULL, NULL);
INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, device_address, device_key_identifier, device_key_version, device_passphrase) VALUES ('LYO01-T1', 'LYO01', 'Till 1', '', '', '', NULL, NULL, NULL);
INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, device_address, device_key_identifier, device_key_version, device_passphrase) VALUES ('HKG01-T1', 'HKG01', 'Till 1', '', '', '', NULL, NULL, NULL);
INSERT INTO salesperson (staff_id, password_hash, first_name, last_name, name_on_receipt, blocked, permission_group_code, employee_type, company_no, store_no, default_terminal_no, email, second_factor, totp_secret, last_totp_step) VALUES ('CAM', '', 'Camille', 'Aubry', 'Camille A.', FALSE, 'SALES', 'SALES', 'FR',
  'PAR01', 'PAR01-T1', NULL, FALSE, NULL, NULL);
INSERT INTO salesperson (staff_id, password_hash, first_name, last_name, name_on_receipt, blocked, permission_group_code, employee_type, company_no, store_no, default_terminal_no, email, second_factor, totp_secret, last_totp_step) VALUES ('LEO', '', 'Léo', 'Petit', 'Léo P.', FALSE, 'SALES', 'SALES', 'FR',
  'PAR01', 'PAR01-T1', NULL, FALSE, NULL, NULL);
INSERT INTO salesperson_store VALUES ('CAM', 'HKG01');
INSERT INTO item_class (item_class_code, name, position) VALUES ('RING', 'Rings', 1);
INSERT INTO item_class (item_class_code, name, position) VALUES ('BAG', 'Bags', 2);
INSERT INTO item (item_no, name, search_text, collection_code, item_class_code, product_type, unit, unit_weight, no_stock_posting, keying_in_price, stopped, discountable, sold_in_shops, vat_posting_group, pricing_method, picture, story, ranking) VALUES ('RG-1', 'Bague Étoile', 'rg-1 bague etoile', NULL, 'RING', 'JEWELLERY', 'PCS', 0,
  FALSE, FALSE, FALSE, TRUE, TRUE, 'FULL', 'FIXED', 'ring.svg', '', 1);
INSERT INTO item (item_no, name, search_text, collection_code, item_class_code, product_type, unit, unit_weight, no_stock_posting, keying_in_price, stopped, discountable, sold_in_shops, vat_posting_group, pricing_method, picture, story, ranking) VALUES ('PAPERBAG', 'Sac', 'paperbag sac', NULL, 'BAG', 'OTHER', 'PCS', 0,
  TRUE, FALSE, FALSE, TRUE, TRUE, 'FULL', 'FIXED', 'bag.svg', '', 2);
";

impl Shop {
    pub(crate) async fn open() -> Self {
        let (db, database) = Database::migrated().await;
        let shop = Self {
            shell: Shell {
                db,
                clock: Clock::manual(NOW.parse().unwrap()),
                events: Arc::new(Events::new(None)),
            },
            signer: Arc::new(Signer::new(&[7; 32])),
            mailer: None,
            layout_time: None,
            parts: Vec::new(),
            database,
        };
        for sql in SET_UP.split(";\n").filter(|sql| !sql.trim().is_empty()) {
            shop.sql(sql, params![]).await;
        }
        shop.customer(INES, 1042, ("Moreau", "Inès"), "ines.moreau@orange.fr")
            .await;
        shop.customer(HOSTILE, 1043, ("cmd|'/c calc'!A1", "=1+1;"), "x@y.example")
            .await;
        shop
    }

    pub(crate) async fn sql(&self, sql: &str, values: &[Value]) {
        let input = (sql.to_owned(), values.to_vec());
        self.shell
            .db
            .write(input, |tx, (sql, values)| {
                Box::pin(async move { Ok(tx.execute(sql, values).await?) })
            })
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// The first column of the first row.
    async fn column<T: FromValue + Send + 'static>(&self, sql: &str) -> T {
        self.shell
            .db
            .read(sql.to_owned(), |tx, sql| {
                Box::pin(async move { Ok(tx.query_one(sql, params![]).await?.read()?) })
            })
            .await
            .unwrap()
    }

    pub(crate) async fn number(&self, sql: &str) -> i64 {
        self.column(sql).await
    }

    pub(crate) async fn text(&self, sql: &str) -> String {
        self.column(sql).await
    }

    pub(crate) async fn bytes(&self, sql: &str) -> Vec<u8> {
        self.column(sql).await
    }

    async fn customer(&self, id: Uuid, no: i64, (family, given): (&str, &str), email: &str) {
        self.sql(
            "INSERT INTO customer (customer_id, customer_no, family_name, given_name, search_text, phone, email, country_code, city, language_code, is_local, last_visit_on) VALUES ($1, $2, $3, $4, '', '+33612344108', $5, 'FR', 'Paris', \
             'de', $6, NULL)",
            params![id, no, family, given, email, true],
        )
        .await;
    }

    pub(crate) async fn sell(&self, sale: &Sale) {
        let names = match sale.customer {
            Some(INES) => "ines moreau",
            _ => "",
        };
        let search = catalog::rule::search::fold(&format!(
            "{} {} {names} {} Bague Étoile",
            sale.receipt_no(),
            sale.no,
            sale.items.join(" ")
        ));
        self.sell_found_by(sale, &search).await;
    }

    /// Seeds an order with the text that it is found by.
    pub(crate) async fn sell_found_by(&self, sale: &Sale, search: &str) {
        let at: Timestamp = sale.at.parse().unwrap();
        let basket = Uuid::from_u128(0x2000 + sale.no);
        let no = i64::try_from(sale.no).unwrap();
        let till = format!("{}-T1", sale.store);
        self.sql(
            "INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, version, salesperson_id, customer_id, note, opened_by, opened_at, lease_until, due, cashier_id) VALUES ($1, $2, $3, $4, 'COMPLETED', 1, $5, NULL, '', $5, $6, $6, \
             $7, $5)",
            params![basket, sale.store, &till, no, sale.staff, at, sale.total],
        )
        .await;
        let currency = if sale.store == "HKG01" { "HKD" } else { "EUR" };
        self.sql(
            "INSERT INTO sales_order (order_id, store_no, order_no, receipt_no, order_type, terminal_no, basket_id, salesperson_id, salesperson_name, cashier_id, customer_id, currency_code, subtotal, total, rounding, pieces, note, business_date, completed_at, journal_chain, journal_seq, search_text) VALUES ($1, $2, $3, $4, 'SALE', $5, $6, $7, $7, $7, $8, $9, \
             $10, $10, 0, $11, 'Gift wrap', $12, $13, $5, 2, $14)",
            params![
                sale.id(),
                sale.store,
                no,
                sale.receipt_no(),
                &till,
                basket,
                sale.staff,
                sale.customer,
                currency,
                sale.total,
                i64::try_from(sale.items.len()).unwrap(),
                sale.date,
                at,
                search
            ],
        )
        .await;
        self.sell_parts(sale).await;
    }

    async fn sell_parts(&self, sale: &Sale) {
        let count = i64::try_from(sale.items.len()).unwrap();
        for (position, item) in (1_u128..).zip(sale.items) {
            let id = Uuid::from_u128(0x10_0000 + sale.no * 100 + position);
            let picture = format!("{}.svg", item.to_lowercase());
            self.sql(
                "INSERT INTO sales_order_line (line_id, order_id, store_no, position, item_no, size_code, name, picture, quantity, unit_price, net, vat_rate, vat_amount, note) VALUES ($1, $2, $3, $4, $5, '52', 'Bague Étoile', \
                 $6, 1, $7, $7, 200000, $8, '')",
                params![
                    id,
                    sale.id(),
                    sale.store,
                    i64::try_from(position).unwrap(),
                    *item,
                    picture,
                    sale.total / count,
                    sale.total / count / 6
                ],
            )
            .await;
        }
        self.sql(
            "INSERT INTO sales_order_tender (tender_id, order_id, store_no, position, tender_code, name, amount, tendered, change_given, attempt_id, brand, last_four, approval_code, card_receipt, salesperson_id, business_date, completed_at) VALUES ($1, $2, $3, 1, $4, $4, $5, $5, 0, NULL, NULL, \
             NULL, NULL, NULL, $6, $7, $8)",
            params![
                Uuid::from_u128(0x20_0000 + sale.no),
                sale.id(),
                sale.store,
                sale.tender,
                sale.total,
                sale.staff,
                sale.date,
                sale.at.parse::<Timestamp>().unwrap()
            ],
        )
        .await;
        self.sql(
            "INSERT INTO sales_order_vat VALUES ($1, 200000, $2, $3)",
            params![sale.id(), sale.total, sale.total / 6],
        )
        .await;
    }

    fn state(&self) -> OrderState {
        let mut state = OrderState::new(
            self.shell.clone(),
            self.signer.clone(),
            self.mailer.clone(),
            Some("https://boutique.example/"),
            self.parts.clone(),
        );
        state.layout_time = self.layout_time.unwrap_or(state.layout_time);
        state
    }

    /// Runs the jobs once.
    pub(crate) async fn run_jobs(&self) {
        for job in order::jobs(self.state()) {
            (job.run)(self.shell.clone()).await.unwrap();
        }
    }

    async fn ask(&self, actor: Actor, request: Request<Body>) -> Reply {
        let (router, _) = order::routes(self.state()).into_parts();
        let router = router
            .layer(Extension(actor))
            .layer(axum::middleware::from_fn(shell::http::envelope::wrap));
        let response = router.oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let body = response.into_body().collect().await.unwrap().to_bytes();
        Reply {
            status,
            headers,
            body: body.to_vec(),
        }
    }

    pub(crate) async fn get(&self, actor: Actor, path: &str) -> Reply {
        let request = Request::get(path).body(Body::empty()).unwrap();
        self.ask(actor, request).await
    }

    pub(crate) async fn post(&self, actor: Actor, path: &str, key: u128, body: &Json) -> Reply {
        let request = Request::post(path)
            .header("content-type", "application/json")
            .header("idempotency-key", own_key(key).to_string())
            .body(Body::from(body.to_string()))
            .unwrap();
        self.ask(actor, request).await
    }
}

/// The key of this number in this test: what is under way is known to the whole process, and each
/// test runs on a thread of its own.
fn own_key(number: u128) -> Uuid {
    let mut hasher = std::hash::DefaultHasher::new();
    std::hash::Hash::hash(&std::thread::current().id(), &mut hasher);
    Uuid::from_u128((u128::from(std::hash::Hasher::finish(&hasher)) << 64) | number)
}

pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// What a successful answer holds.
    pub(crate) fn data(&self) -> Json {
        let mut envelope = self.json();
        assert_eq!(envelope["success"], json!(true), "{envelope}");
        envelope["data"].take()
    }

    /// Status and key of a refusal.
    pub(crate) fn refusal(&self) -> (u16, String) {
        let envelope = self.json();
        assert_eq!(envelope["success"], json!(false), "{envelope}");
        let key = envelope["error"]["key"].as_str().unwrap().to_owned();
        (self.status.as_u16(), key)
    }

    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}
