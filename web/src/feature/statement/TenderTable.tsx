import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatMinor, currencyExponent, formatMoney, type Money } from '#/lib/money';
import { cx } from '#/ui/cx';
import type { Drawer, Statement, Tender } from './queries';
import { columnText, hasChanged, owed, targetsOf, totalsOf, type Target } from './statement';
import css from './Statement.module.css';

/** An amount of a column; what is not told yet is a dash, and said so to those who hear it. */
function Cell({ money, className }: { money: Money | null; className?: string | undefined }) {
  const { t } = useTranslation('statement');
  return (
    <td className={cx(css.number, className)}>
      {money ? (
        <bdi dir="ltr">{columnText(money)}</bdi>
      ) : (
        <>
          <span aria-hidden="true">–</span>
          <span className="sr">{t('hidden')}</span>
        </>
      )}
    </td>
  );
}

const NONE = (
  <span aria-hidden="true" className={css.quiet}>
    –
  </span>
);

function DifferenceCells({ amount, quantity }: { amount: Money | null; quantity: number | null }) {
  return (
    <>
      <td className={cx(css.number, amount && amount.minor !== 0 ? css.off : css.quiet)}>{amount ? <bdi dir="ltr">{columnText(amount)}</bdi> : NONE}</td>
      <td className={cx(css.number, css.optional, quantity ? css.off : css.quiet)}>{quantity === null ? NONE : <bdi dir="ltr">{formatInteger(quantity)}</bdi>}</td>
    </>
  );
}

interface CountedProps {
  name: string;
  money: Money | null;
  /** What stands there while nothing is counted. */
  word: string;
  isOff: boolean;
  isSelected: boolean;
  onOpen: () => void;
}

/** What was counted, as a field: a press opens its notes and coins, or its slips. */
function CountedButton({ name, money, word, isOff, isSelected, onOpen }: CountedProps) {
  const said = money ? formatMoney(money) : word;
  return (
    <button
      type="button"
      className={cx(css.counted, isOff && css.countedOff, isSelected && css.countedOn, !money && css.countedOpen)}
      aria-pressed={isSelected}
      aria-label={`${name}: ${said}`}
      onClick={onOpen}
    >
      {money ? <bdi dir="ltr">{columnText(money)}</bdi> : word}
    </button>
  );
}

interface RowProps {
  tender: Tender;
  targets: readonly Target[];
  selected: string | null;
  onSelect: ((target: Target) => void) | null;
}

function CountedCell({ tender, targets, selected, onSelect, drawer }: RowProps & { drawer?: Drawer }) {
  const { t } = useTranslation('statement');
  const own = targets.filter((target) => target.tender.tenderCode === tender.tenderCode && (!drawer || target.drawer?.terminalNo === drawer.terminalNo));
  const money = drawer ? drawer.countedAmount : tender.countedAmount;
  const target = own.find(({ count }) => count === null) ?? own[0];
  if (!onSelect || !target) return <Cell money={money} className="t-strong" />;
  const done = own.filter(({ count }) => count !== null).length;
  const difference = drawer ? drawer.differenceAmount : tender.differenceAmount;
  return (
    <td className={css.number}>
      <CountedButton
        name={`${t('column.counted')}, ${[tender.name, drawer?.name].filter(Boolean).join(', ')}`}
        money={money}
        word={done > 0 ? t('partCounted', { done: formatInteger(done), all: formatInteger(own.length) }) : t('toCount')}
        isOff={difference !== null && difference.minor !== 0}
        isSelected={own.some(({ id }) => id === selected)}
        onOpen={() => onSelect(target)}
      />
    </td>
  );
}

/** A tender that is counted, and below it its tills when there are several. */
function CountedRows(props: RowProps) {
  const { tender } = props;
  const isByTill = tender.drawers.length > 1;
  return (
    <>
      <tr>
        <th scope="row" className="t-strong">
          <bdi>{tender.name}</bdi>
        </th>
        <td className={cx(css.number, css.transactions)}>{formatInteger(tender.transactionQuantity)}</td>
        <Cell money={tender.transactionAmount} />
        {isByTill ? <Cell money={tender.countedAmount} className="t-strong" /> : <CountedCell {...props} />}
        <DifferenceCells amount={tender.differenceAmount} quantity={tender.differenceQuantity} />
      </tr>
      {isByTill &&
        tender.drawers.map((drawer) => (
          <tr key={drawer.terminalNo}>
            <th scope="row" className={css.till}>
              <bdi>{drawer.name}</bdi>
            </th>
            <td className={cx(css.number, css.transactions)}>{formatInteger(drawer.transactionQuantity)}</td>
            <Cell money={drawer.transactionAmount} />
            <CountedCell {...props} drawer={drawer} />
            <DifferenceCells amount={drawer.differenceAmount} quantity={null} />
          </tr>
        ))}
    </>
  );
}

