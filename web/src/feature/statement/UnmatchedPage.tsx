import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MANAGE_STATEMENT, TAKE_DEPOSIT, useMay } from '#/api/permission';
import { sessionQuery } from '#/api/queries';
import { formatMoment } from '#/lib/date';
import { formatInteger, formatMoney } from '#/lib/money';
import { whatIsSaid } from '#/lib/page-search';
import { page } from '#/lib/path';
import buttonCss from '#/ui/Button.module.css';
import { cx } from '#/ui/cx';
import { EmptyState } from '#/ui/EmptyState';
import { Note } from '#/ui/Note';
import { Tag } from '#/ui/Tag';
import { DocumentFact } from '#/widget/document-pane/DocumentPane';
import { ListCount, ListPage, PaneFrame } from '#/widget/list/ListPage';
import { RowButton, RowCaption, RowList } from '#/widget/list/RowList';
import { useTimeZone } from '#/widget/use-time-zone';
import { unmatchedQuery, type Unmatched } from './queries';
import { entryOf, foreignAmount } from './unmatched';
import type { UnmatchedSearch } from './unmatched-search';
import css from './Unmatched.module.css';

const route = getRouteApi('/till/statement/unmatched');

/** When it was, on the store's clock. */
function useWhen(): (at: string) => string {
  const timeZone = useTimeZone();
  return (at) => formatMoment(at, timeZone);
}

/** What a terminal or an acquirer told: it may be in a currency that is not sold in. */
function toldText(told: Unmatched['told']): string {
  return told.map(foreignAmount).join(' · ');
}

function Row({ entry, isOn, onOpen }: { entry: Unmatched; isOn: boolean; onOpen: () => void }) {
  const { t } = useTranslation('statement');
  const when = useWhen();
  const what = entry.receiptNo ?? entry.tenderCode ?? entry.reference;
  const text = (
    <>
      <bdi className="t-strong trunc">{t(`unmatched.problem.${entry.problem}`)}</bdi>
      <RowCaption parts={[when(entry.at), ...(what === null ? [] : [what])]} />
      {entry.terminalName !== null && <bdi className="t-cap whole">{entry.terminalName}</bdi>}
    </>
  );
  const amount = entry.attempted ?? entry.booked ?? undefined;
  return <RowButton isOn={isOn} text={text} tag={<Tag tone="garnet">{t('terminals.unmatched')}</Tag>} amount={amount} onOpen={onOpen} />;
}

/** The way to where it is put right, for whoever may go it. */
function Way({ entry }: { entry: Unmatched }) {
  const { t } = useTranslation('statement');
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const mayLook = useMay('order.view');
  const mayDeposit = useMay(TAKE_DEPOSIT);
  const mayManage = useMay(MANAGE_STATEMENT);
  const look = cx(buttonCss.button, buttonCss.quiet, buttonCss.wide);
  if (entry.remedy === 'DECIDE') {
    if (entry.terminalNo !== session?.terminalNo) return <p className="t-meta">{t('unmatched.atTill', { till: entry.terminalName ?? '' })}</p>;
    return (
      <Link to={page.sale} className={cx(buttonCss.button, buttonCss.primary, buttonCss.wide)}>
        {t('unmatched.sale')}
      </Link>
    );
  }
  if (entry.statementNo !== null) {
    return (
      mayManage && (
        <Link to={page.statementManagement} search={{ statement: entry.statementNo }} className={look}>
          {t('unmatched.statement', { statementNo: entry.statementNo })}
        </Link>
      )
    );
  }
  if (entry.receiptNo === null) return null;
  if (entry.depositId !== null) {
    return (
      mayDeposit && (
        <Link to={page.deposit} search={{ deposit: entry.depositId }} className={look}>
          {t('causes.deposit', { reference: entry.receiptNo })}
        </Link>
      )
    );
  }
  return (
    mayLook && (
      <Link to={page.orderHistory} search={{ search: entry.receiptNo }} className={look}>
        {t('causes.order', { reference: entry.receiptNo })}
      </Link>
    )
  );
}

/** The three sides of it, and what is done. */
function Body({ entry }: { entry: Unmatched }) {
  const { t } = useTranslation('statement');
  const when = useWhen();
  const nothing = t('unmatched.nothing');
  const facts: readonly (readonly [string, string])[] = [
    [t('terminals.attempts'), entry.attempted ? formatMoney(entry.attempted) : nothing],
    [t('terminals.booked'), entry.booked ? formatMoney(entry.booked) : nothing],
    [t(entry.problem === 'TERMINAL_TOTAL' ? 'terminals.terminal' : 'unmatched.acquirer'), entry.told.length > 0 ? toldText(entry.told) : nothing],
  ];
  const names: readonly (readonly [string, string | null])[] = [
    [t('unmatched.when'), when(entry.at)],
    [t('unmatched.till'), entry.terminalName],
    [t('column.tender'), entry.tenderCode],
    [t('unmatched.receipt'), entry.receiptNo],
    [t('unmatched.reference'), entry.reference],
  ];
  return (
    <div className={css.body}>
      <Note tone="garnet">{t(`unmatched.problem.${entry.problem}`)}</Note>
      <dl>
        {facts.map(([name, value]) => (
          <DocumentFact key={name} name={name}>
            <bdi dir="ltr" className="num">
              {value}
            </bdi>
          </DocumentFact>
        ))}
        {names.map(
          ([name, value]) =>
            value !== null && (
              <DocumentFact key={name} name={name}>
                <bdi>{value}</bdi>
              </DocumentFact>
            ),
        )}
      </dl>
      <p>{t(`unmatched.remedy.${entry.remedy}`)}</p>
      <Way entry={entry} />
    </div>
  );
}

/** What attempts, tenders, card terminals and acquirers do not agree about, each with what is done about it. */
export function UnmatchedPage() {
  const { t } = useTranslation('statement');
  const search: UnmatchedSearch = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(unmatchedQuery);
  const rows = query.data?.pages.flatMap((one) => one.items) ?? [];
  const total = query.data?.pages[0]?.total;
  const open = (entry: string | undefined): void => {
    void navigate({ search: whatIsSaid<UnmatchedSearch>({ entry }), replace: true });
  };
  const opened = rows.find((one) => entryOf(one) === search.entry);
  const onClose = (): void => open(undefined);
  const pane = opened && {
    label: t('unmatched.one'),
    content: (
      <PaneFrame title={t('unmatched.one')} onClose={onClose}>
        <Body entry={opened} />
      </PaneFrame>
    ),
    onClose,
  };
  return (
    <ListPage
      title={t('unmatched.title')}
      beside={total === undefined ? null : <ListCount>{formatInteger(total)}</ListCount>}
      tools={<p className="t-meta">{t('unmatched.lead')}</p>}
      pane={pane ?? null}
    >
      <RowList
        query={query}
        rows={rows}
        failed={t('unmatched.failed')}
        empty={<EmptyState piece="bangle" title={t('unmatched.none')} text={t('unmatched.noneText')} />}
        more={t('unmatched.more')}
      >
        {(entry) => <Row key={entryOf(entry)} entry={entry} isOn={entryOf(entry) === search.entry} onOpen={() => open(entryOf(entry))} />}
      </RowList>
    </ListPage>
  );
}
