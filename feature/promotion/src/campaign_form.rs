//! Campaigns as forms fill them in.

use std::collections::BTreeSet;

use jiff::civil::Date;
use kernel::id::{ItemNo, StoreNo};
use kernel::{Currency, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::form::{ITEMS_MAX, TEXT_CHARACTERS_MAX, id, out_of_bounds, text, too_long};
use crate::rule::campaign::{Campaign, CampaignId};
use crate::rule::spelling::pieces;
use crate::{LIST_TOO_LONG, fault};

/// A campaign of gifts with purchase as head office writes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CampaignForm {
    /// Its number.
    #[schema(example = "XMAS26")]
    pub campaign_id: String,
    /// Its name on screen.
    #[schema(example = "Christmas")]
    pub name: String,
    /// The first date; null for always.
    #[schema(value_type = Option<String>, format = Date)]
    pub starting_date: Option<Date>,
    /// The last date, included; null for ever.
    #[schema(value_type = Option<String>, format = Date)]
    pub ending_date: Option<Date>,
    /// The stores in which it runs.
    #[schema(value_type = Vec<String>, example = json!(["PAR01"]))]
    pub stores: BTreeSet<StoreNo>,
    /// The currency of its amount.
    pub currency: Currency,
    /// What the lines that count must cost together, in minor units.
    #[schema(example = 20000)]
    pub qualifying_amount: i64,
    /// The item classes that count; empty for all.
    #[schema(value_type = Vec<String>, example = json!([]))]
    pub item_classes: BTreeSet<String>,
    /// The gifts to choose from, in their order.
    #[schema(value_type = Vec<String>, example = json!(["GWP-POUCH"]))]
    pub item_nos: Vec<ItemNo>,
    /// How many a customer takes over all orders; null for any number.
    #[schema(example = 1)]
    pub per_customer_limit: Option<i64>,
    /// Whether only members get it.
    pub member_only: bool,
    /// Whether lines count that a package or staff already made cheaper.
    pub stackable: bool,
}

impl CampaignForm {
    /// The form that makes a campaign.
    pub(crate) fn of(campaign: &Campaign) -> Self {
        Self {
            campaign_id: campaign.id.0.clone(),
            name: campaign.name.clone(),
            starting_date: campaign.starting_date,
            ending_date: campaign.ending_date,
            stores: campaign.stores.clone(),
            currency: campaign.currency,
            qualifying_amount: campaign.qualifying_amount,
            item_classes: campaign.families.clone(),
            item_nos: campaign.item_nos.clone(),
            per_customer_limit: campaign.per_customer_limit.map(i64::from),
            member_only: campaign.member_only,
            stackable: campaign.stackable,
        }
    }

    /// The campaign that the form makes, which may still have faults.
    ///
    /// # Errors
    /// What cannot even be kept.
    pub(crate) fn campaign(&self) -> Result<Campaign, Refusal> {
        if self.item_nos.len() > ITEMS_MAX {
            return Err(too_long(&LIST_TOO_LONG, ITEMS_MAX).at("itemNos"));
        }
        let limit = self.per_customer_limit.map(|limit| {
            let limit = pieces(limit).filter(|limit| *limit > 0);
            limit.ok_or_else(|| out_of_bounds("perCustomerLimit").with("minimum", 1_i64))
        });
        let mut seen = BTreeSet::new();
        if let Some(twice) = self.item_nos.iter().find(|item_no| !seen.insert(*item_no)) {
            let refusal = Refusal::new(&fault::ITEM_TWICE).with("itemNo", twice.as_str());
            return Err(refusal.at("itemNos"));
        }
        Ok(Campaign {
            id: CampaignId(id(&self.campaign_id, "campaignId")?),
            name: text(&self.name, TEXT_CHARACTERS_MAX, "name")?,
            starting_date: self.starting_date,
            ending_date: self.ending_date,
            stores: self.stores.clone(),
            currency: self.currency,
            qualifying_amount: self.qualifying_amount,
            families: self.item_classes.clone(),
            item_nos: self.item_nos.clone(),
            quantity_limit: 1,
            per_customer_limit: limit.transpose()?,
            member_only: self.member_only,
            stackable: self.stackable,
        })
    }
}
