import { describe, expect, it } from 'vitest';
import { brandName, cardName } from './card';
import { paperSize } from './pdf';

describe('paper', () => {
  const pdf = (text: string): Blob => new Blob([text], { type: 'application/pdf' });
  it('has the size of its first page', async () => {
    const text = '%PDF-1.7\n<</Type/Page/MediaBox[0 0 226.77165 522.6434]>><</Type/Page/MediaBox[0 0 595 842]>>';
    expect(await paperSize(pdf(text))).toEqual({ width: 226.77165, height: 522.6434 });
  });
  it('has none when the page is packed away or has no extent', async () => {
    expect(await paperSize(pdf('%PDF-1.7 /ObjStm'))).toBeNull();
    expect(await paperSize(pdf('/MediaBox [0 0 0 10]'))).toBeNull();
  });
});

describe('cards', () => {
  it('are called as people call them', () => {
    expect(cardName('visa', '8820')).toBe('Visa •••• 8820');
    expect(brandName('Carte Bancaire')).toBe('CB');
    expect(brandName('Sodexo')).toBe('Sodexo');
    expect(cardName(null, null)).toBe('');
  });
});
