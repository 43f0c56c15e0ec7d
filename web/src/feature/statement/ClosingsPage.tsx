import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { sessionQuery } from '#/api/queries';
import { formatDay, formatMoment } from '#/lib/date';
import { formatInteger, type Money } from '#/lib/money';
import { whatIsSaid, type SearchChange } from '#/lib/page-search';
import { page } from '#/lib/path';
import { Amount } from '#/ui/Amount';
import buttonCss from '#/ui/Button.module.css';
import { Chip } from '#/ui/Chip';
import { cx } from '#/ui/cx';
import { EmptyState } from '#/ui/EmptyState';
import { Note } from '#/ui/Note';
import { Tag } from '#/ui/Tag';
import { DocumentFact } from '#/widget/document-pane/DocumentPane';
import { ExportButton } from '#/widget/list/ExportButton';
import { ListActions, ListChips, ListPage, ListSelect, ListTools, PaneFrame } from '#/widget/list/ListPage';
import { RowButton, RowCaption, RowList } from '#/widget/list/RowList';
import { useTimeZone } from '#/widget/use-time-zone';
import { closingFilterOf, isBroken, KINDS, type ClosingSearch } from './closing-search';
import { closingsQuery, type Closing, type ClosingPage } from './queries';
import css from './Unmatched.module.css';

const route = getRouteApi('/till/statement/management/closing');

type Change = SearchChange<ClosingSearch>;

const TONES = { PROVEN: 'emerald', BROKEN: 'garnet', PURGED: 'citrine' } as const satisfies Readonly<Record<Closing['proof'], string>>;

function ProofTag({ proof }: Pick<Closing, 'proof'>) {
  const { t } = useTranslation('statement');
  return <Tag tone={TONES[proof]}>{t(`closing.proof.${proof}`)}</Tag>;
}

/** Which business dates it closes. */
function datesOf({ fromDate, toDate }: Closing): string {
  return fromDate === null || fromDate === toDate ? formatDay(toDate) : `${formatDay(fromDate)} – ${formatDay(toDate)}`;
}

function Row({ closing, isOn, onOpen }: { closing: Closing; isOn: boolean; onOpen: () => void }) {
  const { t } = useTranslation('statement');
  const caption = [
    t('closing.number', { number: formatInteger(closing.number) }),
    ...(closing.tickets === null ? [] : [t('closing.tickets', { count: closing.tickets })]),
  ];
  const text = (
    <>
      <bdi className="t-strong" dir="ltr">
        {datesOf(closing)}
      </bdi>
      <RowCaption parts={caption} />
    </>
  );
  return <RowButton isOn={isOn} text={text} tag={<ProofTag proof={closing.proof} />} amount={closing.total ?? undefined} onOpen={onOpen} />;
}

function Body({ closing }: { closing: Closing }) {
  const { t } = useTranslation('statement');
  const timeZone = useTimeZone();
  const amounts: readonly (readonly [string, Money | null])[] = [
    [t('closing.total'), closing.total],
    [t('closing.net'), closing.net],
    [t('closing.vat'), closing.vatAmount],
    [t('closing.deposits'), closing.deposits],
    [t('closing.perpetual'), closing.perpetualTotal],
    [t('closing.absolute'), closing.perpetualAbsolute],
  ];
  return (
    <div className={css.body}>
      <Note tone={TONES[closing.proof]}>{t(`closing.proofText.${closing.proof}`)}</Note>
      <dl>
        {amounts.map(
          ([name, money]) =>
            money && (
              <DocumentFact key={name} name={name}>
                <Amount money={money} />
              </DocumentFact>
            ),
        )}
        {closing.tickets !== null && <DocumentFact name={t('closing.ticketsName')}>{formatInteger(closing.tickets)}</DocumentFact>}
        {closing.days !== null && <DocumentFact name={t('closing.days')}>{formatInteger(closing.days)}</DocumentFact>}
        <DocumentFact name={t('closing.closedAt')}>
          <bdi dir="ltr">{formatMoment(closing.closedAt, timeZone)}</bdi>
        </DocumentFact>
        <DocumentFact name={t('closing.place')}>{formatInteger(closing.seq)}</DocumentFact>
      </dl>
      <div>
        <p className="t-label">{t('z.hash')}</p>
        <bdi dir="ltr" className={css.hash}>
          {closing.hash}
        </bdi>
        {closing.previousHash !== null && (
          <>
            <p className="t-label">{t('closing.before')}</p>
            <bdi dir="ltr" className={css.hash}>
              {closing.previousHash}
            </bdi>
          </>
        )}
      </div>
    </div>
  );
}

