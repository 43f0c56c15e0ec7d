import { IconNote, IconRuler2 } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#/api/refusal';
import type { ShownLine as Line } from '#/api/expected-basket';
import type { LineActionName } from '#/api/types';
import { Amount } from '#/ui/Amount';
import { cx } from '#/ui/cx';
import { Picture } from '#/ui/Picture';
import { Stepper } from '#/ui/Stepper';
import css from './BasketLine.module.css';

export interface LineHandlers {
  onSelect: (lineId: string | null) => void;
  onQuantity: (line: Line, quantity: number) => void;
  onRemove: (line: Line) => void;
  onSize: (line: Line) => void;
  onNote: (line: Line) => void;
  onRefused: (line: Line, reason: string) => void;
}

interface BasketLineProps extends LineHandlers {
  line: Line;
  isSelected: boolean;
  isFlashing: boolean;
  error: string | null;
  tabIndex: number;
}

function refusalOf(line: Line, name: LineActionName): string | null {
  const refusal = line.actions.find((action) => action.name === name)?.refusal;
  return refusal ? refusalText(refusal) : null;
}

const canDo = (line: Line, name: LineActionName): boolean => line.actions.some((action) => action.name === name);

/** Item no, size or quantity, and whether it is reserved: text, not colour. */
function Facts({ line }: { line: Line }) {
  const { t } = useTranslation('sale');
  const isPartly = !line.isNoStock && !line.isExpected && line.reservedQuantity < line.quantity;
  const reservation = line.isNoStock ? t('basket.noStock') : line.isExpected ? t('basket.reserving') : t('basket.reserved');
  return (
    <span className={css.facts}>
      <bdi>{line.itemNo}</bdi>
      {line.sizeCode !== '' && (
        <>
          {' · '}
          <bdi>{t('size.of', { size: line.sizeCode })}</bdi>
        </>
      )}
      {line.quantity > 1 && line.unitPrice && (
        <>
          {' · '}
          <bdi dir="ltr" className="num">
            {line.quantity} × <Amount money={line.unitPrice} />
          </bdi>
        </>
      )}
      {' · '}
      {isPartly ? (
        <span className={css.partly}>{t('basket.partlyReserved', { reserved: line.reservedQuantity, count: line.quantity })}</span>
      ) : (
        reservation
      )}
    </span>
  );
}

function Controls({ line, onQuantity, onRemove, onSize, onNote, onRefused }: { line: Line } & LineHandlers) {
  const { t } = useTranslation('sale');
  const sizeRefusal = refusalOf(line, 'changeSize');
  const say = (reason: string): void => onRefused(line, reason);
  return (
    <div className={css.controls}>
      <Stepper
        label={t('basket.quantity', { name: line.name })}
        value={line.quantity}
        decreaseLabel={t('basket.decrease')}
        increaseLabel={t('basket.increase')}
        removeLabel={t('basket.remove')}
        decreaseRefusal={refusalOf(line, line.quantity > 1 ? 'decrease' : 'remove')}
        increaseRefusal={refusalOf(line, 'increase')}
        onDecrease={() => onQuantity(line, line.quantity - 1)}
        onIncrease={() => onQuantity(line, line.quantity + 1)}
        onRemove={() => onRemove(line)}
        onRefused={say}
      />
      {line.sizeCode !== '' && canDo(line, 'changeSize') && (
        <button
          type="button"
          className={css.mini}
          aria-disabled={sizeRefusal ? true : undefined}
          onClick={() => (sizeRefusal ? say(sizeRefusal) : onSize(line))}
        >
          <IconRuler2 size={18} stroke={1.6} aria-hidden="true" />
          {t('basket.changeSize')}
        </button>
      )}
      <button type="button" className={css.mini} onClick={() => onNote(line)}>
        <IconNote size={18} stroke={1.6} aria-hidden="true" />
        {t('basket.note')}
      </button>
    </div>
  );
}

/** One piece in the basket. A tap opens it in place; + − and Delete work on the focused line. */
export function BasketLine(props: BasketLineProps) {
  const { line, isSelected, isFlashing, error, tabIndex, onSelect, onQuantity, onRemove, onRefused } = props;
  const { t } = useTranslation('sale');
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFlashing) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isFlashing]);
  const act = (name: LineActionName, change: () => void): void => {
    const refusal = refusalOf(line, name);
    if (refusal) onRefused(line, refusal);
    else change();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const changes: Record<string, () => void> = {
      '+': () => act('increase', () => onQuantity(line, line.quantity + 1)),
      '-': () => (line.quantity > 1 ? act('decrease', () => onQuantity(line, line.quantity - 1)) : act('remove', () => onRemove(line))),
      Delete: () => act('remove', () => onRemove(line)),
    };
    const change = changes[event.key];
    if (!change) return;
    event.preventDefault();
    change();
  };
  return (
    <li ref={row} className={cx(css.line, isSelected && css.selected, isFlashing && css.flash)} data-line={line.lineId}>
      <button
        type="button"
        className={css.head}
        aria-expanded={isSelected}
        tabIndex={tabIndex}
        data-line-head
        onClick={() => onSelect(isSelected ? null : line.lineId)}
        onKeyDown={onKeyDown}
      >
        <Picture src={line.imageUrl} size="s52" isPlain={isSelected} />
        <span className={css.text}>
          <span dir="auto" className={cx(css.name, isSelected ? 'clamp2' : 'trunc')}>{line.name}</span>
          <Facts line={line} />
          {line.note !== '' && <span className={css.noteText}>{line.note}</span>}
        </span>
        {line.net ? <Amount money={line.net} className={cx(css.price, line.isExpected && css.stale)} /> : <span className={css.price}>{t('stock.noPrice')}</span>}
      </button>
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {isSelected && <Controls {...props} />}
    </li>
  );
}
