//! Mix-and-match as a shop sees it: the worked examples, and any basket against brute force.

mod best_total;
mod brute;
mod build;
mod outcome;
mod vectors;
