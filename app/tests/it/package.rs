//! Packages and gift campaigns: written by head office, tried out, seen by baskets.

use std::collections::BTreeMap;

use kernel::id::CustomerId;
use promotion::rule::campaign::CampaignId;
use reqwest::Method;
use serde_json::{Value, json};
use shell::Outcome;
use shell::db::{Tx, params};
use testkit::{Client, Shop};
use uuid::Uuid;

const LIST: &str = "/setting/package";

/// Two of ring and earrings at 20 %.
fn pair(discount_id: &str) -> Value {
    json!({
        "discountId": discount_id, "description": "A pair, 20 % off", "priority": 10,
        "startingDate": null, "endingDate": null, "weekdays": "XXXXXXX",
        "fromTime": null, "toTime": null, "priceGroupCode": "EUR", "currency": "EUR",
        "memberOnly": false, "amountToTrigger": 0, "maxTimes": 0,
        "blockManualDiscount": false, "blockBasketDiscount": false, "couponCode": null,
        "groupDiscType": "DISC_PERCENT", "groupDiscTypeValue": 2000,
        "leastExpensiveDiscPercent": 10000,
        "groups": [{ "groupCode": "A", "groupType": "QTY", "value1": 2, "value2": 0 }],
        "items": [item(1, "RG-1", "A"), item(2, "ER-1", "A")],
    })
}

fn item(lineno: i64, item_no: &str, line_group: &str) -> Value {
    json!({
        "lineno": lineno, "itemNo": item_no, "lineGroup": line_group, "quantityOfItemNeed": 0,
        "discType": null, "dealPriceOrDiscPercent": null, "takesCustomised": false,
    })
}

/// A pair that counts.
pub(crate) async fn enable_pair(admin: &Client, discount_id: &str) {
    let made = create(admin, pair(discount_id)).await;
    set_state(admin, &made, "ENABLED").await;
}

/// A form with other members.
fn with(mut form: Value, members: &Value) -> Value {
    for (name, value) in members.as_object().unwrap() {
        form[name] = value.clone();
    }
    form
}

async fn create(admin: &Client, package: Value) -> Value {
    let body = json!({ "package": package });
    admin.post(LIST, body).await.ok()
}

async fn set_state(admin: &Client, seen: &Value, state: &str) -> Value {
    let id = seen["package"]["discountId"].as_str().unwrap();
    let body = json!({ "version": seen["version"], "state": state });
    admin.post(&format!("{LIST}/{id}/state"), body).await.ok()
}

fn field(faults: &Value) -> Vec<(String, Value, Value)> {
    let faults = faults.as_array().unwrap().iter();
    let place = |fault: &Value| {
        let key = fault["refusal"]["key"].as_str().unwrap();
        let key = key.trim_start_matches("promotion.").to_owned();
        let of = if fault["lineno"].is_null() {
            fault["groupCode"].clone()
        } else {
            fault["lineno"].clone()
        };
        (key, fault["refusal"]["field"].clone(), of)
    };
    faults.map(place).collect()
}

/// What baskets see.
async fn live(shop: &Shop) -> Vec<String> {
    shop.db()
        .read((), |tx, ()| {
            Box::pin(async move {
                let packages = promotion::store::enabled_packages(tx).await?;
                let ids = packages.iter().map(|it| it.header().id.0.clone());
                Ok(ids.collect())
            })
        })
        .await
        .unwrap()
}

/// What was written down of changes: setting, key, version, and the fields that the journal names.
async fn changes(shop: &Shop) -> Vec<(String, i64, Value)> {
    shop.db()
        .read((), |tx, ()| {
            Box::pin(async move {
                let rows = tx
                    .query(
                        "SELECT payload FROM journal_entry WHERE chain_id = 'PAR-3' AND \
                         kind = 'event' ORDER BY seq",
                        params![],
                    )
                    .await?;
                let mut told = Vec::new();
                for mut row in rows {
                    let bytes: Vec<u8> = row.read()?;
                    let event: Value =
                        serde_json::from_slice(&bytes).map_err(shell::Failure::internal)?;
                    if event["event"] == "settingChanged" {
                        let key = event["key"].as_str().unwrap_or_default().to_owned();
                        told.push((
                            key,
                            event["version"].as_i64().unwrap_or_default(),
                            event["fields"].clone(),
                        ));
                    }
                }
                Ok(told)
            })
        })
        .await
        .unwrap()
}

