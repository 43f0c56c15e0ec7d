import { currencyExponent, formatMinor, type Currency } from '#/lib/money';
import type { DayReport, Figures } from './queries';

/** A bar of a chart. */
export interface Bar {
  key: string;
  /** Under the axis. */
  short: string;
  /** In the table and over the bar. */
  name: string;
  figures: Figures;
}

/** The most lines of a grid over its zero. */
const LINES_MAX = 4;

/** Round amounts from zero to at least the greatest, in minor units: the lines of a grid. */
export function gridLines(greatest: number, currency: Currency): number[] {
  const unit = 10 ** currencyExponent(currency);
  const wanted = Math.max(greatest, unit) / LINES_MAX;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= wanted && Number.isInteger(one)) ?? 10 * power;
  const lines = Math.max(1, Math.ceil(greatest / step));
  return Array.from({ length: lines + 1 }, (_, line) => line * step);
}

/** An amount beside the axis: whole units, where they are whole. */
export function axisText(minor: number, currency: Currency): string {
  const exponent = currencyExponent(currency);
  const unit = 10 ** exponent;
  return minor % unit === 0 ? formatMinor(minor / unit, 0) : formatMinor(minor, exponent);
}

/** What a character of a label takes at most, and what stays free beside a label, in CSS pixels. */
const CHARACTER = 8;
const GAP = 12;

/** Of how many labels under an axis one is shown, so that none touches the next: `width` is that of the axis. */
export function labelStep(labels: readonly string[], width: number): number {
  if (width <= 0) return 1;
  const widest = Math.max(0, ...labels.map((label) => label.length)) * CHARACTER + GAP;
  return Math.max(1, Math.ceil((labels.length * widest) / width));
}

/** Part of a whole in hundredths of a per cent, to a tenth of a per cent; none of nothing. */
export function share(part: number, whole: number): number | null {
  if (whole <= 0) return null;
  return Math.round((part / whole) * 1_000) * 10;
}

/** Whether nothing was sold or taken back. */
export const isEmpty = ({ total }: DayReport): boolean => total.transactions === 0 && total.sales.minor === 0 && total.pieces === 0;
