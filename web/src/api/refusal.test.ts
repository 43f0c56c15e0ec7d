import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import error from '../../locale/en/error.json';
import { refusalText, wholeSentence } from './refusal';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { error } }, interpolation: { escapeValue: false } }));

describe('a refusal in words', () => {
  it('chooses the plural by its number', () => {
    const text = (triesLeft: number): string => refusalText({ key: 'session.bad_credentials', params: { triesLeft } });
    expect(text(1)).toBe('Incorrect username or password. One try left before this account locks.');
    expect(text(2)).toBe('Incorrect username or password. 2 tries left before this account locks.');
  });
  it('does without a number where none came', () => {
    expect(refusalText({ key: 'session.bad_credentials' })).toBe('Incorrect username or password');
  });
  it('keeps the words of the specification', () => {
    expect(refusalText({ key: 'sale.salesperson_required' })).toBe('Please Enter Sales Person');
    expect(refusalText({ key: 'sale.quantity_above_available', params: { available: 4 } })).toBe(
      'Quantity Cannot be more than the total quantity',
    );
    expect(refusalText({ key: 'catalog.code_not_found', params: { code: '370' } })).toBe(
      'Barcode or item no cannot be found: 370',
    );
  });
  it('is not taken for a plural when its key ends like one', () => {
    const params = { staffName: 'Hugo Martin', terminalName: 'Till 1' };
    expect(refusalText({ key: 'inventory.reserved_by_other', params })).toBe('Hugo Martin has reserved this piece at Till 1.');
  });
  it('writes days as they are written everywhere', () => {
    expect(refusalText({ key: 'sale.crm_gift_expired', params: { date: '2026-11-14' } })).toBe('This gift was valid until 14-Nov-2026.');
  });
  it('falls back to the sentence of the server', () => {
    expect(refusalText({ key: 'new.key' }, 'Said by the server')).toBe('Said by the server');
  });
});

describe('a text before another', () => {
  it('ends as a sentence, once', () => {
    expect(wholeSentence('The POS is not available now')).toBe('The POS is not available now.');
    for (const text of ['Wait a minute.', 'Is it there?', '请重试。']) expect(wholeSentence(text)).toBe(text);
  });
});
