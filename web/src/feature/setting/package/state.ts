import type { PackageState } from '#/api/types';
import type { Tone } from '#/ui/Tag';

/** The colour of a state, for those that are not as usual. */
export const STATE_TONES: Partial<Record<PackageState, Tone>> = { DRAFT: 'sapphire', ENABLED: 'emerald', EXPIRED: 'citrine' };
export const STATES: readonly PackageState[] = ['DRAFT', 'ENABLED', 'DISABLED', 'EXPIRED', 'ARCHIVED'];
