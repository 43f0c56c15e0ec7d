import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { getDocument } from '#/api/client';
import type { PrintAnswer } from '#/api/types';
import { printDocument } from '#/lib/print';

/** Where a paper is printed: by the browser, or by the receipt printer of the store. */
export type PrintTarget = 'browser' | 'printer';

interface CountedPrint<W> {
  /** Tells the server, which counts and marks the paper. */
  count: (wish: W) => Promise<PrintAnswer>;
  /** What is printed, for whoever waits. */
  titleOf: (wish: W) => string;
  onSettled?: () => unknown;
}

/**
 * Prints. The server counts and marks each paper, so after it has answered a failure of the browser
 * is tried again with the same paper and not counted again.
 */
export function useCountedPrint<W>({ count, titleOf, onSettled }: CountedPrint<W>) {
  const counted = useRef<{ wish: string; answer: PrintAnswer } | null>(null);
  return useMutation({
    mutationFn: async (wish: W): Promise<PrintAnswer> => {
      const name = JSON.stringify(wish);
      if (counted.current?.wish !== name) counted.current = { wish: name, answer: await count(wish) };
      const { answer } = counted.current;
      if (answer.pdfUrl !== null) await printDocument(await getDocument(answer.pdfUrl), titleOf(wish));
      counted.current = null;
      return answer;
    },
    ...(onSettled ? { onSettled } : {}),
  });
}