#[tokio::test]
async fn a_package_is_written_enabled_changed_and_each_step_is_told() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let made = create(&admin, pair("PAIR20")).await;
    assert_eq!(made["state"], "DRAFT");
    assert_eq!(made["version"], 1);
    assert_eq!(made["package"], pair("PAIR20"));
    assert_eq!(made["faults"], json!([]));
    assert_eq!(made["changedBy"], "Ada Moss");
    assert_eq!(made["items"][1]["name"], "Gouttes pearl earrings");
    assert_eq!(live(&shop).await, Vec::<String>::new());

    let enabled = set_state(&admin, &made, "ENABLED").await;
    assert_eq!(
        (&enabled["state"], &enabled["version"]),
        (&json!("ENABLED"), &json!(2))
    );
    assert_eq!(live(&shop).await, ["PAIR20"]);
    let path = format!("{LIST}/PAIR20");
    let body = json!({ "version": 2, "package": with(pair("PAIR20"), &json!({ "priority": 5 })) });
    let refused = admin.put(&path, body.clone()).await;
    assert_eq!(refused.refused(), (422, "promotion.not_editable"));

    let disabled = set_state(&admin, &enabled, "DISABLED").await;
    assert_eq!(live(&shop).await, Vec::<String>::new());
    let body = with(body, &json!({ "version": disabled["version"] }));
    let changed = admin.put(&path, body.clone()).await.ok();
    assert_eq!(changed["package"]["priority"], 5);
    assert_eq!(changed["state"], "DISABLED");
    let again = with(body.clone(), &json!({ "version": 4 }));
    let refused = admin.put(&path, again).await;
    assert_eq!(refused.refused(), (422, "promotion.not_changed"));
    let refused = admin.put(&path, body).await;
    assert_eq!(refused.refused(), (409, "promotion.changed_meanwhile"));
    assert_eq!(refused.envelope["error"]["params"]["staffName"], "Ada Moss");
    assert_eq!(admin.get(&path).await.ok(), changed);

    let told = changes(&shop).await;
    let steps: Vec<i64> = told.iter().map(|(_, version, _)| *version).collect();
    assert_eq!(steps, [1, 2, 3, 4]);
    assert_eq!(told[1].2, json!(["state"]));
    assert_eq!(told[3].2, json!(["priority"]));
}

#[tokio::test]
async fn enabling_answers_every_fault_with_its_place_and_changes_nothing() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let faulty = with(
        pair("FAULTY"),
        &json!({
            "description": "", "groupDiscTypeValue": 0, "weekdays": "-------",
            "startingDate": "2026-02-01", "endingDate": "2026-01-01",
            "groups": [
                { "groupCode": "A", "groupType": "QTY", "value1": 0, "value2": 0 },
                { "groupCode": "B", "groupType": "RANGE", "value1": 3, "value2": 2 },
            ],
            "items": [item(1, "RG-1", "A"), item(2, "RG-1", "A"), item(3, "NONE", ""),
                item(4, "ER-1", "C")],
        }),
    );
    let made = create(&admin, faulty).await;
    let answer = set_state(&admin, &made, "ENABLED").await;
    assert_eq!(
        (&answer["state"], &answer["version"]),
        (&json!("DRAFT"), &json!(1))
    );
    let found = field(&answer["faults"]);
    let expected = [
        ("blank", "description", Value::Null),
        ("dates_reversed", "endingDate", Value::Null),
        ("no_weekday", "weekdays", Value::Null),
        ("percent_out_of_bounds", "groupDiscTypeValue", Value::Null),
        ("group_needs_nothing", "value1", json!("A")),
        ("group_unused", "groupCode", json!("B")),
        ("range_reversed", "value2", json!("B")),
        ("item_twice", "itemNo", json!(2)),
        ("quantity_missing", "quantityOfItemNeed", json!(3)),
        ("group_unknown", "lineGroup", json!(4)),
        ("already_over", "endingDate", Value::Null),
        ("item_unknown", "itemNo", json!(3)),
    ];
    for (key, field, of) in expected {
        let expected = (key.to_owned(), json!(field), of);
        assert!(found.contains(&expected), "{expected:?} in {found:#?}");
    }
    assert_eq!(live(&shop).await, Vec::<String>::new());
    assert_eq!(changes(&shop).await.len(), 1, "only that it was made");
}

