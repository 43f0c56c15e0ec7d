//! Finding customers.

use axum::http::Method;
use crm::find_customer;
use serde_json::{Value as Json, json};

use crate::shop::{Desk, MANAGER, SELLER, Shop, id, ok, refused};

impl Shop {
    async fn with_people() -> Self {
        let shop = Self::open().await;
        for person in [
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
        ] {
            shop.add_of_old(person).await;
        }
        shop
    }

    async fn search(&self, desk: Desk, body: &Json) -> Json {
        self.send(desk, Method::POST, "/customer/search", body)
            .await
    }

    /// The names that a term finds.
    async fn names(&self, term: &str) -> Vec<String> {
        names(&ok(&self.search(SELLER, &json!({"term": term})).await))
    }
}

fn names(page: &Json) -> Vec<String> {
    let found = page["items"].as_array().unwrap();
    found
        .iter()
        .map(|customer| customer["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn customers_are_found_by_what_people_type() {
    let shop = Shop::with_people().await;
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
    let shop = Shop::with_people().await;
    for term in ["", " ", "a", "%%", "+"] {
        let answer = shop.search(SELLER, &json!({"term": term})).await;
        assert_eq!(
            refused(&answer),
            (422, "crm.search_term_missing", Some("term")),
            "{term:?}"
        );
        assert_eq!(answer["message"], "Please enter a name, phone or email");
    }
    let answer = shop.search(SELLER, &json!({"name": "moreau"})).await;
    assert_eq!(refused(&answer).1, "request.malformed");
}

#[tokio::test]
async fn numbers_and_addresses_are_masked_for_those_who_may_not_see_them() {
    let shop = Shop::with_people().await;
    let body = json!({"term": "ines"});
    let masked = ok(&shop.search(SELLER, &body).await);
    let expected = json!([{
        "customerId": id(1042), "name": "Inès Moreau", "phone": "+33 6 •• •• 41 08",
        "email": "I••••••@orange.fr", "country": "FR", "lastVisit": "2026-11-01",
    }]);
    assert_eq!(masked["items"], expected);
    let full = ok(&shop.search(MANAGER, &body).await);
    assert_eq!(full["items"][0]["phone"], "+33 6 12 34 41 08");
    assert_eq!(full["items"][0]["email"], "Ines.Moreau@orange.fr");
    let customer_id = json!(id(1042));
    let profile = shop.get(SELLER, &customer_id).await["profile"].clone();
    assert_eq!(profile["phoneNo"], "6 •• •• 41 08");
    assert_eq!(profile["phoneAreaCode"], "+33");
    assert_eq!(profile["email"], "I••••••@orange.fr");
    let profile = shop.get(MANAGER, &customer_id).await["profile"].clone();
    assert_eq!(profile["phoneNo"], "6 12 34 41 08");
}

#[tokio::test]
async fn a_long_list_comes_page_by_page_and_each_customer_once() {
    let shop = Shop::with_people().await;
    for no in 1..=45 {
        // Many of one name: their ids keep them apart.
        shop.add_of_old((no, "Dupont", "Marie", None, None)).await;
    }
    let mut seen = Vec::new();
    let mut sizes = Vec::new();
    let mut after = Json::Null;
    loop {
        let body = json!({"term": "dupont", "after": after});
        let page = ok(&shop.search(SELLER, &body).await);
        let items = page["items"].as_array().unwrap();
        sizes.push(items.len());
        seen.extend(items.iter().map(|item| item["customerId"].clone()));
        after = page["nextAfter"].clone();
        if after.is_null() {
            break;
        }
    }
    assert_eq!(sizes, [20, 20, 5]);
    let mut each = seen.clone();
    each.sort_by_key(ToString::to_string);
    each.dedup();
    assert_eq!(each.len(), 45);
}

#[tokio::test]
async fn a_sale_finds_its_customer_by_id_and_notes_the_visit() {
    let shop = Shop::with_people().await;
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
    for day in ["2026-11-21", "2026-11-03"] {
        shop.shell
            .db
            .write((id(1044), day.parse().unwrap()), |tx, (id, day)| {
                Box::pin(crm::note_visit(tx, *id, *day))
            })
            .await
            .unwrap();
    }
    let last = find(1044).await.unwrap().unwrap().last_visit_on;
    assert_eq!(last, Some("2026-11-21".parse().unwrap()), "the newest");
}

#[tokio::test]
async fn nobody_is_found_by_a_number_that_is_nobodys() {
    let shop = Shop::open().await;
    let path = format!("/customer/{}", id(1));
    let answer = shop.send(SELLER, Method::GET, &path, &Json::Null).await;
    assert_eq!(refused(&answer), (404, "crm.customer_not_found", None));
    assert_eq!(answer["message"], "No customer found");
}

#[tokio::test]
async fn the_areas_are_those_that_numbers_are_read_by() {
    let shop = Shop::open().await;
    let areas = ok(&shop
        .send(SELLER, Method::GET, "/customer/area", &Json::Null)
        .await);
    let areas = areas.as_array().unwrap();
    assert!(areas.contains(&json!({ "country": "HK", "areaCode": "+852" })));
    assert!(areas.len() > 200);
}
