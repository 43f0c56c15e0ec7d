import type { Refusal } from '#/api/types';
import { currencyExponent, currencySymbol, formatInteger, formatMinor, MINUS, parseAmount, type Currency, type Money } from '#/lib/money';
import type { Cause, Count, Drawer, Statement, Tender } from './queries';

/** Something that is counted by itself: the drawer of a till, or the slips of a tender of the whole store. */
export interface Target {
  id: string;
  tender: Tender;
  drawer: Drawer | null;
  /** The count that holds. */
  count: Count | null;
}

const idOf = (tenderCode: string, terminalNo: string | null): string => `${tenderCode} ${terminalNo ?? ''}`;

/** What of a statement is counted, in the order of its tenders. */
export function targetsOf({ tenders, counts }: Pick<Statement, 'tenders' | 'counts'>): Target[] {
  const last = new Map(counts.map((count) => [idOf(count.tenderCode, count.terminalNo), count]));
  return tenders
    .filter(({ countingRequired }) => countingRequired)
    .flatMap((tender) => {
      const drawers: (Drawer | null)[] = tender.isCash ? tender.drawers : [null];
      return drawers.map((drawer) => {
        const id = idOf(tender.tenderCode, drawer?.terminalNo ?? null);
        return { id, tender, drawer, count: last.get(id) ?? null };
      });
    });
}

/** What is counted next: what follows first, of the own till before that of another one; none when all is counted. */
export function nextTarget(targets: readonly Target[], terminalNo: string | undefined, after?: string): Target | null {
  const from = targets.findIndex(({ id }) => id === after) + 1;
  const open = [...targets.slice(from), ...targets.slice(0, from)].filter(({ count }) => count === null);
  const isOwn = ({ drawer }: Target): boolean => drawer === null || drawer.terminalNo === terminalNo;
  const first = open[0];
  if (!first) return null;
  return open.find((target) => target.tender.tenderCode === first.tender.tenderCode && isOwn(target)) ?? first;
}

/** Whether a tender differs, or a drawer: what one lacks and another has too much is none of the tender. */
export const hasDifference = ({ tenders }: Pick<Statement, 'tenders'>): boolean =>
  tenders.some(({ differenceAmount, drawers }) => [differenceAmount, ...drawers.map((drawer) => drawer.differenceAmount)].some((amount) => Boolean(amount?.minor)));

/** The till whose drawer a cause names; none where it names a card terminal, or no till. */
export const drawerOf = ({ cause, terminalNo }: Pick<Cause, 'cause' | 'terminalNo'>): string | null =>
  cause === 'OTHER_DRAWER' || cause === 'MISSING_DROP' ? terminalNo : null;

/** What is counted again for a cause: the drawer that it names, that differs by it, or that differs at all; else the slips. */
export function targetOf(targets: readonly Target[], cause: Pick<Cause, 'cause' | 'tenderCode' | 'terminalNo' | 'amount'>): Target | null {
  const own = targets.filter(({ tender }) => tender.tenderCode === cause.tenderCode);
  const that = (fits: (drawer: Drawer) => boolean) => own.find(({ drawer }) => drawer !== null && fits(drawer));
  return (
    that(({ terminalNo }) => terminalNo === drawerOf(cause)) ??
    that(({ differenceAmount }) => differenceAmount?.minor === cause.amount.minor) ??
    that(({ differenceAmount }) => Boolean(differenceAmount?.minor)) ??
    own[0] ??
    null
  );
}

/** What tells a cause from the others of its statement. */
export const causeKey = ({ cause, tenderCode, otherTenderCode, reference, depositId, terminalNo, otherTerminalNo }: Cause): string =>
  [cause, tenderCode, otherTenderCode, reference, depositId, terminalNo, otherTerminalNo].join(' ');

/** What a drawer should have held when it was counted; none where that is not known in its own currency. */
export function shouldBe({ drawer, count }: Target): Money | null {
  const taken = drawer?.transactionAmount;
  if (!taken || !count || taken.currency !== count.content.currency) return null;
  const { openingFloat, takenBefore, added, removed, movedSince } = count;
  return { ...taken, minor: openingFloat.minor - takenBefore.minor + added.minor - removed.minor + movedSince.minor + taken.minor };
}

/** With how much more or less a drawer was opened than should have lain in it. */
export const openingDifference = ({ openingFloat, carriedFloat }: Pick<Count, 'openingFloat' | 'carriedFloat'>): Money => ({
  ...openingFloat,
  minor: openingFloat.minor - carriedFloat.minor,
});

