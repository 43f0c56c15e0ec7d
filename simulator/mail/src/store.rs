//! The mails that arrived, newest last, in memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::mail::Mail;

const MAX_MAILS: usize = 1000;

/// The mails; clones share them.
#[derive(Clone, Default)]
pub(crate) struct Store {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    mails: VecDeque<Arc<Mail>>,
    last_id: u64,
}

impl Store {
    /// Keeps a mail under a new number; the oldest goes when there are too many.
    pub(crate) fn keep(&self, from: &str, to: Vec<String>, raw: &[u8]) -> u64 {
        let mut inner = self.lock();
        inner.last_id += 1;
        let id = inner.last_id;
        inner
            .mails
            .push_back(Arc::new(Mail::read(id, from, to, raw)));
        if inner.mails.len() > MAX_MAILS {
            inner.mails.pop_front();
        }
        id
    }

    /// All mails, oldest first.
    pub(crate) fn all(&self) -> Vec<Arc<Mail>> {
        self.lock().mails.iter().cloned().collect()
    }

    /// One mail.
    pub(crate) fn find(&self, id: u64) -> Option<Arc<Mail>> {
        self.lock().mails.iter().find(|mail| mail.id == id).cloned()
    }

    /// Throws all mails away; numbers go on.
    pub(crate) fn clear(&self) {
        self.lock().mails.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing can be half done in here, so a panic elsewhere leaves good mails.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
