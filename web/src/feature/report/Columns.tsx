import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatMoney, type Currency } from '#/lib/money';
import { useWidth } from '#/lib/use-width';
import { cx } from '#/ui/cx';
import { axisText, gridLines, labelStep, type Bar } from './report';
import css from './Columns.module.css';

interface ColumnsProps {
  title: string;
  currency: Currency;
  bars: readonly Bar[];
}

const turnoverOf = ({ figures }: Bar): number => figures.turnover.minor;

/** The bar that is looked at; arrow keys go from one to the next, in the direction of time. */
function useCursor(bars: readonly Bar[]) {
  const [key, setKey] = useState<string | null>(null);
  const at = bars.findIndex((bar) => bar.key === key);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (event.key === 'Escape') setKey(null);
    if (step === 0) return;
    event.preventDefault();
    const from = at < 0 ? (step > 0 ? -1 : bars.length) : at;
    const next = bars[Math.min(Math.max(from + step, 0), bars.length - 1)];
    setKey(next?.key ?? null);
  };
  return { chosen: bars[at], at, setKey, onKeyDown };
}

/** Turnover of hours or days as columns over a zero line. Time goes from left to right in every language. */
export function Columns({ title, currency, bars }: ColumnsProps) {
  const { t } = useTranslation('report');
  const id = useId();
  const { chosen, at, setKey, onKeyDown } = useCursor(bars);
  const axis = useRef<HTMLDivElement>(null);
  const step = labelStep(
    bars.map(({ short }) => short),
    useWidth(axis),
  );
  const lines = gridLines(Math.max(0, ...bars.map(turnoverOf)), currency);
  const top = lines.at(-1) ?? 1;
  const percent = (minor: number): string => `${(Math.max(0, minor) / top) * 100}%`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the figures stand in the table below; arrow keys only move what is looked at
    <div
      className={css.chart}
      dir="ltr"
      role="group"
      aria-label={t('chart.name', { title })}
      aria-describedby={`${id}told`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the cursor is moved by key
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setKey(null)}
    >
      <div className={css.plot}>
        {lines.map((line) => (
          <div key={line} className={css.line} style={{ insetBlockEnd: percent(line) }} aria-hidden="true">
            <span className={css.axis}>{axisText(line, currency)}</span>
          </div>
        ))}
        <div ref={axis} className={css.bars} aria-hidden="true">
          {bars.map((bar, index) => (
            <div
              key={bar.key}
              className={cx(css.slot, bar.key === chosen?.key && css.on)}
              onPointerEnter={() => setKey(bar.key)}
              onPointerLeave={() => setKey(null)}
            >
              <div className={css.bar} style={{ blockSize: percent(turnoverOf(bar)) }} />
              {index % step === 0 && <span className={css.short}>{bar.short}</span>}
            </div>
          ))}
        </div>
        {chosen && (
          <div className={css.tip} style={at < bars.length / 2 ? { insetInlineEnd: 0 } : { insetInlineStart: 56 }} aria-hidden="true">
            <p className={css.tipTitle}>{chosen.name}</p>
            <p>
              {t('turnover')} <bdi>{formatMoney(chosen.figures.turnover)}</bdi>
            </p>
            <p>
              {t('transactions')} {formatInteger(chosen.figures.transactions)}
            </p>
            <p>
              {t('pieces')} {formatInteger(chosen.figures.pieces)}
            </p>
          </div>
        )}
      </div>
      <p id={`${id}told`} role="status" className="sr">
        {chosen ? `${chosen.name}: ${formatMoney(chosen.figures.turnover)}` : ''}
      </p>
    </div>
  );
}
