//! Set the installation up.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use journal::Signer;
use kernel::{Currency, Refusal};
use serde::{Deserialize, Serialize};
use session::rule::account::{characters, check_password, user_name};
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, answered_before, once};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;

use crate::note::{note_staff, note_terminal};
use crate::rule::code::{self, WRONG_TRIES_MAX};
use crate::rule::country::{self, Country};
use crate::store::{self, NewStaff};
use crate::{
    CODE_SPENT, CODE_WRONG, COUNTRY, EMAIL, LANGUAGE, NUMBER, SET_UP_ALREADY, SetupState,
    TEXT_LENGTH, TIME_ZONE, VAT_RATE,
};

/// The most characters of a name or an address.
const TEXT_CHARACTERS_MAX: i64 = 100;
/// The most characters of a number that people see.
const NUMBER_CHARACTERS_MAX: usize = 10;

/// Everything that the first day needs.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUpRequest {
    /// The one-time code that the server printed at its start.
    #[schema(example = "AB9A-9FGH-JKLM-NPQR")]
    code: String,
    /// The company.
    company: CompanyRequest,
    /// Its first store.
    store: StoreRequest,
    /// The store's first till.
    terminal: TerminalRequest,
    /// Who sets everything else up.
    administrator: AdministratorRequest,
}

/// A company.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CompanyRequest {
    /// Its registered name.
    #[schema(example = "Maison Orée SAS")]
    name: String,
    /// Its number in the register of companies, blank when it has none.
    #[schema(example = "812 345 678 00011")]
    registration_no: String,
    /// Its VAT number, blank when it has none.
    #[schema(example = "FR81812345678")]
    vat_no: String,
}

/// A store.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StoreRequest {
    /// Its number.
    #[schema(example = "PAR01")]
    store_no: String,
    /// Its name.
    #[schema(example = "Paris · Rue de Sèvres")]
    name: String,
    /// Street and number.
    #[schema(example = "16 rue de Sèvres")]
    address: String,
    /// Its postal code, blank when it has none.
    #[schema(example = "75006")]
    postal_code: String,
    /// Its city.
    #[schema(example = "Paris")]
    city: String,
    /// ISO 3166 code of its country.
    #[schema(example = "FR")]
    country_code: String,
    /// Its telephone number, blank when it has none.
    #[schema(example = "+33 1 99 00 16 06")]
    telephone: String,
    /// The currency in which it sells.
    currency_code: Currency,
    /// The name of its time zone.
    #[schema(example = "Europe/Paris")]
    time_zone: String,
    /// The language of screens and receipts.
    #[schema(example = "fr")]
    language_code: String,
    /// The standard rate of VAT contained in prices, in basis points: 2000 is 20 %.
    #[schema(example = 2000)]
    vat_rate: i64,
}

/// A till.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TerminalRequest {
    /// Its number.
    #[schema(example = "PAR01-1")]
    terminal_no: String,
    /// Its name.
    #[schema(example = "Till 1")]
    name: String,
}

/// The first administrator.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AdministratorRequest {
    /// The name to log in with.
    #[schema(example = "camille")]
    username: String,
    /// The first name.
    #[schema(example = "Camille")]
    first_name: String,
    /// The last name.
    #[schema(example = "Aubert")]
    last_name: String,
    /// The address for codes, blank for none.
    #[schema(example = "camille@maison-oree.example")]
    email: String,
    /// The password.
    // What identifies a request is kept for ever; a password must not be part of it.
    #[serde(serialize_with = "nothing")]
    #[schema(example = "four plain words here")]
    password: String,
}

fn nothing<S: serde::Serializer>(_: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_unit()
}

/// A new installation that was set up.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AdministratorView {
    /// The user name with which the administrator logs in.
    #[schema(example = "ada")]
    username: String,
}

/// Set the installation up: company, first store with its till, first administrator.
///
/// It works once, with the code that the server prints at its start on an empty database. Five
/// wrong codes spend it.
#[utoipa::path(
    post, path = "/setup", tag = "setup", request_body = SetUpRequest,
    responses(
        (status = 200, description = "The administrator can log in", body = Envelope<AdministratorView>),
        (status = 403, description = "This is not the set-up code"),
        (status = 409, description = "This installation is set up already"),
        (status = 422, description = "A field cannot be used"),
        (status = 423, description = "Too many wrong codes"),
    ),
)]
pub(crate) async fn set_up(
    State(state): State<SetupState>,
    key: IdempotencyKey,
    Json(request): Json<SetUpRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let intent = Intent::new(key, "setup", "", &request, now)?;
    let checked = Checked::of(&request)?;
    let answer = carry_out(&state, intent, (request, checked), now).await;
    if matches!(&answer, Err(Failure::Refused(refusal)) if refusal.kind.key == CODE_WRONG.key) {
        // What a refused command did is undone, so that the try is counted on its own.
        let counted = state
            .shell
            .db
            .write((), |tx, ()| Box::pin(store::count_wrong_code(tx)));
        counted.await?;
    }
    answer
}

