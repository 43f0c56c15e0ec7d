import { expect, it } from 'vitest';
import { ApiError } from '#/api/refusal';
import { endSession, startSession } from '#/api/session-store';
import { askAboutStock, stockQuestions } from './stock-question';

it('is put to nobody who comes after the session in which it was asked', () => {
  startSession('t1');
  const refusal = { key: 'sale.stock_confirm', params: { itemName: 'Orée', missing: 1 } };
  const error = new ApiError({ status: 409, code: 409, message: '', refusal, reference: null });
  expect(askAboutStock(error, () => undefined)).toBe(true);
  expect(stockQuestions.get()).toHaveLength(1);
  endSession();
  expect(stockQuestions.get()).toEqual([]);
});
