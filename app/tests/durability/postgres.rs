//! The PostgreSQL server dies while tills sell.
