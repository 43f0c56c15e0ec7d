import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownBasket, ShownLine as Line } from '#/api/expected-basket';
import { SizePicker } from '#/widget/SizePicker';
import type { Deal } from '../deal/deal';
import { BasketLine } from './BasketLine';
import css from './BasketPane.module.css';
import { NoteDialog } from './NoteDialog';
import { Hints } from './Packages';
import { useLineActions } from './use-line-actions';

const MOVES: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

function moveBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  const move = MOVES[event.key];
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line-head]')];
  const index = heads.indexOf(event.target as HTMLElement);
  if (!move || index === -1) return;
  event.preventDefault();
  heads[move(index, heads.length - 1)]?.focus();
}

interface UndoRowProps {
  /** What was done. */
  text: string;
  /** The line that was removed is still on screen: the answer comes before the basket without it. */
  isLineShown: boolean;
  onUndo: () => void;
  onHold: () => void;
  onRelease: () => void;
}

function UndoRow({ text, isLineShown, onUndo, onHold, onRelease }: UndoRowProps) {
  const { t } = useTranslation('sale');
  const button = useRef<HTMLButtonElement>(null);
  // The line that had the focus is gone; whoever removed it by key goes on where it stood.
  useEffect(() => {
    if (isLineShown) return;
    if (document.activeElement === null || document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [isLineShown]);
  return (
    <li className={css.undo}>
      <span className="trunc" role="status">
        {text}
      </span>
      <button ref={button} type="button" onClick={onUndo} onFocus={onHold} onBlur={onRelease}>
        <IconArrowBackUp size={20} stroke={1.6} className="mirror" aria-hidden="true" />
        {t('basket.undo')}
      </button>
    </li>
  );
}

interface BasketLinesProps {
  basket: ShownBasket;
  flashing: string | null;
  onDialog: (isOpen: boolean) => void;
  onDeal: (deal: Deal) => void;
  /** Stands in for the lines while there are none. */
  empty: ReactNode;
}

/** The lines, one of them open at most. */
export function BasketLines({ basket, flashing, onDialog, onDeal, empty }: BasketLinesProps) {
  const { t } = useTranslation('sale');
  const actions = useLineActions(basket);
  const [selected, setSelected] = useState<string | null>(null);
  const [sizing, setSizing] = useState<Line | null>(null);
  const [noting, setNoting] = useState<Line | null>(null);
  const openSize = (line: Line | null): void => {
    setSizing(line);
    onDialog(line !== null);
  };
  const openNote = (line: Line | null): void => {
    setNoting(line);
    onDialog(line !== null);
  };
  const list = useRef<HTMLUListElement>(null);
  const isReturning = useRef(false);
  // The way back had the focus; the line that came back takes it over.
  useEffect(() => {
    if (!isReturning.current || basket.lines.length === 0) return;
    isReturning.current = false;
    if (document.activeElement === document.body) [...(list.current?.querySelectorAll<HTMLElement>('[data-line-head]') ?? [])].at(-1)?.focus();
  }, [basket.lines]);
  const rows = basket.lines.map((line, index) => (
    <BasketLine
      key={line.key}
      line={line}
      isSelected={line.lineId === selected}
      isFlashing={line.key === flashing}
      error={actions.error?.lineId === line.lineId ? actions.error.text : null}
      tabIndex={line.lineId === selected || (index === 0 && !basket.lines.some(({ lineId }) => lineId === selected)) ? 0 : -1}
      onSelect={setSelected}
      onQuantity={actions.changeQuantity}
      onRemove={actions.remove}
      onDeposit={actions.toggleDeposit}
      onSize={openSize}
      onNote={openNote}
      onDeal={onDeal}
      onRefused={actions.refuse}
    />
  ));
  for (const undoable of actions.undoables) {
    const { line } = undoable;
    const place = undoable.kind === 'removed' ? undoable.index : basket.lines.findIndex(({ lineId }) => lineId === line.lineId) + 1;
    const text = undoable.kind === 'removed' ? 'basket.removed' : line.deposit ? 'line.boughtNow' : 'line.putOnDeposit';
    rows.splice(
      place,
      0,
      <UndoRow
        key={`undo ${line.lineId}`}
        text={t(text, { name: line.name })}
        isLineShown={undoable.kind === 'removed' && basket.lines.some(({ lineId }) => lineId === line.lineId)}
        onUndo={() => {
          isReturning.current = true;
          actions.undo(undoable);
        }}
        onHold={actions.holdUndo}
        onRelease={actions.releaseUndo}
      />,
    );
  }
  return (
    <>
      {rows.length > 0 && (
        <div className={css.lines} data-scroll>
          <ul ref={list} aria-label={t('basket.lines')} onKeyDown={moveBetweenLines}>
            {rows}
          </ul>
          <Hints basket={basket} />
        </div>
      )}
      {basket.lines.length === 0 && <div className={css.none}>{empty}</div>}
      {sizing && (
        <SizePicker
          item={sizing}
          current={sizing.sizeCode}
          onClose={() => openSize(null)}
          onChoose={(sizeCode) => {
            actions.changeSize(sizing, sizeCode);
            openSize(null);
          }}
        />
      )}
      {noting && (
        <NoteDialog
          title={t('basket.noteOfLine', { name: noting.name })}
          initial={noting.note}
          onClose={() => openNote(null)}
          onSave={(note) => {
            actions.changeNote(noting, note);
            openNote(null);
          }}
        />
      )}
    </>
  );
}
