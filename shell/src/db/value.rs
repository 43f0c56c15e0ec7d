//! Values that go into statements and come out of rows, the same for both engines.

use bytes::BytesMut;
use jiff::Timestamp;
use jiff::civil::Date;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use uuid::Uuid;

use super::DbError;
use crate::Outcome;

/// A value of a column.
///
/// Booleans are 0 and 1 on SQLite and true booleans on PostgreSQL; ids are 16 bytes or UUID; times
/// are microseconds since 1970 in UTC; dates are texts `YYYY-MM-DD`, which sort as they should.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A whole number.
    Integer(i64),
    /// A truth value.
    Boolean(bool),
    /// A text.
    Text(String),
    /// An id.
    Uuid(Uuid),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// What can be a parameter.
pub trait IntoValue {
    /// The parameter as the database takes it.
    fn into_value(self) -> Value;
}

impl IntoValue for Value {
    fn into_value(self) -> Value {
        self
    }
}
impl IntoValue for i64 {
    fn into_value(self) -> Value {
        Value::Integer(self)
    }
}
impl IntoValue for i32 {
    fn into_value(self) -> Value {
        Value::Integer(i64::from(self))
    }
}
impl IntoValue for bool {
    fn into_value(self) -> Value {
        Value::Boolean(self)
    }
}
impl IntoValue for &str {
    fn into_value(self) -> Value {
        Value::Text(self.to_owned())
    }
}
impl IntoValue for String {
    fn into_value(self) -> Value {
        Value::Text(self)
    }
}
impl IntoValue for &String {
    fn into_value(self) -> Value {
        Value::Text(self.clone())
    }
}
impl IntoValue for Uuid {
    fn into_value(self) -> Value {
        Value::Uuid(self)
    }
}
impl IntoValue for Vec<u8> {
    fn into_value(self) -> Value {
        Value::Bytes(self)
    }
}
impl IntoValue for &[u8] {
    fn into_value(self) -> Value {
        Value::Bytes(self.to_vec())
    }
}
impl IntoValue for Timestamp {
    fn into_value(self) -> Value {
        Value::Integer(self.as_microsecond())
    }
}
impl IntoValue for Date {
    fn into_value(self) -> Value {
        Value::Text(self.to_string())
    }
}
impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self) -> Value {
        self.map_or(Value::Null, IntoValue::into_value)
    }
}

macro_rules! kernel_ids {
    ($($id:ty),*) => {$(
        impl IntoValue for $id {
            fn into_value(self) -> Value {
                Value::Uuid(self.0)
            }
        }
        impl FromValue for $id {
            const EXPECTED: &'static str = "an id";
            fn from_value(value: Value) -> Option<Self> {
                Uuid::from_value(value).map(Self)
            }
        }
    )*};
}
macro_rules! kernel_codes {
    ($($code:ty),*) => {$(
        impl IntoValue for &$code {
            fn into_value(self) -> Value {
                Value::Text(self.0.clone())
            }
        }
        impl FromValue for $code {
            const EXPECTED: &'static str = "a code";
            fn from_value(value: Value) -> Option<Self> {
                String::from_value(value).map(Self)
            }
        }
    )*};
}
kernel_ids!(
    kernel::id::BasketId,
    kernel::id::LineId,
    kernel::id::OrderId,
    kernel::id::AttemptId,
    kernel::id::TenderId,
    kernel::id::SessionId,
    kernel::id::CustomerId
);
kernel_codes!(
    kernel::id::StoreNo,
    kernel::id::TerminalNo,
    kernel::id::StaffId,
    kernel::id::ItemNo,
    kernel::id::SizeCode,
    kernel::id::TenderCode
);

/// What can be read from a column.
pub trait FromValue: Sized {
    /// What the column should hold, for the log.
    const EXPECTED: &'static str;
    /// The value, when the column holds one of this kind.
    fn from_value(value: Value) -> Option<Self>;
}