/** What payments have to come to: sales, gift cards and deposits, rounding. None while something is counted blind. */
export function owed({ salesAmount, liabilities, roundingAmount }: Pick<Statement, 'salesAmount' | 'liabilities' | 'roundingAmount'>): Money | null {
  if (!salesAmount || !liabilities || !roundingAmount) return null;
  return { ...salesAmount, minor: salesAmount.minor + liabilities.minor + roundingAmount.minor };
}

/** Whether posting found other documents behind the statement than it was calculated from: its own sums stay equal. */
export const hasChanged = ({ failure }: Pick<Statement, 'failure'>): boolean => failure === 'statement.not_balanced';

/**
 * Why posting failed, as its sentence is written. None where that would have holes: of what did not balance
 * before sums were kept with it.
 */
export function failedBy({ failure, failureParams }: Pick<Statement, 'failure' | 'failureParams'>): Refusal | null {
  if (!failure) return null;
  if (hasChanged({ failure }) && Object.keys(failureParams).length === 0) return null;
  return { key: failure, params: failureParams };
}

/** Which part of the list price was taken off, in hundredths of a per cent, to the tenth below; none without a price. */
export function discountShare(discount: Money, sales: Money): number | null {
  const gross = discount.minor + sales.minor;
  if (gross <= 0 || discount.minor <= 0) return null;
  return Number((BigInt(discount.minor) * 1_000n) / BigInt(gross)) * 10;
}

/** The total row: counted amounts where there are some, what the system says elsewhere. */
export function totalsOf({ tenders }: Pick<Statement, 'tenders'>): { transactions: number; counted: number | null; slips: number } {
  const amounts = tenders.map((tender) => (tender.countingRequired ? tender.countedAmount : tender.transactionAmount));
  const isKnown = amounts.every((amount) => amount !== null);
  return {
    transactions: tenders.reduce((sum, tender) => sum + tender.transactionQuantity, 0),
    counted: isKnown ? amounts.reduce((sum, amount) => sum + (amount?.minor ?? 0), 0) : null,
    slips: tenders.reduce((sum, tender) => sum + (tender.differenceQuantity ?? 0), 0),
  };
}

/** A note or coin as people call it: `€200`, `€0.50`. */
export function denominationName(minor: number, currency: Currency): string {
  const exponent = currencyExponent(currency);
  const unit = 10 ** exponent;
  const isWhole = minor % unit === 0;
  return `${currencySymbol(currency)}${isWhole ? formatInteger(minor / unit) : formatMinor(minor, exponent)}`;
}

/** The most pieces that fit into a field, and that the server takes. */
export const PIECES_DIGITS_MAX = 6;

export type Pieces = Readonly<Record<number, string>>;

/** What was typed into the field of a note or coin: digits, without zeros before them. */
export const typedPieces = (text: string): string => text.replaceAll(/\D/g, '').slice(0, PIECES_DIGITS_MAX).replace(/^0+(?=\d)/, '');

/** What a row of the grid is worth. */
export const rowMinor = (denomination: number, pieces: Pieces): number => denomination * Number(pieces[denomination] ?? 0);

/** What all rows are worth. */
export const gridMinor = (denominations: readonly number[], pieces: Pieces): number =>
  denominations.reduce((sum, denomination) => sum + rowMinor(denomination, pieces), 0);

/** A sum of slips as it was typed; more may have gone back than came in. */
export function parseSlips(text: string, currency: Currency): number | null {
  const typed = text.trim();
  const isBelow = typed.startsWith('-') || typed.startsWith(MINUS);
  const minor = parseAmount(isBelow ? typed.slice(1) : typed, currency);
  return minor === null ? null : isBelow && minor !== 0 ? -minor : minor;
}

/** An amount in a column of its own currency: without the sign. */
export const columnText = ({ minor, currency }: Money): string => formatMinor(minor, currencyExponent(currency));

/** Whether somebody has to stand for a difference. */
export const isAboveMaximum = ({ difference, maximumDifference }: Pick<Statement, 'difference' | 'maximumDifference'>): boolean =>
  difference !== null && Math.abs(difference.minor) > maximumDifference.minor;

/** Where on a page the three sides of a card terminal stand. */
export const terminalAnchor = (terminalNo: string): string => `terminal-${terminalNo}`;
