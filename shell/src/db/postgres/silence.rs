//! How long somebody who has fallen silent is waited for.
//!
//! A process that ends closes its connections; a machine that loses its power or its network says nothing more. The
//! systems on both sides notice after two hours, and until then whoever waits for a reply or for a lock waits.

use std::time::Duration;

use tokio_postgres::Config;

use super::super::DbError;

/// How long a try to connect may take.
const CONNECT_MAX: Duration = Duration::from_secs(5);
/// After how long without a word the server is asked whether it is there.
const SILENCE: Duration = Duration::from_secs(10);
/// How long after such a question the next one follows.
const BETWEEN_QUESTIONS: Duration = Duration::from_secs(5);
/// How many of them stay without an answer before the server is taken for gone.
const QUESTIONS: u32 = 3;
/// How long what was sent may stay unacknowledged.
const UNACKNOWLEDGED_MAX: Duration = Duration::from_secs(15);

/// What the server does, on its side, about a process that has fallen silent. It ends a transaction in which nothing
/// was asked for 15 seconds, and with it the locks: a command computes for milliseconds between two statements.
pub(super) const ON_THE_SERVER: &str = "SET idle_in_transaction_session_timeout = '15s'; \
     SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; \
     SET tcp_keepalives_count = 3; SET tcp_user_timeout = '15s'";

/// The way to a server, on which one that is gone is noticed. What the address says itself of it holds.
///
/// # Errors
/// The address is none.
pub(super) fn way_to(url: &str) -> Result<Config, DbError> {
    let mut named = deadpool_postgres::Config::new();
    named.url = Some(url.to_owned());
    let mut way = named
        .get_pg_config()
        .map_err(|error| DbError::Unavailable(error.to_string()))?;
    if way.get_connect_timeout().is_none() {
        way.connect_timeout(CONNECT_MAX);
    }
    if way.get_tcp_user_timeout().is_none() {
        way.tcp_user_timeout(UNACKNOWLEDGED_MAX);
    }
    if way.get_keepalives_idle() == Config::new().get_keepalives_idle() {
        way.keepalives_idle(SILENCE);
    }
    if way.get_keepalives_interval().is_none() {
        way.keepalives_interval(BETWEEN_QUESTIONS);
    }
    if way.get_keepalives_retries().is_none() {
        way.keepalives_retries(QUESTIONS);
    }
    Ok(way)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_is_gone_is_noticed_in_seconds_unless_the_address_says_otherwise() {
        let seconds = Duration::from_secs;
        let way = way_to("postgres://vitrine@db.example/shop").unwrap();
        assert_eq!(way.get_connect_timeout(), Some(&seconds(5)));
        assert_eq!(way.get_tcp_user_timeout(), Some(&seconds(15)));
        assert!(way.get_keepalives());
        assert_eq!(way.get_keepalives_idle(), seconds(10));
        assert_eq!(way.get_keepalives_interval(), Some(seconds(5)));
        assert_eq!(way.get_keepalives_retries(), Some(3));
        let said = "postgres://vitrine@db.example/shop?connect_timeout=1&tcp_user_timeout=2\
                    &keepalives_idle=3&keepalives_interval=4&keepalives_retries=5";
        let way = way_to(said).unwrap();
        assert_eq!(way.get_connect_timeout(), Some(&seconds(1)));
        assert_eq!(way.get_tcp_user_timeout(), Some(&seconds(2)));
        assert_eq!(way.get_keepalives_idle(), seconds(3));
        assert_eq!(way.get_keepalives_interval(), Some(seconds(4)));
        assert_eq!(way.get_keepalives_retries(), Some(5));
        assert!(way_to("nonsense").is_err());
    }
}
