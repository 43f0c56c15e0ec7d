//! Identifiers as types of their own, so that one cannot stand for another.

/// Declares an identifier that the application makes: a UUID of version 7, which sorts by time.
#[macro_export]
macro_rules! uuid_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord,
            serde::Serialize, serde::Deserialize, utoipa::ToSchema,
        )]
        #[serde(transparent)]
        #[schema(value_type = uuid::Uuid)]
        pub struct $name(pub uuid::Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

/// Declares a code that people see and choose: a text, with an example.
#[macro_export]
macro_rules! code {
    ($(#[$meta:meta])* $name:ident, $example:literal) => {
        $(#[$meta])*
        #[derive(
            Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord,
            serde::Serialize, serde::Deserialize, utoipa::ToSchema,
        )]
        #[serde(transparent)]
        #[schema(value_type = String, example = $example)]
        pub struct $name(pub String);

        impl $name {
            /// The code as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

code! {
    /// The number of a store, for example `PAR01`.
    StoreNo,
    "PAR01"
}
code! {
    /// The number of a till, for example `PAR01-T1`.
    TerminalNo,
    "PAR01-T1"
}
code! {
    /// The id of a salesperson, which is also the user name.
    StaffId,
    "seller"
}
code! {
    /// The number of an item, for example `BR-1042`.
    ItemNo,
    "BR-1042"
}
code! {
    /// The size of an item; blank when the item has no sizes.
    SizeCode,
    "52"
}
code! {
    /// The code of a tender, for example `CASH` or `VISA`.
    TenderCode,
    "CASH"
}
uuid_id! {
    /// A basket on a till.
    BasketId
}
uuid_id! {
    /// A line of a basket; the same id names the line of the order that it becomes.
    LineId
}
uuid_id! {
    /// A completed order.
    OrderId
}
uuid_id! {
    /// One try to take money at a device.
    AttemptId
}
uuid_id! {
    /// A tender booked on a basket.
    TenderId
}
uuid_id! {
    /// A session of somebody who logged in.
    SessionId
}
uuid_id! {
    /// A customer.
    CustomerId
}
