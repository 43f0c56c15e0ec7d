//! Logging in, the second factor, and the end of sessions.

use std::time::Duration;

use futures::future::{join_all, join3};
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Client, MailSimulator, PASSWORD, Settings, Shop, TOTP_SECRET};
use totp_rs::{Algorithm, Builder};

use crate::journal_events::named;

async fn login(client: &Client, user: &str, password: &str) -> testkit::Answer {
    client
        .post("/login", json!({ "username": user, "password": password }))
        .await
}

#[tokio::test]
async fn a_right_password_brings_token_and_store_settings() {
    let shop = Shop::open().await;
    let data = login(&shop.visitor(), "MEI", PASSWORD).await.ok();
    assert_eq!(data["auth"], true);
    assert_eq!(data["redirectUrl"], "/sale");
    assert_eq!(data["storeSetting"]["storeNo"], "PAR");
    let mei = shop.log_in("mei").await;
    let session = mei.get("/session").await.ok();
    assert_eq!(session["terminalNo"], "PAR-1");
    assert_eq!(session["initials"], "ML");
}

#[tokio::test]
async fn five_wrong_passwords_lock_known_and_unknown_names_alike() {
    let shop = Shop::open().await;
    for user in ["mei", "nobody"] {
        let visitor = shop.visitor();
        for left in (1..=4).rev() {
            let answer = login(&visitor, user, "wrong").await;
            assert_eq!(answer.refused(), (401, "session.bad_credentials"), "{user}");
            assert_eq!(answer.envelope["message"], "Incorrect username or password");
            assert_eq!(
                answer.envelope["error"]["params"]["triesLeft"], left,
                "{user}"
            );
        }
        let locked = login(&visitor, user, "wrong").await;
        assert_eq!(locked.refused(), (423, "session.locked"), "{user}");
        assert_eq!(locked.envelope["message"], "Locked, please try again later");
        let right = login(&visitor, user, PASSWORD).await;
        assert_eq!(right.refused(), (423, "session.locked"), "{user}");
    }
}

/// A megabyte is none, and an index of PostgreSQL takes no more than 2.7 KB.
#[tokio::test]
async fn what_cannot_be_a_name_is_refused_like_a_wrong_one_and_not_kept() {
    let shop = Shop::open().await;
    let visitor = shop.visitor();
    for name in ["x".repeat(3_000), "mei lin".to_owned(), "Zoë".to_owned()] {
        let answer = login(&visitor, &name, PASSWORD).await;
        assert_eq!(answer.refused(), (401, "session.bad_credentials"));
    }
    assert_eq!(shop.number("SELECT COUNT(*) FROM login_try").await, 0);
}

#[tokio::test]
async fn tries_are_forgotten_when_their_lock_is_over() {
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let settings = Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    };
    let shop = Shop::with(settings).await;
    let visitor = shop.visitor();
    for _ in 0..5 {
        login(&visitor, "nobody", "wrong").await;
    }
    login(&visitor, "somebody", "wrong").await;
    let kept = "SELECT COUNT(*) FROM login_try";
    let forget = async || {
        let job = ::session::forget_old_tries();
        (job.run)(shop.shell.clone()).await.unwrap();
    };
    forget().await;
    assert_eq!(shop.number(kept).await, 2, "the lock holds");
    clock.advance(Duration::from_secs(15 * 60));
    forget().await;
    assert_eq!(shop.number(kept).await, 1);
    let counted = "SELECT wrong_tries FROM login_try WHERE user_name = 'somebody'";
    assert_eq!(shop.number(counted).await, 1, "without a lock they count");
}

#[tokio::test]
async fn tries_at_the_same_time_count_exactly() {
    let shop = Shop::open().await;
    let visitor = shop.visitor();
    let tries = (0..20).map(|_| login(&visitor, "leo", "wrong"));
    let answers = join_all(tries).await;
    let checked = answers
        .iter()
        .filter(|answer| answer.refusal() == "session.bad_credentials");
    assert_eq!(
        checked.count(),
        4,
        "four passwords were checked, the fifth locked"
    );
}

#[tokio::test]
async fn a_blocked_account_and_one_without_permissions_are_told_so() {
    let shop = Shop::open().await;
    let answer = login(&shop.visitor(), "gone", PASSWORD).await;
    assert_eq!(answer.refused(), (403, "session.no_permissions"));
    assert_eq!(
        answer.envelope["message"],
        "This account has no permissions"
    );
    shop.change("UPDATE salesperson SET permission_group_code = 'NONE' WHERE staff_id = 'leo'")
        .await;
    let answer = login(&shop.visitor(), "leo", PASSWORD).await;
    assert_eq!(answer.refused(), (403, "session.no_permissions"));
}

