import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { address } from '#/api/operation';
import type { TaxFreeRow } from '#/api/types';
import { formatMoment } from '#/lib/date';
import { formatInteger } from '#/lib/money';
import { whatIsSaid, type SearchChange } from '#/lib/page-search';
import { page } from '#/lib/path';
import { Chip } from '#/ui/Chip';
import { EmptyState } from '#/ui/EmptyState';
import { Tag } from '#/ui/Tag';
import { ExportButton } from '#/widget/list/ExportButton';
import { ListChips, ListPage, ListTools, PaneFrame } from '#/widget/list/ListPage';
import { RowButton, RowCaption, RowList } from '#/widget/list/RowList';
import { SearchField } from '#/widget/list/SearchField';
import { FormBody } from '#/widget/tax-free/FormBody';
import { STATE_TONE } from '#/widget/tax-free/state';
import { useTimeZone } from '#/widget/use-time-zone';
import { STATES, type TaxFreeSearch } from './tax-free-search';

const route = getRouteApi('/till/other/taxFree');
const PAGE_ROWS = 50;
const LOOK_EVERY_MS = 15_000;

function Row({ form, isOn, onOpen }: { form: TaxFreeRow; isOn: boolean; onOpen: () => void }) {
  const { t } = useTranslation('taxFree');
  const timeZone = useTimeZone();
  const tone = STATE_TONE[form.state];
  const number = form.formNo ?? form.serialNo;
  const text = (
    <>
      <bdi className="t-strong trunc">{form.travellerName || number}</bdi>
      <RowCaption parts={[number, formatMoment(form.startedAt, timeZone)]} />
    </>
  );
  const tag = <Tag {...(tone ? { tone } : {})}>{t(`state.${form.state}`)}</Tag>;
  return <RowButton isOn={isOn} text={text} tag={tag} amount={form.amounts.refund} onOpen={onOpen} />;
}

function useForms(filter: Pick<TaxFreeSearch, 'search' | 'state'>) {
  return useInfiniteQuery({
    queryKey: ['tax-free', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      get('/tax-free/form', { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}), limit: PAGE_ROWS }, signal, notice: 'none' }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: LOOK_EVERY_MS,
  });
}

function FormPane({ formId, onClose }: { formId: string; onClose: () => void }) {
  const { t } = useTranslation('taxFree');
  return (
    <PaneFrame title={t('form')} onClose={onClose}>
      <FormBody formId={formId} />
    </PaneFrame>
  );
}

/** The tax-free forms of this store: list at the start, one of them at the end. */
export function TaxFreePage() {
  const { t } = useTranslation('taxFree');
  const { t: ui } = useTranslation();
  const search: TaxFreeSearch = route.useSearch();
  const navigate = route.useNavigate();
  const onChange = (change: SearchChange<TaxFreeSearch>): void => {
    void navigate({
      search: (known: TaxFreeSearch) => whatIsSaid<TaxFreeSearch>({ ...known, ...change } as TaxFreeSearch),
      replace: true,
    });
  };
  const formId = search.form;
  // The address may hold more, as the language of the till.
  const filter = whatIsSaid<Pick<TaxFreeSearch, 'search' | 'state'>>({ search: search.search, state: search.state });
  const query = useForms(filter);
  const rows = query.data?.pages.flatMap((one) => one.items) ?? [];
  const counts = query.data?.pages[0]?.counts ?? [];
  const countOf = (state: string): number => counts.find((one) => one.state === state)?.count ?? 0;
  const tools = (
    <>
      <ListTools>
        <SearchField
          label={t('search')}
          clearLabel={ui('clear')}
          value={search.search ?? ''}
          onChange={(text) => onChange({ search: text || undefined })}
        />
        <ExportButton label={t('export')} address={address('/tax-free/form/export.csv', { query: filter })} fileName="tax-free-forms.csv" />
      </ListTools>
      <ListChips>
        {STATES.filter((state) => countOf(state) > 0 || search.state === state).map((state) => (
          <Chip
            key={state}
            isOn={search.state === state}
            count={formatInteger(countOf(state))}
            onPress={() => onChange({ state: search.state === state ? undefined : state })}
          >
            {t(`state.${state}`)}
          </Chip>
        ))}
      </ListChips>
    </>
  );
  const onClose = (): void => onChange({ form: undefined });
  const pane = formId !== undefined && {
    label: t('form'),
    content: <FormPane key={formId} formId={formId} onClose={onClose} />,
    onClose,
  };
  return (
    <ListPage
      title={t('forms')}
      beside={
        <Link to={page.other} className="t-meta">
          {t('other')}
        </Link>
      }
      tools={tools}
      pane={pane || null}
    >
      <RowList
        query={query}
        rows={rows}
        failed={t('listFailed')}
        empty={<EmptyState piece="bangle" title={t('none')} text={t('noneText')} />}
        more={t('more')}
      >
        {(form) => <Row key={form.formId} form={form} isOn={form.formId === formId} onOpen={() => onChange({ form: form.formId })} />}
      </RowList>
    </ListPage>
  );
}