/// Sets up what was checked. Anybody may ask for it for as long as the server lives, and to hash a password takes as
/// long as a login: whom the code does not let in is refused before.
async fn carry_out(
    state: &SetupState,
    intent: Intent,
    (request, checked): (SetUpRequest, Checked),
    now: Timestamp,
) -> Reply {
    let asked = (intent.clone(), request.code.clone());
    if let Some(answer) = state.shell.db.read(asked, look).await? {
        return Ok(answer);
    }
    let password = request.administrator.password.clone();
    let password_hash = state.passwords.hash_aside(password).await?;
    let input = (request, checked, password_hash, state.signer.clone(), now);
    once(&state.shell, intent, input, write_everything).await
}

/// What the same request was answered before, when it is let in at all.
fn look<'a>(tx: &'a mut Tx, (intent, code): &'a (Intent, String)) -> TxFuture<'a, Option<Answer>> {
    Box::pin(async move {
        let earlier = answered_before(tx, intent).await?;
        if earlier.is_none() {
            let_in(tx, code).await?;
        }
        Ok(earlier)
    })
}

/// Refuses whoever comes too late or has not got the code.
async fn let_in(tx: &mut Tx, code: &str) -> Outcome<()> {
    if store::has_staff(tx).await? {
        return Err((&SET_UP_ALREADY).into());
    }
    let (stored, wrong_tries) = store::setup_code(tx).await?;
    if wrong_tries >= WRONG_TRIES_MAX {
        return Err((&CODE_SPENT).into());
    }
    if !stored.is_some_and(|stored| code::fits(code, &stored)) {
        return Err(Refusal::new(&CODE_WRONG).at("code").into());
    }
    Ok(())
}

/// What was checked of a request, as it is stored.
struct Checked {
    country: &'static Country,
    user_name: String,
}

impl Checked {
    fn of(request: &SetUpRequest) -> Result<Self, Refusal> {
        let (company, store) = (&request.company, &request.store);
        text(&company.name, "company.name")?;
        optional_text(&company.registration_no, "company.registrationNo")?;
        optional_text(&company.vat_no, "company.vatNo")?;
        number(&store.store_no, "store.storeNo")?;
        text(&store.name, "store.name")?;
        text(&store.address, "store.address")?;
        optional_text(&store.postal_code, "store.postalCode")?;
        text(&store.city, "store.city")?;
        optional_text(&store.telephone, "store.telephone")?;
        number(&request.terminal.terminal_no, "terminal.terminalNo")?;
        text(&request.terminal.name, "terminal.name")?;
        let country = country::find(&store.country_code)
            .ok_or_else(|| Refusal::new(&COUNTRY).at("store.countryCode"))?;
        TimeZone::get(&store.time_zone)
            .map_err(|_| Refusal::new(&TIME_ZONE).at("store.timeZone"))?;
        if !session::LANGUAGES.contains(&store.language_code.as_str()) {
            return Err(Refusal::new(&LANGUAGE).at("store.languageCode"));
        }
        if !(0..=10_000).contains(&store.vat_rate) {
            return Err(Refusal::new(&VAT_RATE).at("store.vatRate"));
        }
        let person = &request.administrator;
        let staff = checked_staff(
            &person.username,
            (&person.first_name, &person.last_name),
            &person.email,
            &person.password,
            &[&company.name, &store.name, &store.city],
        );
        Ok(Self {
            country,
            user_name: staff.map_err(in_administrator)?,
        })
    }
}

/// Names the field of the administrator within the whole request.
fn in_administrator(refusal: Refusal) -> Refusal {
    let field = match refusal.field {
        Some("username") => "administrator.username",
        Some("firstName") => "administrator.firstName",
        Some("lastName") => "administrator.lastName",
        Some("email") => "administrator.email",
        _ => "administrator.password",
    };
    refusal.at(field)
}

