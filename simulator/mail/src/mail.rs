//! A mail, decoded: headers, text and attachments as its reader would see them.

use mail_parser::{Address, Message, MessageParser, MessagePart, MimeHeaders};
use serde::Serialize;

/// A mail as the JSON shows it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Mail {
    /// Number, from 1.
    pub(crate) id: u64,
    /// Address in the From header, or of the envelope when there is none.
    pub(crate) from: String,
    /// Name in the From header.
    pub(crate) from_name: Option<String>,
    /// Addresses that the envelope named: who really would get it.
    pub(crate) to: Vec<String>,
    /// Decoded subject.
    pub(crate) subject: String,
    /// Date header in RFC 3339.
    pub(crate) date: Option<String>,
    /// Plain text with plain line feeds; made from HTML when there is only that.
    pub(crate) text: String,
    /// HTML, when there is some.
    pub(crate) html: Option<String>,
    /// Everything else.
    pub(crate) attachments: Vec<Attachment>,
    /// As it arrived.
    #[serde(skip)]
    pub(crate) raw: Vec<u8>,
}

/// A file in a mail.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Attachment {
    /// File name.
    pub(crate) name: String,
    /// Media type.
    pub(crate) content_type: String,
    /// Bytes.
    pub(crate) size: usize,
    #[serde(skip)]
    pub(crate) content: Vec<u8>,
}

impl Mail {
    /// Decodes what came between DATA and the dot. Text that is no mail becomes a mail without headers.
    pub(crate) fn read(id: u64, envelope_from: &str, to: Vec<String>, raw: &[u8]) -> Self {
        let parsed = MessageParser::default().parse(raw).unwrap_or_default();
        let sender = parsed.from().and_then(Address::first);
        let from = sender
            .and_then(|sender| sender.address())
            .unwrap_or(envelope_from);
        Self {
            id,
            from: from.to_owned(),
            from_name: sender.and_then(|sender| sender.name()).map(str::to_owned),
            to,
            subject: parsed.subject().unwrap_or_default().to_owned(),
            date: parsed.date().map(|date| date.to_rfc3339()),
            text: parsed
                .body_text(0)
                .unwrap_or_default()
                .replace("\r\n", "\n"),
            html: html(&parsed),
            attachments: parsed.attachments().map(attachment).collect(),
            raw: raw.to_vec(),
        }
    }
}

/// The HTML that was sent; the parser would also make some from plain text.
fn html(parsed: &Message<'_>) -> Option<String> {
    let part = parsed.html_part(0).filter(|part| part.is_text_html())?;
    part.text_contents().map(str::to_owned)
}

fn attachment(part: &MessagePart<'_>) -> Attachment {
    let content_type = part.content_type().map_or_else(
        || "application/octet-stream".to_owned(),
        |kind| {
            format!(
                "{}/{}",
                kind.ctype(),
                kind.subtype().unwrap_or("octet-stream")
            )
        },
    );
    Attachment {
        name: part.attachment_name().unwrap_or("unnamed").to_owned(),
        content_type: content_type.to_ascii_lowercase(),
        size: part.contents().len(),
        content: part.contents().to_vec(),
    }
}
