import type { TaxFreeOffer, TaxFreeStart } from '#/api/types';

/** What is typed on the way to a form. */
export interface Draft {
  orderIds: readonly string[];
  /** The answer to the question of `isShowOptionOfEU`; none where it is not asked, or not yet answered. */
  livesInEu: boolean | null;
  traveller: TaxFreeStart['traveller'];
  method: TaxFreeStart['method'];
  cardId: string;
  wallet: string;
}

export const STEPS = ['receipts', 'traveller', 'refund'] as const;
export type Step = (typeof STEPS)[number];

const REFUND_FIELDS = new Set(['method', 'cardId', 'wallet']);

/** Where the field stands that a refusal is about. */
export function stepOf(field: string | null | undefined): Step {
  if (!field) return 'refund';
  if (field === 'orderIds' || field === 'residenceCountry') return 'receipts';
  return REFUND_FIELDS.has(field) ? 'refund' : 'traveller';
}

export function draftOf(orderId: string, offer: TaxFreeOffer): Draft {
  const { prefill, cards } = offer;
  const home = prefill.country ?? '';
  const isResident = offer.terms?.residentCountries.includes(home) ?? false;
  return {
    orderIds: [orderId],
    // Who was taken down before the payment has said so.
    livesInEu: prefill.traveller ? false : null,
    traveller: prefill.traveller ?? {
      passportNo: '',
      issuingCountry: isResident ? '' : home,
      familyName: prefill.familyName,
      givenName: prefill.givenName,
      bornOn: '',
      residenceCountry: isResident ? '' : home,
      residenceAddress: '',
      arrivedOn: null,
      departsOn: null,
      flightNo: prefill.flightNo,
    },
    method: cards.length > 0 ? 'CARD' : 'CASH',
    cardId: cards[0]?.cardId ?? '',
    wallet: '',
  };
}

/** Whether somebody lives in the tax area, and whether all is said that comes before the passport. */
export function isOpenTo(draft: Draft, offer: TaxFreeOffer): { isResident: boolean; isReady: boolean } {
  const home = draft.traveller.residenceCountry;
  const isResident = draft.livesInEu === true || (offer.terms?.residentCountries.includes(home) ?? false);
  const isAsked = !offer.isShowOptionOfEU || draft.livesInEu !== null;
  return { isResident, isReady: isAsked && !isResident && home !== '' };
}

/** What is sent: only what belongs to the chosen refund. */
export function startOf(draft: Draft): TaxFreeStart {
  return {
    orderIds: [...draft.orderIds],
    traveller: draft.traveller,
    method: draft.method,
    cardId: draft.method === 'CARD' && draft.cardId !== '' ? draft.cardId : null,
    wallet: draft.method === 'WALLET' ? draft.wallet : '',
  };
}
