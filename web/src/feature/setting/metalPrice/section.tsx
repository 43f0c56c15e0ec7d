import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, post } from '#/api/client';
import type { components } from '#/api/schema';
import { formatDate, formatMinute, formatMoment, isoDay } from '#/lib/date';
import { leftToRight } from '#/lib/left-to-right';
import { currencyExponent, currencySymbol, formatMinor } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { timeNow } from '#/lib/time-now';
import { TextField } from '#/ui/Field';
import { Parts } from '#/ui/Parts';
import { EntryList } from '../EntryList';
import { SelectInput, StepsInput, SwitchInput } from '../fields';
import { FormFrame, FormSection, FormWaiting } from '../FormFrame';
import { ItemInput } from '../ItemInput';
import { usePriceGroupOptions, usePriceGroups } from '../options';
import type { FormProps, ListProps, Section } from '../section';
import css from '../Setting.module.css';
import { entryKey, sectionKey } from '../use-entries';
import { useForm, type Form as FormState } from '../use-form';

type Board = components['schemas']['BoardView'];
type MetalPrice = components['schemas']['MetalPriceView'];

interface Draft {
  itemNo: string;
  salesCode: string;
  startsAt: string | null;
  gramPriceHundredths: number;
  priceIncludeVAT: boolean;
  deductibleVatPercent: number | null;
  vatPercent: number | null;
}

const PERCENT_DIGITS = 2;
/** The board has two more decimals than the currency. */
const digitsOf = (currency: string): number => currencyExponent(currency) + 2;
const priceText = (price: MetalPrice, currency: string): string =>
  leftToRight(`${currencySymbol(currency)}${formatMinor(price.gramPriceHundredths, digitsOf(currency))}/g`);
/** In the time of this machine, in which the moment of a price is entered, too. */
const momentText = (at: string): string => leftToRight(formatMoment(at, undefined));

/** Since when, as short as a row: today the time says it. */
const sinceText = (at: string): string => leftToRight(isoDay(new Date(at)) === isoDay(timeNow()) ? formatMinute(at, undefined) : formatDate(at, undefined));

function List(props: ListProps) {
  const { t } = useTranslation('setting');
  return (
    <EntryList
      {...props}
      listing={{
        load: async ({ search, cursor, limit, signal }) => {
          const page = await get('/setting/metal-price', { query: { search, cursor, limit }, signal, notice: 'none' });
          return {
            ...page,
            items: page.items.map((row) => ({
              id: row.key,
              title: row.itemName,
              sub: row.current ? `${row.salesCode} · ${t('from', { date: sinceText(row.current.startsAt) })}` : row.salesCode,
              ...(row.current ? { tag: { text: priceText(row.current, row.currencyCode) } } : {}),
            })),
          };
        },
        placeholder: t('nameOrCode'),
        add: t('add'),
        empty: t('emptyText'),
      }}
    />
  );
}

