import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '#/api/client';
import { errorText } from '#/api/refusal';
import type { ItemTile, PackageContent, PromotionChoices, TriedBasket } from '#/api/types';
import { formatMoney } from '#/lib/money';
import { cx } from '#/ui/cx';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Picture } from '#/ui/Picture';
import { SelectField } from '#/ui/SelectField';
import { Stepper } from '#/ui/Stepper';
import { ItemSearch, SOLD } from './ItemSearch';
import css from './Package.module.css';
import { useHome } from './use-home';

interface TryLine {
  key: number;
  item: ItemTile;
  sizeCode: string;
  quantity: number;
}

interface TryPanelProps {
  /** As it is typed now; it counts as if it were switched on. */
  content: PackageContent;
  choices: PromotionChoices;
}

const TONES = [css.tone0, css.tone1, css.tone2, css.tone3] as const;
/** A number that stands for a package without one: it is never kept. */
const UNNAMED = 'NEW';

/** What a package in work would get, as staff would see it. */
function Result({ tried, lines }: { tried: TriedBasket; lines: readonly TryLine[] }) {
  const { t } = useTranslation('package');
  return (
    <div className={css.result} aria-live="polite">
      {tried.applications.map((application) => (
        <section key={application.number} className={cx(css.application, TONES[(application.number - 1) % TONES.length])}>
          <h4>
            <span>{application.description || application.discountId}</span>
            <b className="num">{formatMoney({ ...application.saving, minor: -application.saving.minor })}</b>
          </h4>
          <ul>
            {application.pieces.map((piece, at) => (
              // Two pieces of one line differ in nothing but their place.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>
                <span className="trunc" dir="auto">{lines[piece.line]?.item.name ?? piece.itemNo}</span>
                <span className="num">{formatMoney(piece.unitPrice)}</span>
                <span className="num">{formatMoney({ ...piece.share, minor: -piece.share.minor })}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {tried.applications.length === 0 && <p className="t-meta">{t('try.nothing')}</p>}
      {tried.hints.map((hint) => (
        <Note key={`${hint.discountId}${hint.groupCode}`} tone="champagne">
          {hint.groupCode === ''
            ? t('try.hintItem', { name: hint.description || hint.discountId, items: hint.itemNos.slice(0, 3).join(', ') })
            : t('try.hint', { name: hint.description || hint.discountId, group: hint.groupCode })}
        </Note>
      ))}
      {tried.discountApproximate && <Note tone="citrine">{t('try.approximate')}</Note>}
      <dl className={css.sums}>
        <dt>{t('try.gross')}</dt>
        <dd className="num">{formatMoney(tried.gross)}</dd>
        <dt>{t('try.discount')}</dt>
        <dd className="num">{formatMoney({ ...tried.discount, minor: -tried.discount.minor })}</dd>
        <dt>
          <b>{t('try.net')}</b>
        </dt>
        <dd className="num">
          <b>{formatMoney(tried.net)}</b>
        </dd>
      </dl>
    </div>
  );
}

/** A basket to try the package on: nothing of it is kept, reserved or sold. */
export function TryPanel({ content, choices }: TryPanelProps) {
  const { t } = useTranslation('package');
  const stores = choices.stores.filter((store) => store.currency === content.currency);
  const [store, setStore] = useState<string | null>(null);
  const home = useHome();
  const storeNo = [store, home?.storeNo, stores[0]?.storeNo].find((wanted) => stores.some((known) => known.storeNo === wanted)) ?? null;
  const [at, setAt] = useState('');
  const [isMember, setMember] = useState(content.memberOnly);
  const [isWith, setWith] = useState(true);
  const [lines, setLines] = useState<readonly TryLine[]>([]);
  const coupons = content.couponCode === null || content.couponCode === '' ? [] : [content.couponCode];
  const request = {
    storeNo,
    at: at === '' ? null : `${at}:00`,
    isMember,
    couponCodes: coupons,
    lines: lines.map(({ item, sizeCode, quantity }) => ({ itemNo: item.itemNo, sizeCode, quantity })),
    package: isWith ? { ...content, discountId: content.discountId.trim() || UNNAMED } : null,
  };
  const tried = useQuery({
    queryKey: ['setting', 'package-try', request],
    queryFn: ({ signal }) => post('/setting/package/try', { body: request, signal, notice: 'none', isKeyed: false }),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const change = (key: number, part: Partial<TryLine>): void =>
    setLines((known) => known.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const add = (item: ItemTile): void =>
    setLines((known) => {
      const sizeCode = item.sizes[0]?.sizeCode ?? '';
      const same = known.find((line) => line.item.itemNo === item.itemNo && line.sizeCode === sizeCode);
      if (same) return known.map((line) => (line === same ? { ...line, quantity: line.quantity + 1 } : line));
      return [...known, { key: Math.max(0, ...known.map((line) => line.key)) + 1, item, sizeCode, quantity: 1 }];
    });
  const { data } = tried;
  return (
    <section className={css.try} aria-label={t('try.title')}>
      <h3>{t('try.title')}</h3>
      <p className="t-meta">{t('try.lead')}</p>
      <SelectField label={t('try.store')} value={storeNo ?? ''} onChange={setStore}>
        {stores.map((known) => (
          <option key={known.storeNo} value={known.storeNo}>
            {known.name}
          </option>
        ))}
      </SelectField>
      <TextField
        type="datetime-local"
        label={t('try.at')}
        help={at === '' ? t('try.now') : undefined}
        value={at}
        onChange={(event) => setAt(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <label className={css.check}>
        <input type="checkbox" checked={isMember} onChange={(event) => setMember(event.target.checked)} />
        {t('try.member')}
      </label>
      <label className={css.check}>
        <input type="checkbox" checked={isWith} onChange={(event) => setWith(event.target.checked)} />
        {t('try.with')}
      </label>
      <ItemSearch label={t('try.add')} source={SOLD} onAdd={add} />
      {lines.map((line, place) => {
        const shown = data?.lines[place];
        return (
          <div key={line.key} className={css.tryLine} role="group" aria-label={line.item.name}>
            <Picture src={line.item.imageUrl} size="s40" />
            <span className={css.itemText}>
              <b className="trunc" dir="auto">{line.item.name}</b>
              <span className="t-meta num">
                {shown && shown.item.itemNo === line.item.itemNo ? formatMoney(shown.net) : line.item.itemNo}
                {shown && shown.discount.minor !== 0 && ` (${formatMoney({ ...shown.discount, minor: -shown.discount.minor })})`}
              </span>
            </span>
            {line.item.sizes.length > 1 && (
              <span className={css.trySize}>
                <SelectField label={t('try.size')} value={line.sizeCode} onChange={(sizeCode) => change(line.key, { sizeCode })}>
                  {line.item.sizes.map((size) => (
                    <option key={size.sizeCode} value={size.sizeCode}>
                      {size.sizeCode}
                    </option>
                  ))}
                </SelectField>
              </span>
            )}
            <Stepper
              label={t('try.quantity', { name: line.item.name })}
              value={line.quantity}
              decreaseLabel={t('try.less')}
              increaseLabel={t('try.more')}
              removeLabel={t('item.remove', { name: line.item.name })}
              onDecrease={() => change(line.key, { quantity: line.quantity - 1 })}
              onIncrease={() => change(line.key, { quantity: Math.min(99, line.quantity + 1) })}
              onRemove={() => setLines((known) => known.filter((other) => other !== line))}
            />
          </div>
        );
      })}
      {lines.length === 0 && <p className="t-meta">{t('try.empty')}</p>}
      {lines.length > 0 && tried.error && (
        <Note tone="garnet" role="alert">
          {errorText(tried.error)}
        </Note>
      )}
      {lines.length > 0 && data && !tried.error && (
        <>
          {isWith && data.faults.length > 0 && <Note tone="citrine">{t('try.faulty', { count: data.faults.length })}</Note>}
          {isWith && data.counts === false && <Note tone="citrine">{t('try.notLive')}</Note>}
          <Result tried={data} lines={lines} />
        </>
      )}
    </section>
  );
}
