import type { Tone } from '#/ui/Tag';

/** The colour of how a run stands; a wait has none. */
export const STATE_TONE = {
  IDLE: {},
  RUNNING: { tone: 'sapphire' },
  OK: { tone: 'emerald' },
  FAILED: { tone: 'garnet' },
} as const satisfies Record<string, { tone?: Tone }>;
