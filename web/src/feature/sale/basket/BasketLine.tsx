import { IconLock } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownLine as Line } from '#/api/expected-basket';
import { TAKE_DEPOSIT, useMay } from '#/api/permission';
import type { LineActionName } from '#/api/types';
import { formatDay } from '#/lib/date';
import { isolated, leftToRight } from '#/lib/left-to-right';
import { unlessScanned } from '#/lib/scan';
import { shortcutOf } from '#/lib/shortcut';
import { Amount } from '#/ui/Amount';
import { cx } from '#/ui/cx';
import { Picture } from '#/ui/Picture';
import { Tag } from '#/ui/Tag';
import { EngravedText } from '#/widget/customised/EngravedText';
import { formatPercent } from '../deal/words';
import css from './BasketLine.module.css';
import type { LineHandlers } from './handlers';
import { LineControls, refusalOf } from './LineControls';
import { PackageMark } from './PackageMark';
import { applicationsOf, entriesOf, isExplained, struckPrice } from './price';
import { Weighed } from './Weighed';

interface BasketLineProps extends LineHandlers {
  line: Line;
  isSelected: boolean;
  isFlashing: boolean;
  error: string | null;
  tabIndex: number;
}

/** Item no, size or quantity, and whether it is reserved: text, not colour. */
function Facts({ line }: { line: Line }) {
  const { t } = useTranslation('sale');
  const isPartly = !line.isNoStock && !line.customisation && !line.isExpected && line.reservedQuantity < line.quantity;
  const reservation = line.customisation ? t('basket.madeToOrder') : line.isNoStock ? t('basket.noStock') : line.isExpected ? t('basket.reserving') : t('basket.reserved');
  return (
    <span className={css.facts}>
      <bdi>{line.itemNo}</bdi>
      {line.sizeCode !== '' && (
        <>
          {' · '}
          <bdi>{t('size.of', { size: line.sizeCode })}</bdi>
        </>
      )}
      {line.giftCardLastFour !== null && (
        <>
          {' · '}
          <bdi>{line.isGiftCardTopUp ? t('basket.giftCardTopUp', { card: line.giftCardLastFour }) : `•••• ${line.giftCardLastFour}`}</bdi>
        </>
      )}
      {line.quantity > 1 && line.unitPrice && (
        <>
          {' · '}
          <bdi dir="ltr" className="num">
            {line.quantity} ×{' '}
            {line.listedPrice && (
              <s>
                <Amount money={line.listedPrice} />
              </s>
            )}{' '}
            <Amount money={line.unitPrice} />
          </bdi>
        </>
      )}
      {' · '}
      {isPartly ? (
        <span className={css.partly}>{t('basket.partlyReserved', { reserved: line.reservedQuantity, count: line.quantity })}</span>
      ) : (
        reservation
      )}
      {line.belowStock > 0 && (
        <>
          {' · '}
          <span className={css.below}>{t('basket.belowStock', { count: line.belowStock })}</span>
        </>
      )}
    </span>
  );
}

/** What is engraved on it, when it is ready, and that it does not come back. */
function Made({ line }: { line: Line }) {
  const { t } = useTranslation('sale');
  const { customisation: made } = line;
  if (!made) return null;
  const lines = [made.engraving, ...made.messageLines].filter(Boolean);
  return (
    <>
      {lines.length > 0 && <EngravedText lines={lines} />}
      {made.medals.map(({ itemNo, name }, index) => (
        // Two medals may be of one kind.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={`${itemNo}${index}`} className={css.facts} dir="auto">
          + {name}
        </span>
      ))}
      <span className={css.facts}>
        {t('basket.promised', { date: formatDay(made.promisedOn) })} · {t('basket.notReturnable')}
      </span>
    </>
  );
}

/** Who sells this line, where it is not whoever sells the basket. */
function Sellers({ line }: { line: Line }) {
  const { t } = useTranslation('sale');
  const { salespeople } = line;
  if (salespeople.length === 0) return null;
  const names = salespeople.map(({ name, percent }) => (salespeople.length === 1 ? isolated(name) : `${isolated(name)} ${leftToRight(`${percent}%`)}`));
  return (
    <span className={css.facts}>
      {t('line.soldBy', { names: names.join(' · ') })}
    </span>
  );
}

/** What made the price another one than the listed: the scale, packages, colleagues. */
function Reasons({ line }: { line: Line }) {
  const { t } = useTranslation('sale');
  const { weight, manualDiscount } = line;
  const packages = applicationsOf(line);
  return (
    <>
      {weight && (
        <span className={css.facts}>
          <Weighed weight={weight} />
        </span>
      )}
      {(packages.length > 0 || manualDiscount || line.isGift || line.deposit) && (
        <span className={css.badges}>
          {line.deposit && <Tag tone="sapphire">{t('line.onDeposit')}</Tag>}
          {line.isGift && <Tag tone="champagne">{t('line.gift')}</Tag>}
          {packages.map((no) => (
            <span key={no} className={css.badge}>
              <PackageMark no={no} />
              <span className="trunc" dir="auto">
                {line.discounts.find(({ applicationNo }) => applicationNo === no)?.description}
              </span>
            </span>
          ))}
          {manualDiscount && !manualDiscount.isDropped && (
            <span className={css.badge}>
              {t('line.discount')}
              {manualDiscount.kind === 'PERCENT' && <bdi dir="ltr">{formatPercent(manualDiscount.value)}</bdi>}
            </span>
          )}
        </span>
      )}
    </>
  );
}