/// What the authenticator of `otp` shows.
pub(crate) fn code_now() -> String {
    let seconds = jiff::Timestamp::from_second(0).unwrap();
    let clock = shell::Clock::system().now();
    let seconds = (clock - seconds).get_seconds();
    let totp = Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_step_duration(30)
        .with_secret(TOTP_SECRET.to_vec())
        .build()
        .unwrap();
    totp.generate(seconds.unsigned_abs()).to_string()
}

async fn challenge(shop: &Shop) -> String {
    let answer = login(&shop.visitor(), "otp", PASSWORD).await;
    assert_eq!(answer.code(), 412);
    let data = answer.ok();
    assert_eq!(data["code"], 412);
    assert_eq!(data["auth"], false);
    assert_eq!(data.get("storeSetting"), None);
    assert_eq!(data["email"], "o***@vitrine.example");
    data["challengeId"].as_str().unwrap().to_owned()
}

async fn verify(shop: &Shop, challenge: &str, channel: &str, code: &str) -> testkit::Answer {
    let body = json!({ "challengeId": challenge, "channel": channel, "code": code });
    shop.visitor().post("/login/verify", body).await
}

async fn get_code(shop: &Shop, challenge: &str, channel: &str) -> testkit::Answer {
    let body = json!({ "challengeId": challenge, "channel": channel });
    shop.visitor().post("/login/code", body).await
}

#[tokio::test]
async fn an_authenticators_code_is_taken_once_and_only_after_get_code() {
    let shop = Shop::open().await;
    let first = challenge(&shop).await;
    let early = verify(&shop, &first, "totp", &code_now()).await;
    assert_eq!(early.refused(), (409, "session.code_not_requested"));
    get_code(&shop, &first, "totp").await.ok();
    let wrong = verify(&shop, &first, "totp", "000000").await;
    assert_eq!(wrong.refused(), (401, "session.code_mismatch"));
    let code = code_now();
    let data = verify(&shop, &first, "totp", &code).await.ok();
    assert_eq!(data["auth"], true);
    let wrong = "SELECT wrong_tries FROM login_try WHERE user_name = 'otp'";
    assert_eq!(shop.number(wrong).await, 0, "a right code forgives");
    assert_eq!(verify(&shop, &first, "totp", &code).await.refused().0, 410);
    // The same code does not open a second challenge.
    let second = challenge(&shop).await;
    get_code(&shop, &second, "totp").await.ok();
    assert_eq!(
        verify(&shop, &second, "totp", &code).await.refusal(),
        "session.code_mismatch"
    );
}

#[tokio::test]
async fn a_code_comes_by_mail_and_opens_the_session() {
    let mail = MailSimulator::start();
    let settings = Settings {
        smtp_url: Some(mail.smtp_url()),
        ..Settings::default()
    };
    let shop = Shop::with(settings).await;
    let challenge = challenge(&shop).await;
    let data = get_code(&shop, &challenge, "email").await.ok();
    assert_eq!(data["resendAfterSeconds"], 40);
    assert_eq!(
        get_code(&shop, &challenge, "email").await.refused(),
        (429, "session.code_too_soon")
    );
    let mails = mail.mails().await;
    let subject = mails[0]["subject"].as_str().unwrap();
    let code: String = subject.chars().take(6).collect();
    assert!(
        code.chars().all(|digit| digit.is_ascii_digit()),
        "{subject}"
    );
    let data = verify(&shop, &challenge, "email", &code).await.ok();
    let mut otp = shop.visitor();
    otp.use_token(data["token"].as_str().unwrap());
    assert_eq!(otp.get("/session").await.ok()["staffId"], "otp");
}

#[tokio::test]
async fn five_wrong_codes_end_the_challenge() {
    let shop = Shop::open().await;
    let challenge = challenge(&shop).await;
    get_code(&shop, &challenge, "totp").await.ok();
    for _ in 0..5 {
        assert_eq!(
            verify(&shop, &challenge, "totp", "000000").await.refusal(),
            "session.code_mismatch"
        );
    }
    let answer = verify(&shop, &challenge, "totp", &code_now()).await;
    assert_eq!(answer.refused(), (410, "session.challenge_expired"));
}

