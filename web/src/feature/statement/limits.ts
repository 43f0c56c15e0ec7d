/** The most characters of a reason. */
export const REASON_MAX = 255;
/** The most characters of the number of a bank bag. */
export const BAG_MAX = 20;
