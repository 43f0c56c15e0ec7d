//! Work that keeps a processor busy, a few pieces at a time, aside from the threads that answer requests.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::{Failure, Outcome};

/// Where so many pieces of work are done at a time; clones share them.
#[derive(Clone, Debug)]
pub struct Places(Arc<Semaphore>);

impl Places {
    /// So many of them.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self(Arc::new(Semaphore::new(count)))
    }

    /// Waits for a place and works there. Nobody can call back a thread that computes: when whoever asked goes away,
    /// the work goes on and keeps its place until it has ended.
    ///
    /// # Errors
    /// When the work panicked.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Outcome<T> {
        let place = self.0.clone().acquire_owned().await;
        let place = place.map_err(Failure::internal)?;
        tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        })
        .await
        .map_err(Failure::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn work_keeps_its_place_until_it_has_ended_whoever_hangs_up() {
        let places = Places::new(1);
        let (go, waiting) = mpsc::channel::<()>();
        let mut asked = Box::pin(places.work(move || waiting.recv()));
        assert!(futures::poll!(asked.as_mut()).is_pending());
        drop(asked);
        let free = places.0.available_permits();
        go.send(()).unwrap();
        assert_eq!(free, 0, "while it is done");
        assert_eq!(places.work(|| 7).await.unwrap(), 7, "and then the next");
    }
}