function SystemRow({ tender }: { tender: Tender }) {
  return (
    <tr className={css.system}>
      <th scope="row">
        <bdi>{tender.name}</bdi>
      </th>
      <td className={cx(css.number, css.transactions)}>{formatInteger(tender.transactionQuantity)}</td>
      <Cell money={tender.transactionAmount} />
      <Cell money={tender.transactionAmount} className={css.quiet} />
      <DifferenceCells amount={null} quantity={null} />
    </tr>
  );
}

function TotalRow({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statement');
  const { transactions, counted, slips } = totalsOf(statement);
  const { currency } = statement.lineDiscount;
  const isDone = statement.difference !== null;
  return (
    <tr className={css.total}>
      <th scope="row">{t('total')}</th>
      <td className={cx(css.number, css.transactions)}>{formatInteger(transactions)}</td>
      <Cell money={statement.paymentAmount} />
      <Cell money={isDone && counted !== null ? { minor: counted, currency } : null} />
      <td className={cx(css.number, statement.difference && statement.difference.minor !== 0 && css.off)}>
        {statement.difference ? <bdi dir="ltr">{columnText(statement.difference)}</bdi> : NONE}
      </td>
      <td className={cx(css.number, css.optional, isDone && slips !== 0 && css.off)}>{isDone ? <bdi dir="ltr">{formatInteger(slips)}</bdi> : NONE}</td>
    </tr>
  );
}

interface TenderTableProps {
  statement: Statement;
  selected?: string | null;
  /** Chooses what is counted; without it everything is read only. */
  onSelect?: (target: Target) => void;
}

/** What each tender took, what was counted of it, and by how much it differs. */
export function TenderTable({ statement, selected = null, onSelect }: TenderTableProps) {
  const { t } = useTranslation('statement');
  const targets = targetsOf(statement);
  const counted = statement.tenders.filter(({ countingRequired }) => countingRequired);
  const system = statement.tenders.filter(({ countingRequired }) => !countingRequired);
  return (
    <table className={css.table}>
      <caption className="sr">{t('tenders')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.tender')}</th>
          <th scope="col" className={cx(css.number, css.transactions)}>
            {t('column.transactions')}
          </th>
          <th scope="col" className={css.number}>
            {t('column.amount')}
          </th>
          <th scope="col" className={css.number}>
            {t('column.counted')}
          </th>
          <th scope="col" className={css.number}>
            {t('difference')}
          </th>
          <th scope="col" className={cx(css.number, css.optional)}>
            {t('column.quantity')}
          </th>
        </tr>
      </thead>
      <tbody>
        {counted.map((tender) => (
          <CountedRows key={tender.tenderCode} tender={tender} targets={targets} selected={selected} onSelect={onSelect ?? null} />
        ))}
        {system.length > 0 && (
          <tr className={css.group}>
            <th scope="colgroup" colSpan={6}>
              {t('fromSystem')}
            </th>
          </tr>
        )}
        {system.map((tender) => (
          <SystemRow key={tender.tenderCode} tender={tender} />
        ))}
        <TotalRow statement={statement} />
      </tbody>
    </table>
  );
}

/** Whether payments are what was sold, owed and rounded: in words, with both sums where they are. */
export function BalanceLine({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statement');
  const sum = owed(statement);
  const { paymentAmount } = statement;
  if (!sum || !paymentAmount) return <p className={cx(css.balance, css.balanceOpen)}>{t('balance.open')}</p>;
  const isBalanced = !hasChanged(statement);
  return (
    <p className={cx(css.balance, !isBalanced && css.unbalanced)}>
      {isBalanced ? <IconCheck size={20} stroke={1.8} aria-hidden="true" /> : <IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />}
      <span>{isBalanced ? t('balance.yes') : t('balance.no')}</span>
      {isBalanced && (
        <bdi dir="ltr" className={css.balanceSums}>
          {amountsEqual(paymentAmount, sum)}
        </bdi>
      )}
    </p>
  );
}

/** `€12,145.20 = €12,145.20` */
function amountsEqual(payments: Money, sum: Money): string {
  return `${formatMoney(payments)} = ${formatMinor(sum.minor, currencyExponent(sum.currency))}`;
}
