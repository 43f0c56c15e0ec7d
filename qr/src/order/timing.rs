use jiff::SignedDuration;

/// How long to wait for what. The default is what the shop is told (domain 4.5, reliability b.10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timing {
    /// Between two questions what became of an order.
    pub poll_every: SignedDuration,
    /// How long a code is shown before the cashier is asked whether to go on.
    pub shown_for: SignedDuration,
    /// How long a scanned code is waited for before the cashier is asked.
    pub scanned_for: SignedDuration,
    /// How much longer "yes" waits.
    pub continue_for: SignedDuration,
    /// How long the cashier may think before the order is ended.
    pub answer_wait: SignedDuration,
    /// How long after its creation an order is ended in any case.
    pub open_at_most: SignedDuration,
    /// How long after its creation the provider takes payments at all.
    pub life: SignedDuration,
    /// How often the code is asked for when the answer is lost.
    pub create_tries: u32,
    /// How long a request may be on its way, so that "not found" is not believed before. A payment
    /// code is good for two minutes at most.
    pub arrival_window: SignedDuration,
    /// Between two rounds of asking and ending.
    pub close_every: SignedDuration,
    /// How old WeChat Pay wants an order whose code is shown to be before it is asked to close it: "the
    /// minimum call interval is 5 minutes" (pay.weixin.qq.com, API v3, "Close Order").
    pub wechat_closes_after: SignedDuration,
    /// How long an order is ended before a person may decide.
    pub give_up_after: SignedDuration,
    /// Between two rounds once a person may decide; each is an alarm.
    pub alarm_every: SignedDuration,
    /// When to look again for a late payment; the pause doubles from here…
    pub look_again_after: SignedDuration,
    /// …and the looking ends here.
    pub look_again_for: SignedDuration,
    /// Between two steps of a refund; the pause grows from here…
    pub refund_every: SignedDuration,
    /// …to here.
    pub refund_every_at_most: SignedDuration,
    /// How long the answer to a request may take.
    pub request_wait: SignedDuration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            poll_every: SignedDuration::from_secs(5),
            shown_for: SignedDuration::from_secs(120),
            scanned_for: SignedDuration::from_secs(60),
            continue_for: SignedDuration::from_secs(60),
            answer_wait: SignedDuration::from_secs(30),
            open_at_most: SignedDuration::from_mins(8),
            life: SignedDuration::from_mins(9),
            create_tries: 3,
            arrival_window: SignedDuration::from_secs(150),
            close_every: SignedDuration::from_secs(5),
            wechat_closes_after: SignedDuration::from_mins(5),
            give_up_after: SignedDuration::from_secs(180),
            alarm_every: SignedDuration::from_secs(30),
            look_again_after: SignedDuration::from_secs(30),
            look_again_for: SignedDuration::from_hours(1),
            refund_every: SignedDuration::from_secs(5),
            refund_every_at_most: SignedDuration::from_hours(1),
            request_wait: SignedDuration::from_secs(15),
        }
    }
}
