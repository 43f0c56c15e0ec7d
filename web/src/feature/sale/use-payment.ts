import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { basketQuery, isBasketChange } from '#/api/basket';
import { connection } from '#/api/connection';
import { answersToRead, type ShownBasket } from '#/api/expected-basket';
import { catalogueQuery } from '#/api/queries';
import { isSalespersonOpen } from '#/widget/salesperson/salesperson-open';
import { page } from '#/lib/path';
import { blockOf } from './basket/BasketFoot';
import { stockQuestions } from './stock/stock-question';

/** The way to the payment of the basket, and back. */
export function usePayment(basket: ShownBasket | undefined, setPayOpen: (isOpen: boolean) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  /** The deposit at which the payment was begun that was given up. */
  const [wayBack, setWayBack] = useState<string | null>(null);
  const isPaying = basket?.state === 'PAYING';
  // The payment lets nobody leave the page before it is gone.
  useEffect(() => {
    if (wayBack !== null && !isPaying) void navigate({ to: page.deposit, search: { deposit: wayBack } });
  }, [wayBack, isPaying, navigate]);
  /** How many answers there were to read when payment was asked for, while that waits. */
  const wanted = useRef<number | null>(null);
  const isAsking = useIsMutating({ predicate: isBasketChange }) > 0;
  // Whoever asks to pay right after a scan waits for its answer; a refusal or a question is read first.
  useEffect(() => {
    if (wanted.current === null || !basket || basket.isExpected || isAsking) return;
    const isToRead = wanted.current !== answersToRead.get() || stockQuestions.get().length > 0;
    wanted.current = null;
    if (!isToRead && blockOf(basket, connection.get().state === 'offline') === null) setPayOpen(true);
  }, [basket, isAsking, setPayOpen]);
  return {
    open: (): void => {
      // A question about stock comes first.
      if (!basket || stockQuestions.get().length > 0) return;
      const block = blockOf(basket, connection.get().state === 'offline');
      const isOpen = basket.isExpected || client.isMutating({ predicate: isBasketChange }) > 0;
      if (block === null && isOpen) wanted.current = answersToRead.get();
      else if (block === null) setPayOpen(true);
      else if (block === 'salesperson') isSalespersonOpen.set(true);
    },
    close: (): void => {
      setPayOpen(false);
      setWayBack(basket?.depositId ?? null);
      void client.invalidateQueries({ queryKey: basketQuery.queryKey });
    },
    complete: (): void => {
      setPayOpen(false);
      void client.invalidateQueries({ queryKey: basketQuery.queryKey });
      void client.invalidateQueries({ queryKey: catalogueQuery.queryKey });
    },
  };
}
