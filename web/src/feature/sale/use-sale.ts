import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useShownBasket } from '#/api/basket';
import { post } from '#/api/client';
import { pieceKey, type Expected } from '#/api/expected-basket';
import { catalogueQuery } from '#/api/queries';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import type { ItemTile } from '#/api/types';
import { isSalespersonOpen } from '#/widget/salesperson/salesperson-open';
import { showNotice } from '#/lib/notice';
import { useSignal } from '#/lib/signal';
import { playTone } from '#/lib/sound';
import { useInterval } from '#/lib/use-interval';
import { expectedPiece } from './catalogue/expected-piece';
import { onlySize } from './catalogue/stock';
import { useAddLine, useScan } from './queries';
import { askAboutStock } from './stock/stock-question';

const FLASH_MS = 600;
const HEARTBEAT_MS = 60_000;

/** Tells the server each minute that this till still holds its basket. */
export function useHeartbeat(hasLines: boolean): void {
  const beat = (): void => {
    // A missed beat is no news to the person at the till: the offline strip says what matters.
    post('/basket/heartbeat', { notice: 'none', isKeyed: false }).catch(() => undefined);
  };
  useInterval(beat, hasLines ? HEARTBEAT_MS : null);
}

function useFlash() {
  const [flashing, setFlashing] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const flash = useCallback((key: string) => {
    clearTimeout(timer.current);
    setFlashing(key);
    timer.current = setTimeout(() => setFlashing(null), FLASH_MS);
  }, []);
  return { flashing, flash };
}

/**
 * Without a salesperson nothing can be added. All that was asked waits while the list of salespeople is
 * open and is done in its order as soon as someone is chosen; closing the list forgets it.
 */
function useSalespersonFirst(hasSalesperson: boolean) {
  const waiting = useRef<(() => void)[]>([]);
  const isOpen = useSignal(isSalespersonOpen);
  useEffect(() => {
    if (!hasSalesperson && isOpen) return;
    const acts = waiting.current;
    waiting.current = [];
    if (hasSalesperson) for (const act of acts) act();
  }, [hasSalesperson, isOpen]);
  return useCallback(
    (act: () => void) => {
      if (hasSalesperson) {
        act();
        return;
      }
      waiting.current.push(act);
      showNotice('warning', refusalText({ key: 'sale.salesperson_required' }));
      isSalespersonOpen.set(true);
    },
    [hasSalesperson],
  );
}

/** What becomes of a code that is scanned or typed. */
interface OfCodes {
  onUnknownCode: (code: string) => void;
  onFoundCode: () => void;
}

/** What is asked before something is a line: the size of a piece, or the code of the gift card whose number was scanned. */
type Question = { kind: 'size'; item: ItemTile } | { kind: 'giftCard'; cardNo: string };

/** Questions are put one after the other: what the next scan brings must not take the place of one. */
function useQuestions() {
  const [questions, setQuestions] = useState<readonly (Question & { id: number })[]>([]);
  const asked = useRef(0);
  return {
    /** The oldest; another one has another id. */
    question: questions[0] ?? null,
    ask: useCallback((question: Question) => {
      asked.current += 1;
      const id = asked.current;
      setQuestions((known) => [...known, { ...question, id }]);
    }, []),
    answered: useCallback(() => setQuestions((known) => known.slice(1)), []),
  };
}

/**
 * Adding to the basket: by tap, by size, by scan. A piece that the till's copy of the catalogue knows
 * stands in the basket at once; its reservation is confirmed behind it.
 */
export function useSale({ onUnknownCode, onFoundCode }: OfCodes) {
  const client = useQueryClient();
  const { basket } = useShownBasket();
  const addLine = useAddLine();
  const scan = useScan();
  const { flashing, flash } = useFlash();
  const { question, ask, answered } = useQuestions();
  const [problem, setProblem] = useState<string | null>(null);
  const withSalesperson = useSalespersonFirst(Boolean(basket?.salesperson));
  useHeartbeat((basket?.lines.length ?? 0) > 0);

  const expect = useCallback(
    (find: Parameters<typeof expectedPiece>[1]): Expected | null => {
      const expected = expectedPiece(client.getQueryData(catalogueQuery.queryKey)?.items ?? [], find);
      if (expected) flash(pieceKey(expected.item.itemNo, expected.size.sizeCode));
      return expected;
    },
    [client, flash],
  );
  const { mutate: addMutate } = addLine;
  const addAgain = useRef<(itemNo: string, sizeCode: string) => void>(() => undefined);
  const addSize = useCallback(
    (itemNo: string, sizeCode: string, sellBelowStock = false) => {
      setProblem(null);
      const expected = expect({ itemNo, sizeCode });
      addMutate(
        { itemNo, sizeCode, quantity: 1, sellBelowStock, expected },
        {
          onSuccess: () => {
            if (!expected) flash(pieceKey(itemNo, sizeCode));
          },
          onError: (error) => {
            if (!askAboutStock(error, () => addAgain.current(itemNo, sizeCode))) setProblem(errorText(error));
          },
        },
      );
    },
    [addMutate, expect, flash],
  );
  useEffect(() => {
    addAgain.current = (itemNo, sizeCode) => addSize(itemNo, sizeCode, true);
  }, [addSize]);
  const add = useCallback(
    (item: ItemTile) => {
      withSalesperson(() => {
        const size = onlySize(item.sizes);
        if (size === null) ask({ kind: 'size', item });
        else addSize(item.itemNo, size);
      });
    },
    [withSalesperson, addSize, ask],
  );
  const addPiece = (itemNo: string, sizeCode: string): void => withSalesperson(() => addSize(itemNo, sizeCode));
  const addCode = (code: string, sellBelowStock = false): void => {
    withSalesperson(() => {
      setProblem(null);
      const expected = expect({ code });
      if (expected) onFoundCode();
      scan.mutate(
        { code, sellBelowStock, expected },
        {
          onSuccess: (answer) => {
            playTone('accepted');
            onFoundCode();
            const line = answer.basket.lines.find(({ lineId }) => lineId === answer.lineId);
            if (answer.isGiftCard) ask({ kind: 'giftCard', cardNo: code });
            else if (answer.choice) ask({ kind: 'size', item: answer.choice });
            else if (line && !expected) flash(pieceKey(line.itemNo, line.sizeCode));
          },
          onError: (error) => {
            playTone('refused');
            if (askAboutStock(error, () => addCode(code, true))) return;
            // An unknown code stays in the search field; any other refusal is said at the basket.
            if (error instanceof ApiError && error.key === 'catalog.code_not_found') onUnknownCode(code);
            else setProblem(errorText(error));
          },
        },
      );
    });
  };
  const inBasket = useMemo(() => {
    const counts = new Map<string, number>();
    for (const line of basket?.lines ?? []) counts.set(line.itemNo, (counts.get(line.itemNo) ?? 0) + line.quantity);
    return counts;
  }, [basket?.lines]);
  return { basket, add, addSize, addPiece, addCode, inBasket, flashing, problem, clearProblem: () => setProblem(null), question, answered };
}