/// Whoever has the password opens one challenge after the other.
#[tokio::test]
async fn five_wrong_codes_lock_the_account_whatever_challenges_they_were_for() {
    let shop = Shop::open().await;
    let first = challenge(&shop).await;
    get_code(&shop, &first, "totp").await.ok();
    for _ in 0..3 {
        let wrong = verify(&shop, &first, "totp", "000000").await;
        assert_eq!(wrong.refused(), (401, "session.code_mismatch"));
    }
    let second = challenge(&shop).await;
    get_code(&shop, &second, "totp").await.ok();
    for left in [1, 0] {
        let wrong = verify(&shop, &second, "totp", "000000").await;
        assert_eq!(wrong.refused(), (401, "session.code_mismatch"));
        assert_eq!(wrong.envelope["error"]["params"]["triesLeft"], left);
    }
    for challenge in [&first, &second] {
        let right = verify(&shop, challenge, "totp", &code_now()).await;
        assert_eq!(right.refused(), (410, "session.challenge_expired"));
    }
    let locked = login(&shop.visitor(), "otp", PASSWORD).await;
    assert_eq!(locked.refused(), (423, "session.locked"));
    let told = named(&shop, "PAR-3", "logInLocked").await;
    assert_eq!(told.len(), 1);
}

/// Looks until so many names were tried.
async fn until_tried(shop: &Shop, names: i64) {
    let tried = "SELECT COUNT(*) FROM login_try";
    while shop.number(tried).await < names {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// A new password ends all sessions; one that is about to begin is none of them yet.
#[tokio::test]
async fn a_password_that_is_replaced_while_it_is_checked_opens_nothing() {
    let shop = Shop::open().await;
    // Passwords of nobody's, behind which another one waits to be checked.
    let crowd = join_all((0..20).map(|number| {
        let visitor = shop.visitor();
        async move { login(&visitor, &format!("nobody{number}"), "wrong").await }
    }));
    let late = async {
        until_tried(&shop, 20).await;
        login(&shop.visitor(), "mei", PASSWORD).await
    };
    let replace = async {
        until_tried(&shop, 21).await;
        shop.change("UPDATE salesperson SET password_hash = 'another' WHERE staff_id = 'mei'")
            .await;
        shop.change(
            "UPDATE session SET ended_at = created_at, end_reason = 'PASSWORD' \
             WHERE staff_id = 'mei' AND ended_at IS NULL",
        )
        .await;
    };
    let (_, late, ()) = join3(crowd, late, replace).await;
    if late.status.is_success() {
        // It was checked before, and its session was one of those that ended.
        let mut mei = shop.visitor();
        mei.use_token(late.ok()["token"].as_str().unwrap());
        assert_eq!(mei.get("/session").await.code(), 501);
    } else {
        assert_eq!(late.refused(), (401, "session.bad_credentials"));
    }
}

#[tokio::test]
async fn logging_out_blocking_and_a_changed_role_work_within_a_second() {
    let shop = Shop::open().await;
    let mei = shop.log_in("mei").await;
    mei.post("/logout", json!({})).await.ok();
    assert_eq!(mei.get("/session").await.code(), 501);

    let leo = shop.log_in("leo").await;
    leo.get("/session").await.ok();
    shop.change("UPDATE salesperson SET permission_group_code = 'ADMIN' WHERE staff_id = 'leo'")
        .await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(
        leo.add("BR-1", "", 1).await.refused(),
        (403, "session.forbidden")
    );
    shop.change("UPDATE salesperson SET blocked = (1 = 1) WHERE staff_id = 'leo'")
        .await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let answer = leo.get("/session").await;
    assert_eq!((answer.status.as_u16(), answer.code()), (401, 501));
    assert_eq!(answer.envelope["message"], "jwt expired");
}

#[tokio::test]
async fn a_locked_till_opens_with_the_password_of_its_user() {
    let shop = Shop::open().await;
    let mei = shop.log_in("mei").await;
    let unlock = |password: &str| mei.post("/session/unlock", json!({ "password": password }));
    assert_eq!(
        unlock("wrong").await.refused(),
        (401, "session.bad_credentials")
    );
    unlock(PASSWORD).await.ok();
}

#[tokio::test]
async fn salespeople_of_the_store_alone_are_listed() {
    let shop = Shop::open().await;
    let people = shop.log_in("mei").await.get("/salesperson").await.ok();
    let ids: Vec<&str> = people
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|person| person["staffId"].as_str())
        .collect();
    assert_eq!(ids, ["leo", "mei", "manager", "otp"]);
    let _: Value = people;
}
