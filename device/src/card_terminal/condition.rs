/// `ErrorCondition` of a failed exchange, the only field that decides what a failure means.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ErrorCondition {
    /// Our abort won.
    Aborted,
    /// Another dialogue runs.
    Busy,
    /// The customer cancelled on the terminal.
    Cancel,
    /// The device is out of order.
    DeviceOut,
    /// The transaction asked for is still running.
    InProgress,
    /// A card was left in the reader.
    InsertedCard,
    /// The card cannot be used.
    InvalidCard,
    /// The till must log in first.
    LoggedOut,
    /// The terminal could not read our message.
    MessageFormat,
    /// The terminal is not set up for what was asked.
    NotAllowed,
    /// The terminal does not know the transaction asked for.
    NotFound,
    /// The card may not pay for this.
    PaymentRestriction,
    /// Issuer or terminal refused.
    Refusal,
    /// A device the terminal needs is missing.
    UnavailableDevice,
    /// The service is not available on this terminal.
    UnavailableService,
    /// The acquirer or the terminal could not be reached.
    UnreachableHost,
    /// Wrong PIN.
    WrongPin,
    /// A text that the protocol does not name.
    Other(String),
}

impl ErrorCondition {
    /// Reads the word of the protocol.
    pub fn from_wire(word: &str) -> Self {
        match word {
            "Aborted" => Self::Aborted,
            "Busy" => Self::Busy,
            "Cancel" => Self::Cancel,
            "DeviceOut" => Self::DeviceOut,
            "InProgress" => Self::InProgress,
            "InsertedCard" => Self::InsertedCard,
            "InvalidCard" => Self::InvalidCard,
            "LoggedOut" => Self::LoggedOut,
            "MessageFormat" => Self::MessageFormat,
            "NotAllowed" => Self::NotAllowed,
            "NotFound" => Self::NotFound,
            "PaymentRestriction" => Self::PaymentRestriction,
            "Refusal" => Self::Refusal,
            "UnavailableDevice" => Self::UnavailableDevice,
            "UnavailableService" => Self::UnavailableService,
            "UnreachableHost" => Self::UnreachableHost,
            "WrongPIN" => Self::WrongPin,
            other => Self::Other(other.to_owned()),
        }
    }
}

/// Why a card was declined. Not paid; the same card must not be tried again without a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decline {
    /// Issuer or terminal refused.
    Refusal,
    /// Wrong PIN.
    WrongPin,
    /// The card cannot be used.
    InvalidCard,
    /// A card was left in the reader.
    InsertedCard,
    /// The card may not pay for this.
    PaymentRestriction,
}

/// Why the terminal cannot work. Nothing was done; a diagnosis tells more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutOfOrder {
    /// The device is out of order.
    DeviceOut,
    /// A device the terminal needs is missing.
    UnavailableDevice,
    /// The service is not available on this terminal.
    UnavailableService,
}

/// What is wrong with our message or our set-up. Nothing was done; somebody must look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The terminal could not read our message.
    MessageFormat,
    /// The terminal is not set up for what was asked.
    NotAllowed,
    /// The till must log in first.
    LoggedOut,
}