#[tokio::test]
async fn what_cannot_even_be_kept_is_refused_at_its_field() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    create(&admin, pair("TAKEN")).await;
    let group = json!({ "groupCode": "A", "groupType": "QTY", "value1": 2, "value2": 0 });
    let endless = json!({ "groupCode": "A", "groupType": "QTY", "value1": -1, "value2": 0 });
    let table = [
        (
            json!({ "discountId": "TAKEN" }),
            409,
            "id_taken",
            "discountId",
        ),
        (json!({ "discountId": "" }), 422, "blank", "discountId"),
        (
            json!({ "discountId": "a pair" }),
            422,
            "id_malformed",
            "discountId",
        ),
        (
            json!({ "description": "x".repeat(101) }),
            422,
            "text_too_long",
            "description",
        ),
        (
            json!({ "weekdays": "MTWTFSS" }),
            422,
            "weekdays_malformed",
            "weekdays",
        ),
        (
            json!({ "fromTime": "25:00", "toTime": "9:00" }),
            422,
            "hours_malformed",
            "fromTime",
        ),
        (
            json!({ "fromTime": "20:00" }),
            422,
            "hours_malformed",
            "toTime",
        ),
        (
            json!({ "priceGroupCode": "USD" }),
            422,
            "price_group_unknown",
            "priceGroupCode",
        ),
        (
            json!({ "maxTimes": -1 }),
            422,
            "number_out_of_bounds",
            "maxTimes",
        ),
        (
            json!({ "priority": 1_000_000 }),
            422,
            "number_out_of_bounds",
            "priority",
        ),
        (
            json!({ "groups": [group, group] }),
            422,
            "group_twice",
            "groups",
        ),
        (
            json!({ "groups": [endless] }),
            422,
            "number_out_of_bounds",
            "value1",
        ),
        (
            json!({ "items": [item(1, "A", ""), item(1, "B", "")] }),
            422,
            "row_twice",
            "items",
        ),
        (
            json!({ "items": [item(0, "A", "")] }),
            422,
            "number_out_of_bounds",
            "lineno",
        ),
        (
            json!({ "groups": vec![group.clone(); 21] }),
            422,
            "list_too_long",
            "groups",
        ),
    ];
    for (members, status, key, field) in table {
        let body = json!({ "package": with(pair("NEW"), &members) });
        let answer = admin.post(LIST, body).await;
        let key = format!("promotion.{key}");
        assert_eq!(answer.refused(), (status, key.as_str()), "{members}");
        assert_eq!(answer.envelope["error"]["field"], field, "{members}");
    }
    let missing = admin.get(&format!("{LIST}/NEW")).await;
    assert_eq!(missing.refused(), (404, "promotion.package_not_found"));
}

#[tokio::test]
async fn a_package_goes_only_the_documented_ways() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let draft = create(&admin, pair("WAYS")).await;
    let path = format!("{LIST}/WAYS");
    let refuse = async |seen: &Value, state: &str| {
        let body = json!({ "version": seen["version"], "state": state });
        let answer = admin.post(&format!("{path}/state"), body).await;
        assert_eq!(
            answer.refused(),
            (422, "promotion.state_not_possible"),
            "{state}"
        );
    };
    refuse(&draft, "DISABLED").await;
    refuse(&draft, "ARCHIVED").await;
    let enabled = set_state(&admin, &draft, "ENABLED").await;
    refuse(&enabled, "ENABLED").await;
    refuse(&enabled, "ARCHIVED").await;
    let kept = admin.delete(&format!("{path}?version=2")).await;
    assert_eq!(kept.refused(), (422, "promotion.not_a_draft"));

    shop.change("UPDATE discount_package SET ending_date = '2026-01-31'")
        .await;
    let expired = admin.get(&path).await.ok();
    assert_eq!(expired["state"], "EXPIRED");
    refuse(&expired, "DISABLED").await;
    let archived = set_state(&admin, &expired, "ARCHIVED").await;
    assert_eq!(archived["state"], "ARCHIVED");
    assert_eq!(live(&shop).await, Vec::<String>::new());

    create(&admin, pair("OUT")).await;
    let out = format!("{LIST}/OUT");
    let old = admin.delete(&format!("{out}?version=7")).await;
    assert_eq!(old.refused(), (409, "promotion.changed_meanwhile"));
    admin.delete(&format!("{out}?version=1")).await.ok();
    assert_eq!(
        admin.get(&out).await.refused(),
        (404, "promotion.package_not_found")
    );
}

