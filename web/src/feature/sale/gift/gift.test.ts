import { describe, expect, it } from 'vitest';
import type { GiftCampaign, Gifts } from '#/api/types';
import { choicesOf } from './use-gifts';

const gift = (itemNo: string, available: number) => ({ itemNo, available, name: itemNo, imageUrl: '' });
const campaign = (key: string | null, ...gifts: GiftCampaign['gifts']): GiftCampaign => ({
  campaignId: 'C',
  name: 'C',
  qualifyingAmount: { minor: 20_000, currency: 'EUR' },
  reached: { minor: 0, currency: 'EUR' },
  refusal: key === null ? null : { key, params: {}, field: null },
  gifts,
});
const gifts = (...campaigns: GiftCampaign[]): Gifts => ({ campaigns, toteBags: [gift('TOTE', 5)] });

describe('gifts to choose from', () => {
  it('are none before they are known', () => expect(choicesOf(undefined)).toBe(0));
  it('are those in stock of earned campaigns, each once', () =>
    expect(choicesOf(gifts(campaign(null, gift('A', 2), gift('B', 0)), campaign(null, gift('A', 2), gift('C', 1))))).toBe(2));
  it('are offered before it is known who buys', () => expect(choicesOf(gifts(campaign('sale.customer_first', gift('A', 1))))).toBe(1));
  it('are not offered below the threshold', () => expect(choicesOf(gifts(campaign('sale.gift_not_earned', gift('A', 1))))).toBe(0));
});
