//! A code that came by mail, as a test asks for it, reads it and enters it.

use serde_json::{Value, json};
use testkit::{Answer, Client, MailSimulator};

/// A code that was mailed for what a path opens.
pub(crate) struct MailedCode {
    path: String,
    /// What names it.
    pub(crate) code_id: Value,
    /// Its six digits.
    pub(crate) digits: String,
}

impl MailedCode {
    /// Asks for a code at a till, and reads the mail that came first.
    pub(crate) async fn ask(till: &Client, mail: &MailSimulator, path: String) -> Self {
        let sent = till.post(&path, json!({})).await.ok();
        Self {
            path,
            code_id: sent["codeId"].clone(),
            digits: first_digits(mail).await,
        }
    }

    /// Enters digits at a till.
    pub(crate) async fn enter(&self, till: &Client, digits: &str) -> Answer {
        self.enter_for(till, &self.path, digits).await
    }

    /// Enters digits for what another path opens.
    pub(crate) async fn enter_for(&self, till: &Client, path: &str, digits: &str) -> Answer {
        let body = json!({ "codeId": self.code_id, "code": digits });
        till.post(&format!("{path}/verify"), body).await
    }

    /// Digits that are not those of the mail.
    pub(crate) fn wrong(&self) -> &'static str {
        wrong(&self.digits)
    }
}

/// The digits in the subject of the mail that came first.
pub(crate) async fn first_digits(mail: &MailSimulator) -> String {
    let mails = mail.mails().await;
    let subject = mails[0]["subject"].as_str().unwrap();
    let digits = subject.chars().filter(char::is_ascii_digit);
    digits.take(6).collect()
}

/// Digits that are not those of a code.
pub(crate) fn wrong(digits: &str) -> &'static str {
    if digits == "000000" {
        "000001"
    } else {
        "000000"
    }
}
