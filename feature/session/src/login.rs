//! Log in with user name and password.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use http::HeaderMap;
use jiff::{SignedDuration, Timestamp};
use journal::{Event, Scene, Signer, record_event};
use kernel::Refusal;
use kernel::id::SessionId;
use serde::{Deserialize, Serialize};
use shell::db::{Tx, TxFuture};
use shell::http::origin::ClientAddress;
use shell::http::{Answer, Envelope, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::password::Passwords;
use crate::rule::account::user_name;
use crate::rule::lockout::{Admission, Tries, WRONG_TRIES_MAX, admit, take_back};
use crate::rule::second_factor::{Channel, mask_email};
use crate::store::{self, Account, NewSession, TriesOf};
use crate::view::{ChallengeView, LoggedInView, LoginView, StoreSettingView};
use crate::{BAD_CREDENTIALS, LOCKED, NO_PERMISSIONS, SessionState};

/// How long a session lasts at the most (reliability (d), V7).
const SESSION_LIFE: SignedDuration = SignedDuration::from_hours(12);
/// The code of an answer that asks for a second factor (specification §7).
const SECOND_FACTOR_CODE: u16 = 412;

/// Who wants to log in.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LoginRequest {
    /// The id of the salesperson; case does not matter.
    #[schema(example = "seller")]
    username: String,
    /// The password.
    #[schema(example = "vitrine-demo")]
    password: String,
}

/// Log in with user name and password.
///
/// Five wrong passwords lock the user name for 15 minutes, thirty from one address within 5 minutes
/// that address for the rest of them. An account with a second factor answers
/// with the code 412 and a challenge; the store settings come only with `auth` true.
#[utoipa::path(
    post, path = "/login", tag = "session", request_body = LoginRequest,
    responses(
        (status = 200, description = "Logged in, or (code 412) a second factor is needed",
         body = Envelope<LoginView>),
        (status = 401, description = "Incorrect username or password"),
        (status = 403, description = "This account has no permissions"),
        (status = 423, description = "Locked, please try again later"),
    ),
)]
pub(crate) async fn login(
    State(state): State<SessionState>,
    headers: HeaderMap,
    address: Option<Extension<ClientAddress>>,
    Json(request): Json<LoginRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let address = address.map(|Extension(ClientAddress(address))| address);
    if let Some(address) = address {
        state.addresses.admit(address, now)?;
    }
    let Ok(user_name) = user_name(&request.username) else {
        return Err(refuse_nobody(&state.passwords, request.password).await);
    };
    let device_id = device_id(&headers);
    let (tries, account) = state
        .shell
        .db
        .write((user_name.clone(), now, state.signer.clone()), admit_try)
        .await?;
    let stored = account
        .as_ref()
        .map(|account| account.password_hash.clone());
    if !state.passwords.check(request.password, stored).await? {
        return Err(wrong_password(tries).into());
    }
    if let Some(address) = address {
        state.addresses.forgive(address);
    }
    let account = account.ok_or_else(|| Failure::from(&BAD_CREDENTIALS))?;
    if account.second_factor {
        take_back_try(&state, user_name).await?;
        return challenge(&state, account, device_id, now).await;
    }
    forget_tries(&state, user_name).await?;
    let view = open_session(&state, account, device_id, now).await?;
    Answer::of(&LoginView::LoggedIn(Box::new(view)))
}

/// The refusal of what cannot be anybody's name. It takes as long as that of a name that nobody has, and is written
/// down nowhere: any text of any length may come.
pub(crate) async fn refuse_nobody(passwords: &Passwords, password: String) -> Failure {
    match passwords.check(password, None).await {
        Ok(_) => (&BAD_CREDENTIALS).into(),
        Err(failure) => failure,
    }
}

/// A session that is about to begin for whoever proved to be the owner of an account.
struct Beginning {
    session_id: SessionId,
    checked: Account,
    device_id: String,
    from: Timestamp,
    until: Timestamp,
    signer: Arc<Signer>,
}

/// Begins a session for the owner of an account as it was checked, and answers with its token.
pub(crate) async fn open_session(
    state: &SessionState,
    checked: Account,
    device_id: String,
    now: Timestamp,
) -> Outcome<LoggedInView> {
    let staff_id = checked.staff_id.clone();
    let beginning = Beginning {
        session_id: SessionId(Uuid::now_v7()),
        checked,
        device_id,
        from: now,
        until: now + SESSION_LIFE,
        signer: state.signer.clone(),
    };
    let (session_id, until) = (beginning.session_id, beginning.until);
    let token = state.tokens.sign(session_id, &staff_id, now, until)?;
    let store_setting = state.shell.db.write(beginning, begin).await?;
    tracing::info!(staff_id, "logged in");
    Ok(LoggedInView {
        token,
        auth: true,
        redirect_url: store_setting.redirect_url.clone(),
        store_setting,
    })
}

fn begin<'a>(tx: &'a mut Tx, beginning: &'a Beginning) -> TxFuture<'a, StoreSettingView> {
    Box::pin(async move {
        let account = as_checked(tx, &beginning.checked, beginning.from).await?;
        let new = NewSession {
            session_id: beginning.session_id,
            staff_id: account.staff_id,
            store_no: account.store_no,
            terminal_no: account.terminal_no,
            device_id: beginning.device_id.clone(),
            from: beginning.from,
            until: beginning.until,
        };
        store::insert_session(tx, &new).await?;
        let scene = Scene {
            store_no: &new.store_no.as_str().into(),
            terminal_no: Some(&new.terminal_no.as_str().into()),
            operator: Some(&new.staff_id.as_str().into()),
            at: new.from,
        };
        record_event(tx, &beginning.signer, &scene, &Event::LogIn).await?;
        store::get_store_setting(tx, &new.store_no, &account.permission_group_code).await
    })
}

