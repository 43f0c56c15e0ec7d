//! Keeping a salesperson, with a new password or without.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use jiff::Timestamp;
use kernel::Refusal;
use kernel::id::StaffId;
use serde::{Deserialize, Serialize};
use setting::entry::refuse_old;
use setting::rule::within_length;
use setting::{Change, Desk, NOT_CHANGED, REFERENCE_UNKNOWN, REQUIRED, write_down};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::event::Event;
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use super::{EmployeeType, SETTING, SalespersonSettingView, SalespersonValue};
use crate::admin::desk;
use crate::rule::account::{check_password, user_name};
use crate::store::staff::NewPassword;
use crate::{
    Actor, END_DATE_MISSING, END_DATE_PASSED, LAST_ADMINISTRATOR, OWN_GROUP, OnSessionEnd,
    SessionState, logout, store,
};

/// The most characters of a name.
const NAME_CHARACTERS_MAX: usize = 60;

/// A salesperson as they are to be from now on.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SaveSalespersonRequest {
    /// The version that was seen; null for somebody new.
    #[schema(example = 3)]
    version: Option<i64>,
    /// What is kept of them: all of it.
    value: SalespersonValue,
    /// A new password; null to leave it. Somebody new needs one.
    // What identifies a request is kept for ever; a password must not be part of it.
    #[serde(serialize_with = "whether_there_is_one")]
    #[schema(example = "four plain words here")]
    password: Option<String>,
}

fn whether_there_is_one<S: serde::Serializer>(
    password: &Option<String>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(password.is_some())
}

/// What is written down of a salesperson: when the password was set, never which it is.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Record<'a> {
    #[serde(flatten)]
    value: &'a SalespersonValue,
    password_set_at: Option<Timestamp>,
}

/// Keep a salesperson, new or changed.
///
/// Another permission group acts with their next call. A new password and blocking end their
/// sessions at once. A change says which version it saw; who is new says none.
#[utoipa::path(
    put, path = "/setting/salesperson/{staffId}", tag = "session",
    request_body = SaveSalespersonRequest,
    params(("staffId" = String, Path, description = "The id", example = "seller")),
    responses(
        (status = 200, description = "As they are now", body = Envelope<SalespersonSettingView>),
        (status = 403, description = "Nobody changes the own permission group"),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The id is in use, somebody changed it meanwhile, or nobody would be left who may administer"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_salesperson(
    State(state): State<SessionState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(staff_id): Path<String>,
    Json(request): Json<SaveSalespersonRequest>,
) -> Reply {
    let desk = desk(&state, &actor);
    let scope = format!("{} {staff_id}", desk.terminal_no);
    let intent = Intent::new(idempotency, "salesperson.save", &scope, &request, desk.now)?;
    let new_password = match &request.password {
        Some(password) => {
            let value = &request.value;
            let words = [&staff_id, &value.first_name, &value.last_name];
            check_password(password, &words.map(String::as_str))?;
            Some(NewPassword {
                hash: state.passwords.hash_aside(password.clone()).await?,
                set_at: desk.now,
            })
        }
        None => None,
    };
    let told = Arc::new(Mutex::new(Vec::new()));
    let command = Command {
        desk,
        staff_id: staff_id.clone(),
        request,
        new_password,
        on_session_end: state.on_session_end,
        told: told.clone(),
    };
    let answer = once(&state.shell, intent, command, save).await?;
    state.guard.forget_staff(&StaffId(staff_id));
    let told = std::mem::take(&mut *told.lock().unwrap_or_else(PoisonError::into_inner));
    for event in told {
        state.shell.events.tell(event);
    }
    Ok(answer)
}

struct Command {
    desk: Desk,
    staff_id: String,
    request: SaveSalespersonRequest,
    new_password: Option<NewPassword>,
    on_session_end: OnSessionEnd,
    /// What tills are told after the commit. The command may run twice, and then starts anew.
    told: Arc<Mutex<Vec<Event>>>,
}

fn save<'a>(tx: &'a mut Tx, command: &'a Command) -> TxFuture<'a, SalespersonSettingView> {
    Box::pin(async move {
        let (desk, id) = (&command.desk, &command.staff_id);
        let stored = store::staff::read(tx, Some(id), desk.now).await?.pop();
        let before = stored.as_ref();
        refuse_old(before.map(|person| person.version), command.request.version)?;
        let value = checked(tx, command, before).await?;
        let password_set_at = match &command.new_password {
            Some(new) => Some(new.set_at),
            None if before.is_none() => return Err(Refusal::new(&REQUIRED).at("password").into()),
            None => before.and_then(|person| person.password_set_at),
        };
        let version = before.map_or(1, |person| person.version + 1);
        let known = before.map(|person| Record {
            value: &person.value,
            password_set_at: person.password_set_at,
        });
        let record = Record {
            value: &value,
            password_set_at,
        };
        let change = Change::new(SETTING, (id, version), known.as_ref(), Some(&record))?;
        if change.is_nothing() {
            return Err((&NOT_CHANGED).into());
        }
        let had_administrator = store::staff::has_administrator(tx).await?;
        let new_password = command.new_password.as_ref();
        store::staff::keep(tx, id, &value, (new_password, before.is_some())).await?;
        if had_administrator && !store::staff::has_administrator(tx).await? {
            return Err(Refusal::new(&LAST_ADMINISTRATOR)
                .at(field_of_loss(before, &value))
                .into());
        }
        write_down(tx, desk, &change).await?;
        let mut told = Vec::new();
        if before.is_some() && (value.blocked || command.new_password.is_some()) {
            let reason = if value.blocked { "BLOCKED" } else { "PASSWORD" };
            told = logout::end_all(tx, desk, id, (reason, command.on_session_end)).await?;
        }
        *command.told.lock().unwrap_or_else(PoisonError::into_inner) = told;
        let kept = store::staff::read(tx, Some(id), desk.now).await?.pop();
        kept.ok_or_else(|| shell::Failure::internal("a salesperson that was kept is not there"))
    })
}

