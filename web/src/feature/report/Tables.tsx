import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyExponent, formatInteger, formatMinor, formatRate, type Money } from '#/lib/money';
import { cx } from '#/ui/cx';
import type { DayReport, Figures, Given } from './queries';
import type { Bar } from './report';
import css from './Report.module.css';

const amountText = ({ minor, currency }: Money): string => formatMinor(minor, currencyExponent(currency));

interface TableProps {
  title: string;
  heads: readonly { name: string; isNumber?: boolean }[];
  children: ReactNode;
}

/** A table under its title; on narrow screens it scrolls beside itself. */
function Table({ title, heads, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls without fields is scrolled by key
    <div className={css.scroll} role="region" aria-label={title} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {heads.map(({ name, isNumber }) => (
              <th key={name} scope="col" className={cx(isNumber && css.number)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Numbers({ values }: { values: readonly string[] }) {
  return values.map((value, index) => (
    // The columns never change their places.
    <td key={index} className={css.number}>
      <bdi dir="ltr">{value}</bdi>
    </td>
  ));
}

const figureTexts = ({ transactions, pieces, turnover, sales }: Figures): string[] => [
  formatInteger(transactions),
  formatInteger(pieces),
  amountText(turnover),
  amountText(sales),
];

/** What the chart shows, in figures. */
export function TimeTable({ title, first, bars }: { title: string; first: string; bars: readonly Bar[] }) {
  const { t } = useTranslation('report');
  const heads = [
    { name: first },
    ...[t('transactions'), t('pieces'), t('turnover'), t('sales')].map((name) => ({ name, isNumber: true })),
  ];
  return (
    <Table title={title} heads={heads}>
      {bars.map((bar) => (
        <tr key={bar.key}>
          <th scope="row">
            <bdi dir="ltr" className="whole">
              {bar.name}
            </bdi>
          </th>
          <Numbers values={figureTexts(bar.figures)} />
        </tr>
      ))}
    </Table>
  );
}

export function VatTable({ report }: { report: DayReport }) {
  const { t } = useTranslation('report');
  const heads = [{ name: t('vat.rate') }, ...[t('turnover'), t('vat.amount'), t('sales')].map((name) => ({ name, isNumber: true }))];
  const rows = [
    ...report.vatRates.map(({ rate, figures }) => ({ key: String(rate), name: formatRate(rate), figures })),
    { key: 'total', name: t('total'), figures: report.total },
  ];
  return (
    <section className={css.panel} aria-label={t('vat.title')}>
      <h2 className="t-lead">{t('vat.title')}</h2>
      <Table title={t('vat.title')} heads={heads}>
        {rows.map(({ key, name, figures }) => (
          <tr key={key} className={cx(key === 'total' && css.sum)}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <Numbers values={[figures.turnover, figures.vat, figures.sales].map(amountText)} />
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** What posted statements took. What is still to be counted is told nowhere. */
export function TenderTable({ report }: { report: DayReport }) {
  const { t } = useTranslation('report');
  const heads = [{ name: t('tender.name') }, { name: t('count'), isNumber: true }, { name: t('amount'), isNumber: true }];
  const sum = report.tenders.reduce((minor, { amount }) => minor + amount.minor, 0);
  return (
    <section className={css.panel} aria-label={t('tender.title')}>
      <h2 className="t-lead">{t('tender.title')}</h2>
      {report.tenders.length === 0 ? (
        <p className="t-meta">{t('tender.waiting')}</p>
      ) : (
        <Table title={t('tender.title')} heads={heads}>
          {report.tenders.map(({ tenderCode, name, amount, quantity }) => (
            <tr key={tenderCode}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <Numbers values={[formatInteger(quantity), amountText(amount)]} />
            </tr>
          ))}
          <tr className={css.sum}>
            <th scope="row">{t('total')}</th>
            <Numbers values={['', amountText({ minor: sum, currency: report.currency })]} />
          </tr>
        </Table>
      )}
    </section>
  );
}

/** Discounts, and prices that were typed over those of the list, with who gave and who approved them. */
export function GivenTable({ report }: { report: DayReport }) {
  const { t } = useTranslation('report');
  const heads = [
    { name: t('given.what') },
    { name: t('given.reason') },
    { name: t('given.by') },
    { name: t('given.approvedBy') },
    { name: t('count'), isNumber: true },
    { name: t('amount'), isNumber: true },
  ];
  const rows: readonly Given[] = [...report.discounts, ...report.prices];
  const sourceOf = ({ source }: Given): string =>
    source === 'PACKAGE' || source === 'BASKET' || source === 'PRICE' ? t(`given.${source}`) : t('given.LINE');
  return (
    <section className={css.panel} aria-label={t('given.title')}>
      <h2 className="t-lead">{t('given.title')}</h2>
      {rows.length === 0 ? (
        <p className="t-meta">{t('given.none')}</p>
      ) : (
        <Table title={t('given.title')} heads={heads}>
          {rows.map((row) => (
            <tr key={[row.source, row.name, row.reason, row.givenBy, row.approvedBy].join('~')}>
              <th scope="row">
                {sourceOf(row)}
                {row.name !== '' && (
                  <bdi className={css.under}>{row.name}</bdi>
                )}
              </th>
              {[row.reason, row.givenBy, row.approvedBy].map((text, index) => (
                <td key={index}>{text === '' ? '–' : <bdi>{text}</bdi>}</td>
              ))}
              <Numbers values={[formatInteger(row.count), amountText(row.amount)]} />
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