interface ToolsProps {
  search: ClosingSearch;
  told: ClosingPage | undefined;
  onChange: (change: Change) => void;
}

function Tools({ search, told, onChange }: ToolsProps) {
  const { t } = useTranslation('statement');
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const filter = closingFilterOf(search);
  const stores = told?.stores ?? [];
  const years = told?.years ?? [];
  const own = session?.store.storeNo;
  return (
    <>
      <ListTools>
        {(years.length > 0 || search.year !== undefined) && (
          <ListSelect
            label={t('closing.allYears')}
            value={search.year === undefined ? '' : String(search.year)}
            onChange={(year) => onChange({ year: year === '' ? undefined : Number(year), closing: undefined })}
            options={years.map((year) => ({ value: String(year), name: String(year) }))}
          />
        )}
        {(stores.length > 1 || search.storeNo !== undefined) && (
          <ListSelect
            label={stores.find(({ storeNo }) => storeNo === own)?.name ?? t('filter.store')}
            value={search.storeNo ?? ''}
            onChange={(storeNo) => onChange({ storeNo: storeNo || undefined, closing: undefined })}
            options={stores.filter(({ storeNo }) => storeNo !== own).map(({ storeNo, name }) => ({ value: storeNo, name }))}
          />
        )}
        <ExportButton
          label={t('closing.export')}
          address={address('/statement/closing/export.csv', { query: filter })}
          fileName={`${t('closing.exportName')}-${search.year ?? filter.kind.toLowerCase()}.csv`}
        />
      </ListTools>
      <ListChips label={t('closing.kinds')}>
        {KINDS.map((kind) => (
          <Chip key={kind} isOn={filter.kind === kind} onPress={() => onChange({ kind: kind === 'DAY' ? undefined : kind, closing: undefined })}>
            {t(`closing.kind.${kind}`)}
          </Chip>
        ))}
      </ListChips>
    </>
  );
}

/** The closings of days, months and years of a store, each with how far it is proven. */
export function ClosingsPage() {
  const { t } = useTranslation('statement');
  const search: ClosingSearch = route.useSearch();
  const navigate = route.useNavigate();
  const onChange = (change: Change): void => {
    void navigate({
      search: (known: ClosingSearch) => whatIsSaid<ClosingSearch>({ ...known, ...change } as ClosingSearch),
      replace: true,
    });
  };
  const query = useInfiniteQuery(closingsQuery(closingFilterOf(search)));
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const opened = rows.find(({ number }) => number === search.closing);
  const onClose = (): void => onChange({ closing: undefined });
  const pane = opened && {
    label: t('closing.one'),
    content: (
      <PaneFrame title={datesOf(opened)} onClose={onClose}>
        <Body closing={opened} />
      </PaneFrame>
    ),
    onClose,
  };
  return (
    <ListPage
      title={t('closing.title')}
      beside={
        <ListActions>
          <Link to={page.statementManagement} className={cx(buttonCss.button, buttonCss.quiet)}>
            {t('all')}
          </Link>
        </ListActions>
      }
      tools={<Tools search={search} told={query.data?.pages[0]} onChange={onChange} />}
      pane={pane ?? null}
    >
      {rows.some(isBroken) && (
        <div className={css.warning}>
          <Note tone="garnet" role="alert">
            {t('closing.broken')}
          </Note>
        </div>
      )}
      <RowList
        query={query}
        rows={rows}
        failed={t('closing.failed')}
        empty={<EmptyState piece="bangle" title={t('closing.none')} text={t('closing.noneText')} />}
        more={t('unmatched.more')}
      >
        {(closing) => (
          <Row key={closing.number} closing={closing} isOn={closing.number === search.closing} onOpen={() => onChange({ closing: closing.number })} />
        )}
      </RowList>
    </ListPage>
  );
}