#[tokio::test]
async fn packages_are_found_filtered_sorted_and_paged() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    for (id, priority, description) in [
        ("P1", 30, "Été à deux"),
        ("P2", 10, "Winter pair"),
        ("P3", 20, "Winter trio"),
    ] {
        let members = json!({ "priority": priority, "description": description });
        let made = create(&admin, with(pair(id), &members)).await;
        if id != "P3" {
            set_state(&admin, &made, "ENABLED").await;
        }
    }
    let ids = async |query: &str| {
        let page = admin.get(&format!("{LIST}?{query}")).await.ok();
        let rows = page["items"].as_array().unwrap().iter();
        let ids: Vec<String> = rows
            .map(|row| row["discountId"].as_str().unwrap().to_owned())
            .collect();
        (
            ids.join(" "),
            page["nextCursor"].clone(),
            page["total"].clone(),
        )
    };
    assert_eq!(
        ids("").await,
        ("P1 P2 P3".to_owned(), Value::Null, json!(3))
    );
    assert_eq!(ids("search=winter").await.0, "P2 P3");
    assert_eq!(ids("search=ETE").await.0, "P1");
    assert_eq!(ids("state=DRAFT").await.0, "P3");
    assert_eq!(ids("sort=priority").await.0, "P2 P3 P1");
    assert_eq!(ids("sort=priority&descending=true").await.0, "P1 P3 P2");
    let first = ids("limit=2").await;
    assert_eq!(first, ("P1 P2".to_owned(), json!("2"), json!(3)));
    assert_eq!(
        ids("limit=2&cursor=2").await,
        ("P3".to_owned(), Value::Null, json!(3))
    );
    let bad = admin.get(&format!("{LIST}?cursor=x")).await;
    assert_eq!(bad.refused(), (400, "request.malformed"));
}

#[tokio::test]
async fn the_same_key_twice_makes_one_package_and_tells_it_once() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let key = Uuid::now_v7();
    let body = json!({ "package": pair("ONCE") });
    let first = admin
        .keyed(Method::POST, LIST, key, body.clone())
        .await
        .ok();
    let second = admin.keyed(Method::POST, LIST, key, body).await.ok();
    assert_eq!(first, second);
    let other = json!({ "package": pair("TWICE") });
    let reused = admin.keyed(Method::POST, LIST, key, other).await;
    assert_eq!(reused.refused(), (422, "request.key_reused"));
    let state = json!({ "version": 1, "state": "ENABLED" });
    let path = format!("{LIST}/ONCE/state");
    for _ in 0..2 {
        let key = Uuid::from_u128(5);
        let answer = admin
            .keyed(Method::POST, &path, key, state.clone())
            .await
            .ok();
        assert_eq!(answer["version"], 2);
    }
    assert_eq!(changes(&shop).await.len(), 2);
}

#[tokio::test]
async fn only_who_may_administrate_sees_or_changes_packages_and_campaigns() {
    let shop = Shop::open().await;
    let manager = shop.log_in("manager").await;
    let campaign = "/setting/campaign";
    let version = json!({ "version": 1, "state": "ENABLED" });
    let answers = [
        manager.get(LIST).await,
        manager.get(&format!("{LIST}/X")).await,
        manager.post(LIST, json!({ "package": pair("X") })).await,
        manager
            .put(
                &format!("{LIST}/X"),
                json!({ "version": 1, "package": pair("X") }),
            )
            .await,
        manager.delete(&format!("{LIST}/X?version=1")).await,
        manager.post(&format!("{LIST}/X/state"), version).await,
        manager.post(&format!("{LIST}/try"), basket(&[])).await,
        manager.get("/setting/promotion-choice").await,
        manager.get("/setting/promotion-item").await,
        manager.get(campaign).await,
        manager.get(&format!("{campaign}/X")).await,
        manager
            .post(campaign, json!({ "campaign": gifts("X") }))
            .await,
    ];
    for answer in answers {
        assert_eq!(answer.refused(), (403, "session.forbidden"));
    }
}

