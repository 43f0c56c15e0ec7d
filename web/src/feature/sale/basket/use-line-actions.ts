import { useEffect, useRef, useState } from 'react';
import { errorText } from '#/api/refusal';
import type { ShownBasket, ShownLine } from '#/api/expected-basket';
import type { BasketLine } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { useChangeLine, usePutBack, useRemoveGift, useRemoveLine, type LineChange } from '../queries';
import { askAboutStock } from '../stock/stock-question';

const UNDO_MS = 5000;

export interface Removed {
  line: BasketLine;
  /** Where it stood, so that the way back stands there too. */
  index: number;
}

/** What can be done to lines, the error of a line, and the way back after a removal. */
export function useLineActions(basket: ShownBasket) {
  const change = useChangeLine();
  const remove = useRemoveLine();
  const putBack = usePutBack();
  const removeGift = useRemoveGift();
  const [error, setError] = useState<{ lineId: string; text: string } | null>(null);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const expire = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setRemoved(null), UNDO_MS);
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
    removed,
    changeQuantity: ({ lineId }: BasketLine, quantity: number): void => changePieces({ lineId, quantity }),
    changeSize: ({ lineId, sizeCode: present }: BasketLine, sizeCode: string): void => {
      setError(null);
      if (sizeCode !== present) changePieces({ lineId, sizeCode });
    },
    changeNote: (line: BasketLine, note: string): void => change.mutate({ lineId: line.lineId, note }),
    remove: (line: ShownLine): void => {
      const index = basket.lines.indexOf(line);
      setError(null);
      // A gift comes back by choosing it: the order has to earn it then.
      if (line.isGift) {
        removeGift.mutate(undefined, { onError: keepError(line.lineId) });
        return;
      }
      remove.mutate(line.lineId, {
        onSuccess: () => {
          setRemoved({ line, index });
          expire();
        },
        onError: keepError(line.lineId),
      });
    },
    /** Whoever stands on the way back with the keyboard keeps it until they leave it. */
    holdUndo: (): void => clearTimeout(timer.current),
    releaseUndo: expire,
    undo: (): void => {
      if (!removed) return;
      clearTimeout(timer.current);
      setRemoved(null);
      putBack.mutate(removed.line, { onError: (reason) => askAboutStock(reason, () => putBack.mutate({ ...removed.line, belowStock: 1 })) });
    },
    refuse: (line: BasketLine, reason: string): void => {
      setError({ lineId: line.lineId, text: reason });
      showNotice('warning', reason);
    },
  };
}
