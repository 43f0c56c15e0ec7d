import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { basketQuery } from '#/api/basket';
import type { ScanAnswer } from '#/api/types';
import { playTone } from '#/lib/sound';
import { isSalespersonOpen } from '#/widget/salesperson/salesperson-open';
import { basket, tile } from '../../test-basket';
import { around, done, refused, serve } from '../../test-server';
import { stockQuestions } from './stock/stock-question';
import { useSale } from './use-sale';

vi.mock('#/lib/sound', () => ({ playTone: vi.fn() }));

const answer = (change: Partial<ScanAnswer> = {}): object =>
  done({ basket: basket(), lineId: null, choice: null, isGiftCard: false, ...change } satisfies ScanAnswer);

afterEach(() => {
  stockQuestions.set([]);
  isSalespersonOpen.set(false);
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

it('puts each question and says each refusal, however soon the next code was scanned', async () => {
  const answers: Record<string, object> = {
    RINGS: answer({ choice: tile('RINGS') }),
    CARD: answer({ isGiftCard: true }),
    GONE: refused('sale.stock_confirm', { itemName: 'Orée', missing: 1 }),
    NONE: refused('catalog.code_not_found'),
    PIECE: answer({ lineId: 'L1' }),
  };
  const codes = Object.keys(answers);
  serve({ 'GET /basket': () => done(basket()), 'POST /basket/scan': ({ body }) => answers[(body as { code: string }).code] });
  const { client, wrapper } = around();
  client.setQueryData(basketQuery.queryKey, basket());
  const onUnknownCode = vi.fn();
  const { result } = renderHook(() => useSale({ onUnknownCode, onFoundCode: () => undefined }), { wrapper });
  act(() => codes.forEach((code) => result.current.addCode(code)));
  await waitFor(() => expect(playTone).toHaveBeenCalledTimes(codes.length));
  expect(onUnknownCode).toHaveBeenCalledExactlyOnceWith('NONE');
  expect(stockQuestions.get().map(({ itemName }) => itemName)).toEqual(['Orée']);
  expect(result.current.question).toMatchObject({ kind: 'size', item: { itemNo: 'RINGS' } });
  act(() => result.current.answered());
  expect(result.current.question).toMatchObject({ kind: 'giftCard', cardNo: 'CARD' });
  act(() => result.current.answered());
  expect(result.current.question).toBeNull();
});

it('adds all that was scanned before somebody was chosen who sells, and nothing when nobody was', async () => {
  const nobody = basket({ salesperson: null, lines: [] });
  const calls = serve({ 'GET /basket': () => done(nobody), 'POST /basket/scan': () => answer({ lineId: 'L1' }) });
  const { client, wrapper } = around();
  client.setQueryData(basketQuery.queryKey, nobody);
  const { result } = renderHook(() => useSale({ onUnknownCode: () => undefined, onFoundCode: () => undefined }), { wrapper });
  const scanned = (): string[] => calls.filter(({ path }) => path === '/basket/scan').map(({ body }) => (body as { code: string }).code);
  act(() => result.current.addCode('LEFT'));
  act(() => isSalespersonOpen.set(false));
  act(() => result.current.addCode('FIRST'));
  act(() => result.current.addCode('SECOND'));
  expect(isSalespersonOpen.get()).toBe(true);
  act(() => void client.setQueryData(basketQuery.queryKey, basket()));
  await waitFor(() => expect(scanned()).toEqual(['FIRST', 'SECOND']));
});