fn basket(lines: &[(&str, &str, i64)]) -> Value {
    let lines = lines.iter().map(|(item_no, size_code, quantity)| {
        json!({ "itemNo": item_no, "sizeCode": size_code, "quantity": quantity })
    });
    json!({
        "storeNo": "PAR", "at": "2026-11-21T12:00:00", "isMember": false, "couponCodes": [],
        "lines": lines.collect::<Vec<_>>(), "package": null,
    })
}

#[tokio::test]
async fn a_basket_is_tried_with_and_without_a_draft() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let path = format!("{LIST}/try");
    let asked = basket(&[("RG-1", "54", 1), ("ER-1", "", 2), ("BAG", "", 1)]);
    let without = admin.post(&path, asked.clone()).await.ok();
    assert_eq!(without["applications"], json!([]));
    assert_eq!(
        without["net"],
        json!({ "minor": 154_810, "currency": "EUR" })
    );

    // 20 % of ring and one pair of earrings; the bag takes no part.
    let draft = with(asked.clone(), &json!({ "package": pair("TRY") }));
    let tried = admin.post(&path, draft.clone()).await.ok();
    assert_eq!(tried["counts"], true);
    assert_eq!(tried["discount"]["minor"], 28_380);
    assert_eq!(tried["net"]["minor"], 126_430);
    let application = &tried["applications"][0];
    assert_eq!(application["discountId"], "TRY");
    assert_eq!(application["saving"]["minor"], 28_380);
    let shares: Vec<(&Value, &Value)> = application["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .map(|piece| (&piece["line"], &piece["share"]["minor"]))
        .collect();
    assert_eq!(
        shares,
        [(&json!(0), &json!(25_800)), (&json!(1), &json!(2_580))]
    );
    assert_eq!(tried["lines"][1]["discount"]["minor"], 2_580);
    assert_eq!(tried["hints"][0]["groupCode"], "A");
    assert_eq!(tried["hints"][0]["itemNos"], json!(["RG-1", "ER-1"]));
    assert_eq!(live(&shop).await, Vec::<String>::new(), "nothing is kept");

    let evening = json!({ "fromTime": "18:00", "toTime": "20:00" });
    let late = with(
        asked.clone(),
        &json!({ "package": with(pair("TRY"), &evening) }),
    );
    let tried = admin.post(&path, late.clone()).await.ok();
    assert_eq!(
        (&tried["counts"], &tried["discount"]["minor"]),
        (&json!(false), &json!(0))
    );
    let late = with(late, &json!({ "at": "2026-11-21T19:00:00" }));
    let tried = admin.post(&path, late).await.ok();
    assert_eq!(
        (&tried["counts"], &tried["discount"]["minor"]),
        (&json!(true), &json!(28_380))
    );

    let faulty = json!({ "package": with(pair("TRY"), &json!({ "items": [] })) });
    let tried = admin.post(&path, with(asked.clone(), &faulty)).await.ok();
    assert_eq!(tried["counts"], Value::Null);
    let faults = field(&tried["faults"]);
    assert!(faults.contains(&("no_item".to_owned(), json!("items"), Value::Null)));

    // What is enabled counts by itself; a draft of the same number stands in its place.
    let made = create(&admin, pair("TRY")).await;
    set_state(&admin, &made, "ENABLED").await;
    let tried = admin.post(&path, asked.clone()).await.ok();
    assert_eq!(tried["discount"]["minor"], 28_380);
    let half = json!({ "package": with(pair("TRY"), &json!({ "groupDiscTypeValue": 5000 })) });
    let tried = admin.post(&path, with(asked, &half)).await.ok();
    assert_eq!(tried["discount"]["minor"], 70_950);
}