/// The account as it stands now, of which the password or a code was checked. A password is checked for so long that
/// another may be set meanwhile, which ends all sessions but the one that is about to begin.
///
/// # Errors
/// [`BAD_CREDENTIALS`] when there is another password, [`NO_PERMISSIONS`] when nobody logs in with it any more.
async fn as_checked(tx: &mut Tx, checked: &Account, now: Timestamp) -> Outcome<Account> {
    let account = store::find_account(tx, &checked.staff_id).await?;
    let account = account
        .filter(|account| account.password_hash == checked.password_hash)
        .ok_or(&BAD_CREDENTIALS)?;
    let permissions = store::permissions_of(tx, &account.permission_group_code).await?;
    if account.is_over(now) || permissions.is_empty() {
        return Err((&NO_PERMISSIONS).into());
    }
    Ok(account)
}

async fn challenge(
    state: &SessionState,
    account: Account,
    device_id: String,
    now: Timestamp,
) -> Reply {
    let challenge_id = Uuid::now_v7();
    let mut channels = Vec::new();
    if account.email.is_some() && state.mailer.is_some() {
        channels.push(Channel::Email);
    }
    if account.totp_secret.is_some() {
        channels.push(Channel::Totp);
    }
    let view = ChallengeView {
        code: SECOND_FACTOR_CODE,
        challenge_id,
        channels,
        email: account.email.as_deref().map(mask_email),
        auth: false,
    };
    let input = (challenge_id, account, device_id, now);
    let opened = state
        .shell
        .db
        .write(input, |tx, (challenge_id, account, device_id, now)| {
            Box::pin(async move {
                let account = as_checked(tx, account, *now).await?;
                let staff_id = &account.staff_id;
                store::insert_challenge(tx, *challenge_id, staff_id, device_id, *now).await
            })
        });
    opened.await?;
    Ok(Answer::of(&LoginView::Challenge(view))?.code(SECOND_FACTOR_CODE))
}

/// Lets a password be checked, counting it as wrong until it proves right.
pub(crate) fn admit_try<'a>(
    tx: &'a mut Tx,
    (user_name, now, signer): &'a (String, Timestamp, Arc<Signer>),
) -> TxFuture<'a, (Tries, Option<Account>)> {
    Box::pin(async move {
        let tries = store::tries_of(tx, TriesOf::LogIn, user_name).await?;
        let tries = match admit(tries, *now) {
            Admission::Admitted(tries) => tries,
            Admission::Locked(minutes) => {
                return Err(Refusal::new(&LOCKED).with("minutesLeft", minutes).into());
            }
        };
        store::save_tries(tx, TriesOf::LogIn, user_name, tries).await?;
        let account = store::find_account(tx, user_name).await?;
        // The last try that is admitted counts as wrong before it is looked at; when it proves
        // right, the lock is taken back and a log-in follows in the journal.
        if let Some(account) = &account {
            note_lock(tx, signer, account, (tries, *now)).await?;
        }
        Ok((tries, account))
    })
}

/// Tells the journal that an account is locked, when the tries of its owner lock it.
pub(crate) async fn note_lock(
    tx: &mut Tx,
    signer: &Signer,
    account: &Account,
    (tries, now): (Tries, Timestamp),
) -> Outcome<()> {
    if tries.wrong < WRONG_TRIES_MAX {
        return Ok(());
    }
    let scene = Scene {
        store_no: &account.store_no.as_str().into(),
        terminal_no: Some(&account.terminal_no.as_str().into()),
        operator: Some(&account.staff_id.as_str().into()),
        at: now,
    };
    let event = Event::LogInLocked {
        wrong_tries: tries.wrong,
    };
    record_event(tx, signer, &scene, &event).await
}

/// The refusal of a wrong password.
pub(crate) fn wrong_password(tries: Tries) -> Refusal {
    match WRONG_TRIES_MAX - tries.wrong {
        0 => Refusal::new(&LOCKED).with("minutesLeft", crate::rule::lockout::LOCK.as_mins()),
        left => Refusal::new(&BAD_CREDENTIALS).with("triesLeft", left),
    }
}

/// Forgets the wrong passwords of a user name.
pub(crate) async fn forget_tries(state: &SessionState, user_name: String) -> Outcome<()> {
    state
        .shell
        .db
        .write(user_name, |tx, user_name| {
            Box::pin(store::save_tries(
                tx,
                TriesOf::LogIn,
                user_name,
                Tries::default(),
            ))
        })
        .await
}

/// Counts the last try of a user name no more, and those before it still.
async fn take_back_try(state: &SessionState, user_name: String) -> Outcome<()> {
    state
        .shell
        .db
        .write(user_name, |tx, user_name| {
            Box::pin(async move {
                let tries = store::tries_of(tx, TriesOf::LogIn, user_name).await?;
                store::save_tries(tx, TriesOf::LogIn, user_name, take_back(tries)).await
            })
        })
        .await
}

/// The id that the device chose for itself, cut to a sane length.
pub(crate) fn device_id(headers: &HeaderMap) -> String {
    let text = headers
        .get("x-device-id")
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    text.chars().take(64).collect()
}