/** What the line costs; before it, struck through, what it would without what lowers it. */
function Price({ line }: { line: Line }) {
  const { t } = useTranslation('sale');
  const struck = struckPrice(line);
  if (!line.net) return <span className={css.price}>{t('stock.noPrice')}</span>;
  return (
    <span className={css.price}>
      {struck && (
        <s className={css.struck}>
          <span className="sr">{t('line.before')} </span>
          <Amount money={struck} />
        </s>
      )}
      <span className={css.net}>
        {line.priceSource === 'OVERRIDDEN' && (
          <>
            <IconLock size={16} stroke={1.8} aria-hidden="true" />
            <span className="sr">{t('line.overridden')} </span>
          </>
        )}
        <Amount money={line.net} className={cx(line.isExpected && css.stale)} />
      </span>
    </span>
  );
}

/** What must still be entered before payment: each is a way to the place where that is done. */
function Needs({ line, onDeal, onQuantity }: Pick<BasketLineProps, 'line' | 'onDeal' | 'onQuantity'>) {
  const { t } = useTranslation('sale');
  const missing = entriesOf(line).filter(({ need }) => line.needs.includes(need));
  const isUnreserved = line.needs.includes('reservation') && !line.isExpected;
  if (missing.length === 0 && !isUnreserved) return null;
  return (
    <div className={css.needs}>
      {isUnreserved && (
        <button type="button" className={css.need} onClick={() => onQuantity(line, line.quantity)}>
          {t('need.reservation')}
        </button>
      )}
      {missing.map(({ kind, need }) => (
        <button key={kind} type="button" className={css.need} onClick={() => onDeal({ kind, lineId: line.lineId })}>
          {t(`need.${need}`)}
        </button>
      ))}
    </div>
  );
}

/** One piece in the basket. A tap opens it in place; + − and Delete work on the focused line. */
export function BasketLine(props: BasketLineProps) {
  const { line, isSelected, isFlashing, error, tabIndex, onSelect, onQuantity, onRemove, onDeposit, onRefused, onDeal } = props;
  const { t } = useTranslation('sale');
  const mayDeposit = useMay(TAKE_DEPOSIT);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFlashing) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isFlashing]);
  const act = (name: LineActionName, change: () => void): void => {
    const refusal = refusalOf(line, name);
    if (refusal) onRefused(line, refusal);
    else change();
  };
  const steps: Record<string, () => void> = {
    '+': () => act('increase', () => onQuantity(line, line.quantity + 1)),
    '-': () => (line.quantity > 1 ? act('decrease', () => onQuantity(line, line.quantity - 1)) : act('remove', () => onRemove(line))),
  };
  // A step is taken from what is shown when it is taken, which is a moment after its key.
  const latest = useRef(steps);
  useLayoutEffect(() => {
    latest.current = steps;
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const changes: Record<string, () => void> = {
      '+': () => unlessScanned(() => latest.current['+']?.()),
      '-': () => unlessScanned(() => latest.current['-']?.()),
      Delete: () => act('remove', () => onRemove(line)),
    };
    // The same keys mean the whole basket elsewhere.
    const deals: Record<string, () => void> = {
      ...(mayDeposit ? { 'Alt+KeyA': () => act('deposit', () => onDeposit(line)) } : {}),
      'Alt+KeyR': () => act('discount', () => onDeal({ kind: 'discount', lineId: line.lineId })),
      'Alt+KeyI': () => onDeal({ kind: 'explain', lineId: line.lineId }),
    };
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const change = deals[shortcutOf(event.nativeEvent)] ?? (isPlain ? changes[event.key] : undefined);
    if (!change) return;
    event.preventDefault();
    event.stopPropagation();
    change();
  };
  const isOpenable = isExplained(line) && !line.isExpected;
  return (
    <li ref={row} className={cx(css.line, isSelected && css.selected, isFlashing && css.flash)} data-line={line.lineId}>
      <div className={css.top}>
        <button
          type="button"
          className={css.head}
          data-line-head=""
          tabIndex={tabIndex}
          aria-expanded={isSelected}
          onClick={() => onSelect(isSelected ? null : line.lineId)}
          onKeyDown={onKeyDown}
        >
          <Picture src={line.imageUrl} size="s52" isPlain={isSelected} />
          <span className={css.text}>
            <span dir="auto" className={cx(css.name, isSelected ? 'clamp2' : 'trunc')}>
              {line.name}
            </span>
            <Facts line={line} />
            <Made line={line} />
            <Sellers line={line} />
            <Reasons line={line} />
            {line.note !== '' && <span className={css.noteText}>{line.note}</span>}
          </span>
          {!isOpenable && <Price line={line} />}
        </button>
        {isOpenable && (
          <button type="button" className={css.why} onClick={() => onDeal({ kind: 'explain', lineId: line.lineId })}>
            <span className="sr">{t('explain.open')} </span>
            <Price line={line} />
          </button>
        )}
      </div>
      <Needs line={line} onDeal={onDeal} onQuantity={onQuantity} />
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {isSelected && <LineControls {...props} />}
    </li>
  );
}
