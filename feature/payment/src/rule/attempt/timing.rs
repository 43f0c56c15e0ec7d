use jiff::SignedDuration;

/// How long to wait for what. The default is what the shop is told (domain 4.5, reliability b.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// From sending to the moment when the payment can be cancelled.
    pub cancellable_after: SignedDuration,
    /// From then to the moment when the system ends the payment.
    pub automatic_end_after: SignedDuration,
    /// How long the terminal may take to confirm that it stopped.
    pub abort_wait: SignedDuration,
    /// How long a terminal may work on a request before "not found" is believed.
    pub processing_window: SignedDuration,
    /// Between two questions.
    pub inquiry_every: SignedDuration,
    /// How many questions are asked at least before a person may decide.
    pub inquiries_min: i32,
    /// Between two questions once a person may decide; each is an alarm.
    pub alarm_every: SignedDuration,
    /// How long the answer to a question may take.
    pub question_wait: SignedDuration,
    /// How long the answer to a reversal may take.
    pub reversal_wait: SignedDuration,
    /// When to look again for a late success, and when to try a late reversal again; the pause
    /// doubles from here…
    pub look_again_after: SignedDuration,
    /// …to here.
    pub look_again_at_most: SignedDuration,
    /// For how long a late success is looked for; terminals forget after 48 hours.
    pub look_again_for: SignedDuration,
    /// For how long a process that drives an attempt is believed to be alive.
    pub lease: SignedDuration,
    /// How often it says so.
    pub lease_renewal: SignedDuration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            cancellable_after: SignedDuration::from_secs(30),
            automatic_end_after: SignedDuration::from_secs(90),
            abort_wait: SignedDuration::from_secs(15),
            processing_window: SignedDuration::from_secs(150),
            inquiry_every: SignedDuration::from_secs(5),
            inquiries_min: 6,
            alarm_every: SignedDuration::from_secs(30),
            question_wait: SignedDuration::from_secs(5),
            reversal_wait: SignedDuration::from_secs(60),
            look_again_after: SignedDuration::from_secs(30),
            look_again_at_most: SignedDuration::from_hours(1),
            look_again_for: SignedDuration::from_hours(24),
            lease: SignedDuration::from_secs(10),
            lease_renewal: SignedDuration::from_secs(3),
        }
    }
}
