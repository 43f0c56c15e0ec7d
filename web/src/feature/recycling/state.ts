import type { RecyclingState } from '#/api/types';
import type { Tone } from '#/ui/Tag';

/** In the order of the way. */
export const STATES: readonly RecyclingState[] = ['DRAFT', 'WEIGHED', 'AGREED', 'CREDITED', 'RELEASED', 'SHIPPED', 'CLOSED', 'WITHDRAWN', 'CANCELLED'];

/** States that ask for something are coloured. */
export const TONE: Record<RecyclingState, { tone?: Tone }> = {
  DRAFT: {},
  WEIGHED: { tone: 'sapphire' },
  AGREED: { tone: 'citrine' },
  CREDITED: { tone: 'champagne' },
  RELEASED: { tone: 'emerald' },
  SHIPPED: { tone: 'sapphire' },
  CLOSED: {},
  WITHDRAWN: { tone: 'garnet' },
  CANCELLED: {},
};