/** The moment as the field of the browser writes it, in the time of this machine. */
function localMoment(at: string | null): string {
  if (at === null) return '';
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function MomentInput({ form }: { form: FormState<Draft> }) {
  const { t } = useTranslation('setting');
  return (
    <TextField
      type="datetime-local"
      label={t('field.startsAt')}
      help={t('nowHelp')}
      value={localMoment(form.value.startsAt)}
      error={form.errorOf('startsAt')}
      onChange={(event) => form.set({ startsAt: event.target.value === '' ? null : new Date(event.target.value).toISOString() })}
    />
  );
}

function History({ board }: { board: Board }) {
  const { t } = useTranslation('setting');
  return (
    <FormSection title={t('part.history')}>
      <div className={css.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('field.startsAt')}</th>
              <th scope="col">{t('field.gramPriceHundredths')}</th>
              <th scope="col">{t('setBy')}</th>
            </tr>
          </thead>
          <tbody>
            {board.history.map((price) => (
              <tr key={price.startsAt} aria-current={price.startsAt === board.current?.startsAt || undefined}>
                <td className="num">{momentText(price.startsAt)}</td>
                <td className="num">{priceText(price, board.currencyCode)}</td>
                <td>{price.setBy}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </FormSection>
  );
}

const newestSet = (board: Board | null): string | null =>
  board?.history.map((price) => price.setAt).toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null;

function draftOf(board: Board | null): Draft {
  const { current } = board ?? {};
  return {
    itemNo: board?.itemNo ?? '',
    salesCode: board?.salesCode ?? '',
    startsAt: null,
    gramPriceHundredths: current?.gramPriceHundredths ?? 0,
    priceIncludeVAT: current?.priceIncludeVAT ?? true,
    deductibleVatPercent: current?.deductibleVatPercent ?? null,
    vatPercent: current?.vatPercent ?? null,
  };
}

function Loaded({ board, reload, onSaved, onClose }: FormProps & { board: Board | null; reload: () => Promise<Board | undefined> }) {
  const { t } = useTranslation('setting');
  const client = useQueryClient();
  const groups = usePriceGroups();
  const options = usePriceGroupOptions();
  const form = useForm<Draft>(draftOf(board), {
    save: async (value) => {
      const answer = await post('/setting/metal-price', { body: { ...value, seenSetAt: newestSet(board) }, notice: 'none' });
      if (board) await reload();
      return answer;
    },
    onSaved: (answer) => {
      showNotice('success', t('form.saved'));
      void client.invalidateQueries({ queryKey: sectionKey('metalPrice') });
      onSaved((answer as Board).key);
    },
    reload: async () => draftOf((await reload()) ?? board),
  });
  const { value } = form;
  const currency = groups.find(({ key }) => key === value.salesCode)?.value.currencyCode ?? board?.currencyCode ?? 'EUR';
  return (
    <FormFrame
      title={board?.itemName ?? t('newEntry')}
      sub={board && <Parts text={`${board.salesCode}${board.current ? ` · ${priceText(board.current, board.currencyCode)}` : ''}`} />}
      form={form}
      saveLabel={t('setPrice')}
      onClose={onClose}
    >
      {!board && (
        <FormSection title={t('part.identity')}>
          <ItemInput
            label={t('field.metalItemNo')}
            value={value.itemNo}
            error={form.errorOf('itemNo')}
            isRequired
            onChange={(itemNo) => form.set({ itemNo })}
          />
          <SelectInput form={form} name="salesCode" label={t('field.salesCode')} options={options} isRequired />
        </FormSection>
      )}
      <FormSection title={t('part.newPrice')}>
        <StepsInput form={form} name="gramPriceHundredths" label={t('field.gramPriceHundredths')} digits={digitsOf(currency)} unit={`${currency}/g`} isRequired />
        <MomentInput form={form} />
        <SwitchInput form={form} name="priceIncludeVAT" label={t('field.priceIncludeVAT')} />
        <StepsInput form={form} name="deductibleVatPercent" label={t('field.deductibleVatPercent')} help={t('vatHelp')} digits={PERCENT_DIGITS} unit="%" isNullable />
        <StepsInput form={form} name="vatPercent" label={t('field.vatPercent')} help={t('vatHelp')} digits={PERCENT_DIGITS} unit="%" isNullable />
      </FormSection>
      {board && <History board={board} />}
    </FormFrame>
  );
}

function Form(props: FormProps) {
  const [opened] = useState(props.id);
  const query = useQuery({
    queryKey: entryKey('metalPrice', opened),
    queryFn: ({ signal }) => get('/setting/metal-price/{boardId}', { path: { boardId: opened ?? '' }, signal, notice: 'none' }),
    enabled: opened !== null,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (opened !== null && query.data === undefined) {
    return <FormWaiting error={query.error} onRetry={() => void query.refetch()} onClose={props.onClose} />;
  }
  return <Loaded {...props} board={query.data ?? null} reload={async () => (await query.refetch()).data} />;
}

export const section: Section = { List, Form };
