//! Gifts on the records of customers: for birthdays, as a welcome, for a tier.

use jiff::ToSpan;
use promotion::rule::crm_gift::{CrmGift, CrmGiftKind, CrmGiftState, last_date};
use promotion::store::grant_crm_gift;
use shell::db::Tx;
use shell::{Failure, Outcome};

use super::identity;
use super::plan::{Plan, customer_id};
use crate::catalogue::Item;
use crate::company::Membership;

/// Every so many members have a gift of a kind.
const WELCOME_EVERY: usize = 3;
const TIER_EVERY: usize = 7;

pub(super) async fn write(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    let gifts: Vec<&Item> = plan
        .items
        .iter()
        .filter(|item| item.item_class == "GWP")
        .collect();
    let members = plan
        .customers
        .iter()
        .filter(|customer| customer.membership == Membership::Active);
    let month = u32::from(plan.today.month().unsigned_abs());
    for (index, customer) in members.enumerate() {
        let kinds = [
            (
                customer.birthday_month == Some(month),
                CrmGiftKind::Birthday,
                "",
            ),
            (index % WELCOME_EVERY == 0, CrmGiftKind::Welcome, ""),
            (index % TIER_EVERY == 1, CrmGiftKind::Tier, "GOLD"),
        ];
        for (place, (is_given, kind, tier)) in kinds.into_iter().enumerate() {
            if !is_given {
                continue;
            }
            // Some are in their last week, and a few are over.
            let granted_days_ago = i64::try_from((index * 13 + place * 5) % 96).unwrap_or(0);
            let granted_on = plan.today.saturating_sub(granted_days_ago.days());
            let gift = CrmGift {
                customer_id: customer_id(&customer.customer_no),
                kind,
                tier: tier.to_owned(),
                granted_on,
                valid_until: Some(last_date(granted_on)),
                state: CrmGiftState::Granted,
            };
            let name = format!("CRM gift {} {}", kind.name(), customer.customer_no);
            let item = gifts[(index + place) % gifts.len()];
            grant_crm_gift(tx, identity::of(&name), gift, &item.item_no, None)
                .await?
                .map_err(|refusal| Failure::internal(format!("{name}: {refusal:?}")))?;
        }
    }
    Ok(())
}
