//! Pure words that every part of Vitrine shares: money, weights, identifiers, dates and refusals.
