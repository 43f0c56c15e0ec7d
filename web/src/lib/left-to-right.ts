/** A value of digits and dashes inside a sentence of any direction: `2026-11` is never `11-2026`. */
export const leftToRight = (value: string): string => `\u2066${value}\u2069`;

/** A date or a number of a receipt inside a sentence: no line ends within it. */
export const unbroken = (value: string): string => leftToRight(value.replaceAll('-', '\u2060-\u2060').replaceAll(' ', '\u00A0'));

/** A name inside a sentence: it is read in its own direction and moves nothing around it. */
export const isolated = (value: string): string => `\u2068${value}\u2069`;
