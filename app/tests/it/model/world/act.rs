//! What steps ask the tills for.

use std::sync::atomic::Ordering;

use jiff::ToSpan as _;
use serde_json::{Value, json};
use testkit::{Answer, Client};

use super::{CARDS, CHARGED, INES, ITEMS, KINDS_OF_DEPOSIT, World};
use crate::gift_card::{CODE, number};
use crate::model::step::Step;
use crate::model::tender::{self, SLIPS, VOUCHERS};
use crate::model::{closing, code, form, terminal};

/// Head office lowers what pieces cost.
const LOWER_PRICES: &str = "UPDATE sales_price SET unit_price = unit_price - unit_price / 50";

/// A step that needs something of the tills, and what it answers is of no interest unless it is a fault.
type Asked<'a> = (&'a Client, &'a Value);

impl World {
    pub(super) async fn ask(&self, (client, basket): Asked<'_>, step: &Step) -> Option<Answer> {
        match step {
            Step::Add { item, .. } => {
                let (item_no, size_code) = ITEMS[item % ITEMS.len()];
                Some(client.add(item_no, size_code, 1).await)
            }
            Step::Remove { line, .. } => {
                let lines = basket["lines"].as_array().filter(|it| !it.is_empty())?;
                let line_id = lines[line % lines.len()]["lineId"].as_str()?;
                Some(client.delete(&format!("/basket/line/{line_id}")).await)
            }
            Step::Clear { .. } => Some(client.delete("/basket").await),
            Step::SellCard { card, minor, .. } => sell_card(client, self.card(*card), *minor).await,
            Step::SetApart { line, .. } => {
                let lines = basket["lines"].as_array().filter(|it| !it.is_empty())?;
                let line = &lines[line % lines.len()];
                let body = json!({ "deposit": line["deposit"] != true });
                let path = format!("/basket/line/{}", line["lineId"].as_str()?);
                Some(client.put(&path, body).await)
            }
            Step::TopUpCard { card, minor, .. } => {
                for at in 0..CARDS {
                    let card = self.card((card + at) % CARDS);
                    if let Some(answer) = top_up_card(client, card, *minor).await {
                        return Some(answer);
                    }
                }
                None
            }
            Step::Start { .. } => Some(client.post("/payment/start", json!({})).await),
            Step::Back { .. } => Some(client.post("/payment/back", json!({})).await),
            Step::Cash { percent, .. } => {
                let payment = client.get("/payment").await;
                let left = payment.envelope["data"]["cashRemaining"]["minor"].as_i64()?;
                Some(client.pay_cash(part(left, *percent)).await)
            }
            Step::PayByCard { card, percent, .. } => {
                pay_by_card(client, self.card(*card), *percent).await
            }
            Step::PayByCredit {
                percent,
                is_loyalty,
                ..
            } => {
                let amount = of_remaining(client, *percent).await?;
                let code = if *is_loyalty { "LOYALTY" } else { "RECYCLE" };
                Some(
                    client
                        .post(
                            "/payment/tender",
                            json!({ "tenderCode": code, "amount": amount }),
                        )
                        .await,
                )
            }
            Step::PayInDollars { percent, .. } => tender::pay_dollars(client, *percent).await,
            Step::PayByVoucher {
                voucher, is_change, ..
            } => {
                let at = self.stories * VOUCHERS * usize::from(!is_change) + voucher;
                tender::pay_by_voucher((&self.shop, client), at, *is_change).await
            }
            Step::PayBySlip { percent, slip, .. } => {
                let slip = self.stories * SLIPS + slip;
                tender::pay_by_slip(client, *percent, slip).await
            }
            Step::Tap {
                till,
                percent,
                what,
            } => {
                terminal::pay(
                    (&self.outside, &self.shop),
                    client,
                    *till,
                    (*percent, *what),
                )
                .await
            }
            Step::Scan {
                provider,
                percent,
                what,
                ..
            } => {
                code::pay(
                    (&self.outside, &self.shop),
                    client,
                    *provider,
                    (*percent, *what),
                )
                .await
            }
            Step::TakeBack { tender, .. } => {
                let payment = client.get("/payment").await;
                let tenders = payment.envelope["data"]["tenders"]
                    .as_array()
                    .cloned()
                    .unwrap_or_default();
                let chosen = tenders.get(tender % tenders.len().max(1))?["tenderId"]
                    .as_str()?
                    .to_owned();
                let asked = client.delete(&format!("/payment/tender/{chosen}")).await;
                Some(self.outside.follow(&self.shop, client, asked).await)
            }
            Step::Keep { percent, kind, .. } => {
                let terms = client.get("/basket/deposit").await;
                let total = terms.envelope["data"]["total"]["minor"].as_i64()?;
                let kind = KINDS_OF_DEPOSIT[*kind];
                let body = json!({ "amount": euro(part(total, *percent)), "kind": kind });
                Some(client.post("/basket/deposit", body).await)
            }
            Step::PayOn {
                deposit, percent, ..
            } => {
                let (path, known) = self.deposit(client, *deposit).await?;
                let left = known["balance"]["minor"].as_i64()?;
                let body = json!({ "amount": euro(part(left, *percent)) });
                Some(client.post(&format!("{path}/payment"), body).await)
            }
            Step::HandOver { deposit, line, .. } => {
                let (path, known) = self.deposit(client, *deposit).await?;
                let mut lines = known["lines"].as_array()?.clone();
                lines.retain(|line| line["orderId"].is_null());
                if lines.is_empty() {
                    return None;
                }
                let chosen = line.map(|at| vec![lines[at % lines.len().max(1)]["lineId"].clone()]);
                let body = chosen.map_or(json!({}), |ids| json!({ "lineIds": ids }));
                Some(client.post(&format!("{path}/settlement"), body).await)
            }
            Step::Cancel {
                deposit,
                by_shop,
                keep,
                ..
            } => {
                let (path, known) = self.deposit(client, *deposit).await?;
                let held = known["held"]["minor"].as_i64()?;
                let mut body = json!({
                    "withdrawnBy": if *by_shop { "SHOP" } else { "CLIENT" },
                    "reason": "Another piece",
                });
                if let Some(percent) = keep {
                    body["kept"] = euro(part(held, *percent));
                }
                Some(client.post(&format!("{path}/cancellation"), body).await)
            }
            Step::GiveBack { card, in_cash, .. } => {
                let asked = give_back(client, self.card(*card), *in_cash).await?;
                Some(self.outside.follow(&self.shop, client, asked).await)
            }
            Step::Extend { deposit, days, .. } => {
                let (path, known) = self.deposit(client, *deposit).await?;
                let last: jiff::civil::Date = known["expiresOn"].as_str()?.parse().ok()?;
                let day = last.checked_add(days.days()).unwrap();
                let body = json!({ "expiresOn": day, "reason": "Abroad until then" });
                Some(client.post(&format!("{path}/extension"), body).await)
            }
            Step::Renew { deposit, .. } => {
                let (path, _) = self.deposit(client, *deposit).await?;
                self.shop.change(LOWER_PRICES).await;
                Some(client.post(&format!("{path}/pricing"), json!({})).await)
            }
            Step::Recycle { weight, .. } => {
                recycle(
                    client,
                    *weight,
                    self.sellers.fetch_add(1, Ordering::Relaxed),
                )
                .await
            }
            Step::Withdraw { purchase, .. } => {
                let purchase = &self.purchases[purchase % self.purchases.len()];
                tender::withdraw(client, purchase).await
            }
            Step::Issue { order, what, .. } => {
                self.is_form_touched.store(true, Ordering::Relaxed);
                let order_id = one_of(&self.orders, *order)?;
                Some(form::issue(&self.outside, client, order_id, *what).await)
            }
            Step::Void { form, what, .. } => {
                self.is_form_touched.store(true, Ordering::Relaxed);
                let form_id = one_of(&self.forms, *form)?;
                Some(form::void(&self.outside, client, form_id, *what).await)
            }
            Step::Send { form, .. } => {
                self.is_form_touched.store(true, Ordering::Relaxed);
                Some(form::send(client, one_of(&self.forms, *form)?).await)
            }
            Step::Customs { form, .. } => {
                self.is_form_touched.store(true, Ordering::Relaxed);
                form::pass_customs(&self.outside, client, one_of(&self.forms, *form)?).await
            }
            Step::Close { what, .. } => closing::close(client, *what).await,
            Step::Together(..) | Step::Wait { .. } | Step::Restart => None,
        }
    }

