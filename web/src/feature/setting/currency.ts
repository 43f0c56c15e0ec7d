import type { Choice } from './section';

/** The currencies in which is sold and which are taken. */
export const CURRENCIES = ['EUR', 'CHF', 'CNY', 'GBP', 'HKD', 'JPY', 'KRW', 'MOP', 'SGD', 'TWD', 'USD', 'AED', 'KWD'] as const;

export const CURRENCY_OPTIONS: readonly Choice[] = CURRENCIES.map((code) => ({ value: code, label: code }));