#[tokio::test]
async fn what_cannot_be_tried_is_refused() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let path = format!("{LIST}/try");
    let nowhere = with(basket(&[]), &json!({ "storeNo": "ROM" }));
    let table = [
        (nowhere, "store_unknown"),
        (basket(&[("NONE", "", 1)]), "item_unknown"),
        (basket(&[("NEW", "", 1)]), "item_without_price"),
        (basket(&[("BR-1", "", 0)]), "number_out_of_bounds"),
        (basket(&[("BR-1", "", 1); 61]), "list_too_long"),
    ];
    for (body, key) in table {
        let answer = admin.post(&path, body).await;
        assert_eq!(answer.refused(), (422, format!("promotion.{key}").as_str()));
    }
}

fn gifts(campaign_id: &str) -> Value {
    json!({
        "campaignId": campaign_id, "name": "Christmas", "startingDate": null, "endingDate": null,
        "stores": ["PAR"], "currency": "EUR", "qualifyingAmount": 20_000, "itemClasses": [],
        "itemNos": ["ER-1", "CARE"], "perCustomerLimit": 1, "memberOnly": false,
        "stackable": true,
    })
}

/// What orders see.
async fn running(shop: &Shop) -> Vec<String> {
    shop.db()
        .read((), |tx, ()| {
            Box::pin(async move {
                let campaigns = promotion::store::running_campaigns(tx).await?;
                Ok(campaigns.iter().map(|it| it.id.0.clone()).collect())
            })
        })
        .await
        .unwrap()
}