    /// A deposit that was made in this shop, and how it stands.
    async fn deposit(&self, client: &Client, at: usize) -> Option<(String, Value)> {
        let deposit_id = self.deposits.get(at % self.deposits.len().max(1))?;
        let path = format!("/deposit/{deposit_id}");
        let known = client.get(&path).await.envelope["data"].clone();
        Some((path, known))
    }
}

/// An amount on the wire.
pub(in crate::model) fn euro(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "EUR" })
}

/// One of some, when there are any.
fn one_of(known: &[String], at: usize) -> Option<&str> {
    known.get(at % known.len().max(1)).map(String::as_str)
}

/// A part in per cent, one cent at least.
pub(in crate::model) fn part(minor: i64, percent: i64) -> i64 {
    (minor * percent / 100).max(1)
}

/// A part of what is left to be paid.
pub(in crate::model) async fn of_remaining(client: &Client, percent: i64) -> Option<Value> {
    let payment = client.get("/payment").await;
    let left = payment.envelope["data"]["remaining"]["minor"].as_i64()?;
    Some(euro(part(left, percent)))
}

async fn sell_card(client: &Client, card: usize, minor: i64) -> Option<Answer> {
    let body = json!({ "cardNo": number(card), "code": CODE });
    let available = client.post("/gift-card/available", body).await;
    if !available.status.is_success() {
        return Some(available);
    }
    let reference = available.ok()["reference"].clone();
    let body = json!({ "reference": reference, "amount": euro(minor) });
    Some(client.post("/basket/gift-card", body).await)
}