impl FromValue for i64 {
    const EXPECTED: &'static str = "a whole number";
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Integer(number) => Some(number),
            _ => None,
        }
    }
}
impl FromValue for bool {
    const EXPECTED: &'static str = "a truth value";
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Boolean(truth) => Some(truth),
            Value::Integer(number @ (0 | 1)) => Some(number == 1),
            _ => None,
        }
    }
}
impl FromValue for String {
    const EXPECTED: &'static str = "a text";
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}
impl FromValue for Uuid {
    const EXPECTED: &'static str = "an id";
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Uuid(id) => Some(id),
            Value::Bytes(bytes) => Self::from_slice(&bytes).ok(),
            _ => None,
        }
    }
}
impl FromValue for Vec<u8> {
    const EXPECTED: &'static str = "bytes";
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }
}
impl FromValue for Timestamp {
    const EXPECTED: &'static str = "a time";
    fn from_value(value: Value) -> Option<Self> {
        i64::from_value(value).and_then(|micros| Self::from_microsecond(micros).ok())
    }
}
impl FromValue for Date {
    const EXPECTED: &'static str = "a date";
    fn from_value(value: Value) -> Option<Self> {
        String::from_value(value).and_then(|text| text.parse().ok())
    }
}
impl FromValue for kernel::Currency {
    const EXPECTED: &'static str = "a currency";
    fn from_value(value: Value) -> Option<Self> {
        String::from_value(value).and_then(|code| Self::parse(&code))
    }
}
impl<T: FromValue> FromValue for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            other => T::from_value(other).map(Some),
        }
    }
}

/// A row, read column after column in the order of the query.
#[derive(Debug)]
pub struct Row {
    values: std::vec::IntoIter<Value>,
    width: usize,
}

impl Row {
    pub(super) fn new(values: Vec<Value>) -> Self {
        Self {
            width: values.len(),
            values: values.into_iter(),
        }
    }

    /// Reads the next column.
    ///
    /// # Errors
    /// When the row has no further column or it holds something else.
    pub fn read<T: FromValue>(&mut self) -> Result<T, DbError> {
        let column = self.width - self.values.len();
        self.values
            .next()
            .and_then(T::from_value)
            .ok_or(DbError::Column {
                column,
                expected: T::EXPECTED,
            })
    }
}

/// What is read from the columns of a row that are still unread.
pub trait FromRow: Sized {
    /// Reads them.
    ///
    /// # Errors
    /// When the row has too few columns or one holds something else.
    fn from_row(row: Row) -> Outcome<Self>;
}

macro_rules! tuple_from_row {
    ($($column:ident)+) => {
        impl<$($column: FromValue),+> FromRow for ($($column,)+) {
            fn from_row(mut row: Row) -> Outcome<Self> {
                Ok(($(row.read::<$column>()?,)+))
            }
        }
    };
}
tuple_from_row!(A B);
tuple_from_row!(A B C);
tuple_from_row!(A B C D);
tuple_from_row!(A B C D E);
tuple_from_row!(A B C D E F);

impl ToSql for Value {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        // The server reads bytes as what it takes the parameter for, such as NUMERIC beside a sum: what is sent
        // as something else would be another value there, or none.
        let is_fitting = match self {
            Self::Null => true,
            Self::Integer(_) => matches!(*ty, Type::INT4 | Type::INT8),
            Self::Boolean(_) => <bool as ToSql>::accepts(ty),
            Self::Text(_) => <&str as ToSql>::accepts(ty),
            Self::Uuid(_) => <Uuid as ToSql>::accepts(ty),
            Self::Bytes(_) => <&[u8] as ToSql>::accepts(ty),
        };
        if !is_fitting {
            return Err(format!("the server wants {ty} where something else is given").into());
        }
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Integer(number) if *ty == Type::INT4 => i32::try_from(*number)?.to_sql(ty, out),
            Self::Integer(number) => number.to_sql(ty, out),
            Self::Boolean(truth) => truth.to_sql(ty, out),
            Self::Text(text) => text.to_sql(ty, out),
            Self::Uuid(id) => id.to_sql(ty, out),
            Self::Bytes(bytes) => bytes.to_sql(ty, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_that_the_server_takes_for_something_else_is_not_sent() {
        let uuid = Uuid::nil();
        let table = [
            (Value::Integer(16_384), Type::INT8, true),
            (Value::Integer(7), Type::INT4, true),
            // Its bytes would be a number of another make: 0 up to 16,383, and none from there on.
            (Value::Integer(16_384), Type::NUMERIC, false),
            (Value::Integer(7), Type::TEXT, false),
            (Value::Integer(7), Type::FLOAT8, false),
            (Value::Boolean(true), Type::BOOL, true),
            (Value::Boolean(true), Type::INT8, false),
            (Value::Text("PAR".to_owned()), Type::TEXT, true),
            (Value::Text("PAR".to_owned()), Type::UUID, false),
            (Value::Uuid(uuid), Type::UUID, true),
            (Value::Uuid(uuid), Type::TEXT, false),
            (Value::Bytes(vec![1]), Type::BYTEA, true),
            (Value::Bytes(vec![1]), Type::TEXT, false),
            (Value::Null, Type::NUMERIC, true),
        ];
        for (value, ty, is_sent) in table {
            let sent = value.to_sql(&ty, &mut BytesMut::new());
            assert_eq!(sent.is_ok(), is_sent, "{value:?} as {ty}");
        }
    }
}
