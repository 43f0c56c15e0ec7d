//! How much a search may cost.

/// How much work each part of a search may take; a step looks at one column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    /// For linear programming.
    pub bound: u64,
    /// For exchanges.
    pub exchange: u64,
    /// For the search.
    pub search: u64,
    /// For finding the choice that ties prefer.
    pub ties: u64,
    /// States remembered, at most.
    pub states: usize,
}

impl Work {
    /// Takes a part of the work out.
    pub(super) fn lend(&mut self, part: u64) -> Self {
        let part = part.max(1);
        let lent = Self {
            bound: self.bound / part,
            exchange: self.exchange / part,
            search: self.search / part,
            ties: self.ties / part,
            states: self.states,
        };
        self.bound -= lent.bound;
        self.exchange -= lent.exchange;
        self.search -= lent.search;
        self.ties -= lent.ties;
        lent
    }

    /// Puts back what was not used.
    pub(super) fn give_back(&mut self, left: Self) {
        self.bound += left.bound;
        self.exchange += left.exchange;
        self.search += left.search;
        self.ties += left.ties;
    }
}