/// Puts more on a card; none when it takes no more.
async fn top_up_card(client: &Client, card: usize, minor: i64) -> Option<Answer> {
    let body = json!({ "cardNo": number(card), "code": CODE, "channel": "CARD" });
    let checked = client.post("/gift-card/check", body).await;
    let card = &checked.envelope["data"];
    if card["reference"].is_null() || !card["topUp"]["refusal"].is_null() {
        return None;
    }
    let body = json!({ "reference": card["reference"], "amount": euro(minor) });
    Some(client.post("/basket/gift-card/top-up", body).await)
}

async fn pay_by_card(client: &Client, card: usize, percent: i64) -> Option<Answer> {
    let amount = of_remaining(client, percent).await.unwrap_or(euro(CHARGED));
    let body = json!({ "cardNo": number(card), "code": CODE, "channel": "CARD" });
    let checked = client.post("/gift-card/check", body).await;
    let card = &checked.envelope["data"];
    let reference = card["reference"].clone();
    if reference.is_null() {
        return Some(checked);
    }
    let balance = card["balance"]["minor"].as_i64()?;
    let left = balance - amount["minor"].as_i64()?;
    let body = json!({ "tenderCode": "GIFTCARD", "amount": amount, "reference": reference,
        "clearsRest": (1..100).contains(&left) });
    Some(client.post("/payment/tender", body).await)
}

/// The step that is next; what came from a gift card goes to one that nobody had.
async fn give_back(client: &Client, card: usize, in_cash: bool) -> Option<Answer> {
    let payment = client.get("/payment").await;
    let step = payment.envelope["data"]["refund"]["steps"].get(0)?.clone();
    let mut body = json!({
        "originTenderId": step["originTenderId"], "amount": step["amount"], "inCash": in_cash,
    });
    if step["way"] == "NEW_GIFT_CARD" {
        let asked = json!({ "cardNo": number(card), "code": CODE });
        let available = client.post("/gift-card/available", asked).await;
        if !available.status.is_success() {
            return Some(available);
        }
        body["reference"] = available.envelope["data"]["reference"].clone();
    }
    Some(client.post("/payment/refund", body).await)
}

/// Somebody brings old gold, signs, and gets the credit.
async fn recycle(client: &Client, weight: i64, seller: u64) -> Option<Answer> {
    let body = json!({
        "kind": "NO_ORDER", "customerId": INES, "orderId": null,
        "pieces": [crate::recycling::piece("GOLD", 750, weight)],
    });
    let begun = client.post("/recycling", body).await;
    if !begun.status.is_success() {
        return Some(begun);
    }
    let id = begun.ok()["recyclingId"].as_str()?.to_owned();
    let body = json!({
        "version": begun.envelope["data"]["version"], "signature": "1,2 3,4", "warningSeen": true,
        "seller": crate::recycling::seller("1988-04-12", &format!("20FR{seller:06}")),
    });
    let signed = client.post(&format!("/recycling/{id}/agree"), body).await;
    if !signed.status.is_success() {
        return Some(signed);
    }
    let body = json!({ "version": signed.ok()["version"] });
    Some(client.post(&format!("/recycling/{id}/grant"), body).await)
}

impl Step {
    /// The till where it happens.
    pub(super) fn till(&self) -> Option<usize> {
        match self {
            Self::Add { till, .. }
            | Self::Remove { till, .. }
            | Self::Clear { till }
            | Self::SellCard { till, .. }
            | Self::SetApart { till, .. }
            | Self::TopUpCard { till, .. }
            | Self::Start { till }
            | Self::Back { till }
            | Self::Cash { till, .. }
            | Self::PayByCard { till, .. }
            | Self::PayByCredit { till, .. }
            | Self::PayInDollars { till, .. }
            | Self::PayByVoucher { till, .. }
            | Self::PayBySlip { till, .. }
            | Self::Tap { till, .. }
            | Self::TakeBack { till, .. }
            | Self::Keep { till, .. }
            | Self::PayOn { till, .. }
            | Self::HandOver { till, .. }
            | Self::Cancel { till, .. }
            | Self::GiveBack { till, .. }
            | Self::Renew { till, .. }
            | Self::Recycle { till, .. }
            | Self::Withdraw { till, .. }
            | Self::Scan { till, .. }
            | Self::Extend { till, .. }
            | Self::Issue { till, .. }
            | Self::Void { till, .. }
            | Self::Send { till, .. }
            | Self::Customs { till, .. }
            | Self::Close { till, .. } => Some(*till),
            Self::Together(..) | Self::Wait { .. } | Self::Restart => None,
        }
    }
}
