//! Mail over SMTP.

use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart, header::ContentType};
use lettre::transport::smtp::authentication::Credentials;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

/// How long one conversation with the mail server may take.
const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(10);

/// Where mail goes out.
#[derive(Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    sender: Mailbox,
}

/// A mail to send.
pub struct Mail {
    /// To whom.
    pub recipient: String,
    /// Its subject.
    pub subject: String,
    /// Its plain text.
    pub text: String,
    /// A PDF that goes with it: file name and content.
    pub document: Option<(String, Vec<u8>)>,
}

/// Why a mail did not go out.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The settings name no usable server or sender.
    #[error("the mail settings are wrong: {0}")]
    Settings(String),
    /// The recipient's address is not one.
    #[error("the address is not an e-mail address")]
    Address,
    /// The server refused or did not answer.
    #[error("the mail server did not take the mail: {0}")]
    Server(String),
}

impl Mailer {
    /// Sends through the server at `url` (`smtp://host:port`, `smtps://user:password@host`).
    ///
    /// # Errors
    /// When the address of the server or of the sender cannot be read.
    pub fn new(url: &str, sender: &str) -> Result<Self, MailError> {
        let settings = |error: &dyn std::fmt::Display| MailError::Settings(error.to_string());
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|error| settings(&error))?
            .timeout(Some(TIMEOUT));
        Ok(Self {
            transport: builder.build(),
            sender: sender.parse().map_err(|error| settings(&error))?,
        })
    }

    /// As [`Mailer::new`], with a user name and a password for the server.
    ///
    /// # Errors
    /// As [`Mailer::new`].
    pub fn with_credentials(
        url: &str,
        sender: &str,
        user: String,
        password: String,
    ) -> Result<Self, MailError> {
        let settings = |error: &dyn std::fmt::Display| MailError::Settings(error.to_string());
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|error| settings(&error))?
            .timeout(Some(TIMEOUT))
            .credentials(Credentials::new(user, password));
        Ok(Self {
            transport: builder.build(),
            sender: sender.parse().map_err(|error| settings(&error))?,
        })
    }

    /// Sends a mail and waits until the server has taken it.
    ///
    /// # Errors
    /// When the address is not one or the server does not take the mail.
    pub async fn send(&self, mail: Mail) -> Result<(), MailError> {
        let recipient: Mailbox = mail.recipient.parse().map_err(|_| MailError::Address)?;
        let builder = Message::builder()
            .from(self.sender.clone())
            .to(recipient)
            .subject(mail.subject);
        let text = SinglePart::plain(mail.text);
        let message = match mail.document {
            None => builder.singlepart(text),
            Some((name, content)) => {
                let kind = ContentType::parse("application/pdf")
                    .map_err(|error| MailError::Settings(error.to_string()))?;
                let attachment = Attachment::new(name).body(content, kind);
                builder.multipart(MultiPart::mixed().singlepart(text).singlepart(attachment))
            }
        };
        let message = message.map_err(|error| MailError::Server(error.to_string()))?;
        self.transport
            .send(message)
            .await
            .map(|_| ())
            .map_err(|error| MailError::Server(error.to_string()))
    }
}