/// Checks what is told of a new colleague; answers with the user name as it is stored. `words` are
/// those that everybody would try as a password.
///
/// # Errors
/// What cannot be used, with its field.
pub fn checked_staff(
    username: &str,
    (first_name, last_name): (&str, &str),
    email: &str,
    password: &str,
    words: &[&str],
) -> Result<String, Refusal> {
    let user_name = user_name(username)?;
    text(first_name, "firstName")?;
    text(last_name, "lastName")?;
    let email = email.trim();
    let is_address = email
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
        && email.len() <= 254
        && !email.contains(char::is_whitespace);
    if !email.is_empty() && !is_address {
        return Err(Refusal::new(&EMAIL).at("email"));
    }
    let mut obvious = vec![user_name.as_str(), first_name, last_name];
    obvious.extend(words);
    check_password(password, &obvious)?;
    Ok(user_name)
}

fn text(value: &str, field: &'static str) -> Result<(), Refusal> {
    if value.trim().is_empty() {
        return Err(text_refusal(field));
    }
    optional_text(value, field)
}

fn optional_text(value: &str, field: &'static str) -> Result<(), Refusal> {
    if characters(value) > TEXT_CHARACTERS_MAX || value.contains(char::is_control) {
        return Err(text_refusal(field));
    }
    Ok(())
}

fn text_refusal(field: &'static str) -> Refusal {
    Refusal::new(&TEXT_LENGTH)
        .with("maximum", TEXT_CHARACTERS_MAX)
        .at(field)
}

fn number(value: &str, field: &'static str) -> Result<(), Refusal> {
    let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    if value.is_empty() || value.len() > NUMBER_CHARACTERS_MAX || !value.chars().all(fits) {
        return Err(Refusal::new(&NUMBER).at(field));
    }
    Ok(())
}

type Input = (SetUpRequest, Checked, String, Arc<Signer>, Timestamp);

fn write_everything<'a>(
    tx: &'a mut Tx,
    (request, checked, password_hash, signer, now): &'a Input,
) -> TxFuture<'a, AdministratorView> {
    Box::pin(async move {
        let_in(tx, &request.code).await?;
        let (company, shop) = (&request.company, &request.store);
        store::insert_company(tx, shop, company).await?;
        store::insert_store(tx, shop, checked.country).await?;
        store::insert_terminal(tx, &shop.store_no, &request.terminal).await?;
        store::insert_tenders(tx, &shop.store_no, shop.currency()).await?;
        let person = &request.administrator;
        let staff = NewStaff {
            staff_id: &checked.user_name,
            first_name: person.first_name.trim(),
            last_name: person.last_name.trim(),
            email: person.email.trim(),
            password_hash,
            permission_group: "ADMIN",
            store_no: &shop.store_no,
        };
        store::insert_staff(tx, &staff).await?;
        let (store_no, terminal_no) = (&shop.store_no, &request.terminal.terminal_no);
        let (store_no, terminal_no) = (store_no.as_str().into(), terminal_no.as_str().into());
        note_terminal(tx, signer, &store_no, terminal_no, *now).await?;
        note_staff(tx, signer, &staff, None, *now).await?;
        store::forget_code(tx).await?;
        Ok(AdministratorView {
            username: checked.user_name.clone(),
        })
    })
}

impl CompanyRequest {
    pub(crate) fn columns(&self) -> [&str; 3] {
        [
            self.name.trim(),
            self.registration_no.trim(),
            self.vat_no.trim(),
        ]
    }
}

impl StoreRequest {
    pub(crate) fn store_no(&self) -> &str {
        &self.store_no
    }

    pub(crate) fn country_code(&self) -> &str {
        &self.country_code
    }

    pub(crate) const fn currency(&self) -> Currency {
        self.currency_code
    }

    pub(crate) const fn vat_rate(&self) -> i64 {
        self.vat_rate
    }

    /// Name, address, postal code, city, telephone, time zone and language.
    pub(crate) fn columns(&self) -> [&str; 7] {
        [
            self.name.trim(),
            self.address.trim(),
            self.postal_code.trim(),
            self.city.trim(),
            self.telephone.trim(),
            &self.time_zone,
            &self.language_code,
        ]
    }
}

impl TerminalRequest {
    pub(crate) fn columns(&self) -> [&str; 2] {
        [&self.terminal_no, self.name.trim()]
    }
}