/// The field by which the last administrator would be lost.
fn field_of_loss(
    before: Option<&SalespersonSettingView>,
    value: &SalespersonValue,
) -> &'static str {
    let before = before.map(|person| &person.value);
    if before.is_some_and(|before| before.blocked != value.blocked) {
        "blocked"
    } else if before.is_some_and(|before| before.ends_on != value.ends_on) {
        "endsOn"
    } else {
        "permissionGroupCode"
    }
}

/// The value as it may be kept: trimmed, complete, and with nothing named that is not there.
async fn checked(
    tx: &mut Tx,
    command: &Command,
    before: Option<&SalespersonSettingView>,
) -> Outcome<SalespersonValue> {
    let (desk, id, value) = (&command.desk, &command.staff_id, &command.request.value);
    let known = before.map(|person| &person.value);
    if before.is_none() && user_name(id).map_err(|refusal| refusal.at("key"))? != *id {
        return Err(Refusal::new(&crate::USER_NAME).at("key").into());
    }
    let mut first_name = within_length(&value.first_name, NAME_CHARACTERS_MAX, "firstName")?;
    let last_name = within_length(&value.last_name, NAME_CHARACTERS_MAX, "lastName")?;
    if first_name.is_empty() && last_name.is_empty() {
        first_name.clone_from(id);
    }
    let mut on_receipt =
        within_length(&value.name_on_receipt, NAME_CHARACTERS_MAX, "nameOnReceipt")?;
    if on_receipt.is_empty() {
        let name = if first_name.is_empty() {
            &last_name
        } else {
            &first_name
        };
        on_receipt.clone_from(name);
    }
    let group = value.permission_group_code.trim().to_owned();
    named(
        &group,
        store::group::is_known(tx, &group).await?,
        "permissionGroupCode",
    )?;
    if desk.staff_id.0 == *id && known.is_some_and(|known| known.permission_group_code != group) {
        return Err(Refusal::new(&OWN_GROUP).at("permissionGroupCode").into());
    }
    let kind = value.employee_type;
    let kind = kind.ok_or_else(|| Refusal::new(&REQUIRED).at("employeeType"))?;
    let place = place(tx, value).await?;
    Ok(SalespersonValue {
        first_name,
        last_name,
        name_on_receipt: on_receipt,
        blocked: value.blocked,
        permission_group_code: group,
        employee_type: Some(kind),
        ends_on: last_day(tx, (kind, value), known, desk.now).await?,
        ..place
    })
}

/// Where somebody works: company, store, till and linked stores.
async fn place(tx: &mut Tx, value: &SalespersonValue) -> Outcome<SalespersonValue> {
    let company_no = value.company_no.trim().to_owned();
    let companies = store::staff::companies(tx).await?;
    let is_company = companies.iter().any(|it| it.company_no == company_no);
    named(&company_no, is_company, "companyNo")?;
    let stores = store::staff::stores(tx).await?;
    let store_no = value.store_no.trim().to_owned();
    let shop = stores.iter().find(|shop| shop.store_no == store_no);
    named(&store_no, shop.is_some(), "storeNo")?;
    let tills = shop
        .map(|shop| shop.terminals.as_slice())
        .unwrap_or_default();
    let wanted = value.default_terminal_no.as_deref().map(str::trim);
    let wanted = wanted.filter(|till| !till.is_empty());
    let till = tills
        .iter()
        .find(|till| wanted.is_none_or(|wanted| wanted == till.terminal_no))
        .ok_or_else(|| Refusal::new(&REFERENCE_UNKNOWN).at("defaultTerminalNo"))?;
    let mut linked_stores = value.linked_stores.clone();
    linked_stores.retain(|linked| *linked != store_no);
    linked_stores.sort_unstable();
    linked_stores.dedup();
    if linked_stores
        .iter()
        .any(|linked| !stores.iter().any(|shop| shop.store_no == *linked))
    {
        return Err(Refusal::new(&REFERENCE_UNKNOWN).at("linkedStores").into());
    }
    Ok(SalespersonValue {
        default_terminal_no: Some(till.terminal_no.clone()),
        company_no,
        store_no,
        linked_stores,
        ..value.clone()
    })
}

/// The last day: somebody seasonal needs one that is not over, nobody else has one. One that was
/// over before may stay.
async fn last_day(
    tx: &mut Tx,
    (kind, value): (EmployeeType, &SalespersonValue),
    known: Option<&SalespersonValue>,
    now: Timestamp,
) -> Outcome<Option<jiff::civil::Date>> {
    if kind != EmployeeType::Temp {
        return Ok(None);
    }
    let day = value.ends_on;
    let day = day.ok_or_else(|| Refusal::new(&END_DATE_MISSING).at("endsOn"))?;
    let is_new = known.is_none_or(|known| known.ends_on != Some(day));
    let store = setting::get_store(tx, &value.store_no.trim().into()).await?;
    if is_new && day < store.business_date(now) {
        return Err(Refusal::new(&END_DATE_PASSED).at("endsOn").into());
    }
    Ok(Some(day))
}

fn named(text: &str, is_known: bool, field: &'static str) -> Result<(), Refusal> {
    match (text.is_empty(), is_known) {
        (true, _) => Err(Refusal::new(&REQUIRED).at(field)),
        (false, false) => Err(Refusal::new(&REFERENCE_UNKNOWN).at(field)),
        (false, true) => Ok(()),
    }
}
