import { formatMoney, type Money } from '#/lib/money';

/** An amount inside a sentence: kept from being turned around in right-to-left scripts. */
export function amountInText(money: Money): string {
  const text = formatMoney(money);
  return document.documentElement.dir === 'rtl' ? `\u2066${text}\u2069` : text;
}

/** An amount on a small button: `€500`, without decimals that are all 0. */
export function shortAmount(money: Money): string {
  return formatMoney(money).replace(/\.0+$/, '');
}
