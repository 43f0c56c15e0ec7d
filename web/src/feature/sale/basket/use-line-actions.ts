import { useEffect, useRef, useState } from 'react';
import { errorText } from '#/api/refusal';
import type { ShownBasket, ShownLine } from '#/api/expected-basket';
import type { BasketLine } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { useChangeLine, usePutBack, useRemoveGift, useRemoveLine, type LineChange } from '../queries';
import { askAboutStock } from '../stock/stock-question';

const UNDO_MS = 5000;

export interface Removed {
  kind: 'removed';
  line: BasketLine;
  /** Where it stood, so that the way back stands there too. */
  index: number;
}

/** A line that was put on deposit, or that is bought now after all. */
export interface Moved {
  kind: 'moved';
  line: BasketLine;
}

/** What can be done to lines, the error of a line, and the ways back after removals and deposits. */
export function useLineActions(basket: ShownBasket) {
  const change = useChangeLine();
  const remove = useRemoveLine();
  const putBack = usePutBack();
  const removeGift = useRemoveGift();
  const [error, setError] = useState<{ lineId: string; text: string } | null>(null);
  const [undoables, setUndoables] = useState<readonly (Removed | Moved)[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const expire = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setUndoables([]), UNDO_MS);
  };
  const without = (known: readonly (Removed | Moved)[], lineId: string) => known.filter(({ line }) => line.lineId !== lineId);
  /** Beside the ways back that are still open; of a line there is one. */
  const offerUndo = (undoable: Removed | Moved): void => {
    setUndoables((known) => [...without(known, undoable.line.lineId), undoable]);
    expire();
  };
  const keepError = (lineId: string) => (reason: unknown) => setError({ lineId, text: errorText(reason) });
  /** What stock does not have is asked for; a yes changes it all the same. */
  const changePieces = (wanted: LineChange): void => {
    setError(null);
    change.mutate(wanted, {
      onError: (reason) => {
        const again = (): void => changePieces({ ...wanted, sellBelowStock: true });
        if (!askAboutStock(reason, again)) keepError(wanted.lineId)(reason);
      },
    });
  };
  return {
    error,
    undoables,
    changeQuantity: ({ lineId }: BasketLine, quantity: number): void => changePieces({ lineId, quantity }),
    changeSize: ({ lineId, sizeCode: present }: BasketLine, sizeCode: string): void => {
      setError(null);
      if (sizeCode !== present) changePieces({ lineId, sizeCode });
    },
    changeNote: (line: BasketLine, note: string): void => change.mutate({ lineId: line.lineId, note }),
    toggleDeposit: (line: BasketLine): void => {
      setError(null);
      const { lineId, deposit } = line;
      change.mutate(
        { lineId, deposit: !deposit },
        {
          onSuccess: () => offerUndo({ kind: 'moved', line }),
          onError: keepError(lineId),
        },
      );
    },
    remove: (line: ShownLine): void => {
      const index = basket.lines.indexOf(line);
      setError(null);
      // A gift comes back by choosing it: the order has to earn it then.
      if (line.isGift) {
        removeGift.mutate(undefined, { onError: keepError(line.lineId) });
        return;
      }
      remove.mutate(line.lineId, {
        onSuccess: () => offerUndo({ kind: 'removed', line, index }),
        onError: keepError(line.lineId),
      });
    },
    /** Whoever stands on the way back with the keyboard keeps it until they leave it. */
    holdUndo: (): void => clearTimeout(timer.current),
    releaseUndo: expire,
    undo: ({ kind, line }: Removed | Moved): void => {
      setUndoables((known) => without(known, line.lineId));
      expire();
      if (kind === 'moved') {
        change.mutate({ lineId: line.lineId, deposit: line.deposit }, { onError: keepError(line.lineId) });
        return;
      }
      putBack.mutate(line, { onError: (reason) => askAboutStock(reason, () => putBack.mutate({ ...line, belowStock: 1 })) });
    },
    refuse: (line: BasketLine, reason: string): void => {
      setError({ lineId: line.lineId, text: reason });
      showNotice('warning', reason);
    },
  };
}