#[tokio::test]
async fn a_campaign_is_written_switched_on_and_changed() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let list = "/setting/campaign";
    let body = json!({ "campaign": gifts("XMAS26") });
    let key = Uuid::now_v7();
    let made = admin
        .keyed(Method::POST, list, key, body.clone())
        .await
        .ok();
    assert_eq!(
        admin
            .keyed(Method::POST, list, key, body.clone())
            .await
            .ok(),
        made
    );
    assert_eq!(made["campaign"], gifts("XMAS26"));
    assert_eq!(
        (&made["enabled"], &made["version"]),
        (&json!(false), &json!(1))
    );
    assert_eq!(made["items"][0]["itemNo"], "ER-1");
    assert_eq!(
        admin.post(list, body).await.refused(),
        (409, "promotion.id_taken")
    );
    let path = format!("{list}/XMAS26");
    let state = format!("{path}/state");
    let on = json!({ "version": 1, "enabled": true });
    let enabled = admin.post(&state, on.clone()).await.ok();
    assert_eq!(
        (&enabled["enabled"], &enabled["version"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(running(&shop).await, ["XMAS26"]);
    assert_eq!(
        admin.post(&state, on).await.refused(),
        (409, "promotion.changed_meanwhile")
    );
    let on = json!({ "version": 2, "enabled": true });
    assert_eq!(
        admin.post(&state, on).await.refused(),
        (422, "promotion.state_not_possible")
    );
    let change = json!({ "version": 2, "campaign": gifts("XMAS26") });
    assert_eq!(
        admin.put(&path, change).await.refused(),
        (422, "promotion.not_editable")
    );
    admin
        .post(&state, json!({ "version": 2, "enabled": false }))
        .await
        .ok();
    assert_eq!(running(&shop).await, Vec::<String>::new());
    let same = json!({ "version": 3, "campaign": gifts("XMAS26") });
    assert_eq!(
        admin.put(&path, same).await.refused(),
        (422, "promotion.not_changed")
    );
    let members = json!({ "stores": [], "itemNos": [], "qualifyingAmount": 0 });
    let change = json!({ "version": 3, "campaign": with(gifts("XMAS26"), &members) });
    let changed = admin.put(&path, change).await.ok();
    let faults = field(&changed["faults"]);
    let keys: Vec<&str> = faults.iter().map(|fault| fault.0.as_str()).collect();
    assert_eq!(keys, ["no_store", "amount_out_of_bounds", "no_gift"]);
    let still = admin
        .post(&state, json!({ "version": 4, "enabled": true }))
        .await
        .ok();
    assert_eq!(
        (&still["enabled"], &still["version"]),
        (&json!(false), &json!(4))
    );
    let page = admin
        .get("/setting/campaign?search=christ&enabled=false")
        .await
        .ok();
    assert_eq!(
        (&page["total"], &page["items"][0]["gifts"]),
        (&json!(1), &json!(0))
    );
    let told = changes(&shop).await;
    assert_eq!(
        told.last().unwrap().2,
        json!(["itemNos", "qualifyingAmount", "stores"])
    );
}

#[tokio::test]
async fn a_campaign_names_only_what_is_there() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let table = [
        (json!({ "stores": ["ROM"] }), "store_unknown", "stores"),
        (
            json!({ "itemClasses": ["NONE"] }),
            "class_unknown",
            "itemClasses",
        ),
        (json!({ "itemNos": ["NONE"] }), "item_unknown", "itemNos"),
        (
            json!({ "itemNos": ["CARE", "CARE"] }),
            "item_twice",
            "itemNos",
        ),
        (
            json!({ "perCustomerLimit": 0 }),
            "number_out_of_bounds",
            "perCustomerLimit",
        ),
        (json!({ "name": "x".repeat(101) }), "text_too_long", "name"),
        (json!({ "campaignId": "x" }), "id_malformed", "campaignId"),
    ];
    for (members, key, field) in table {
        let body = json!({ "campaign": with(gifts("NEW"), &members) });
        let answer = admin.post("/setting/campaign", body).await;
        assert_eq!(
            answer.refused(),
            (422, format!("promotion.{key}").as_str()),
            "{members}"
        );
        assert_eq!(answer.envelope["error"]["field"], field);
    }
    let missing = admin.get("/setting/campaign/NEW").await;
    assert_eq!(missing.refused(), (404, "promotion.campaign_not_found"));
    let choices = admin.get("/setting/promotion-choice").await.ok();
    assert_eq!(choices["stores"][1]["storeNo"], "PAR");
    assert_eq!(choices["priceGroups"][0]["currency"], "EUR");
    assert_eq!(choices["itemClasses"][0]["itemClass"], "ALL");
    let found = admin.get("/setting/promotion-item?search=care").await.ok();
    assert_eq!(found[0]["itemNo"], "CARE");
    assert_eq!(found.as_array().unwrap().len(), 1);
    let literal = admin.get("/setting/promotion-item?search=%25").await.ok();
    assert_eq!(literal, json!([]), "a percent sign is no pattern");
}

#[tokio::test]
async fn gifts_that_a_customer_had_are_counted_over_all_orders() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let customer_id = Uuid::from_u128(1);
    for _ in 0..2 {
        mei.put("/basket/salesperson", json!({ "staffId": "mei" }))
            .await
            .ok();
        let body = json!({ "customerId": customer_id });
        mei.put("/basket/customer", body).await.ok();
        mei.add("BR-1", "", 1).await.ok();
        mei.add("RG-1", "54", 1).await.ok();
        mei.start_payment().await;
        mei.pay_cash(174_000).await.ok();
    }
    let received = async || {
        shop.db()
            .read(CustomerId(customer_id), |tx, customer_id| {
                Box::pin(promotion::store::received_gifts(tx, *customer_id))
            })
            .await
            .unwrap()
    };
    assert_eq!(received().await, BTreeMap::new());
    shop.db()
        .write((), |tx, ()| Box::pin(give(tx)))
        .await
        .unwrap();
    let expected = BTreeMap::from([(CampaignId::from("XMAS26"), 2)]);
    assert_eq!(received().await, expected);
}

/// A gift on each order, as completing one writes it.
async fn give(tx: &mut Tx) -> Outcome<()> {
    let orders = tx
        .query("SELECT order_id FROM sales_order", params![])
        .await?;
    for mut order in orders {
        let order_id: Uuid = order.read()?;
        tx.execute_one(
            "INSERT INTO sales_order_line (line_id, order_id, store_no, position, item_no, \
             size_code, name, picture, quantity, unit_price, net, vat_rate, vat_amount, note, \
             campaign_id) VALUES ($1, $2, 'PAR', 9, 'CARE', '', 'Gift', '', 1, 0, 0, 0, 0, '', \
             'XMAS26')",
            params![Uuid::now_v7(), order_id],
        )
        .await?;
    }
    Ok(())
}
