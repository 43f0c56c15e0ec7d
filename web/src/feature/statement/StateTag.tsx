import { useTranslation } from 'react-i18next';
import { Tag, type Tone } from '#/ui/Tag';
import type { StatementState } from './queries';

const TONES: Partial<Record<StatementState, Tone>> = { CALCULATED: 'citrine', COUNTED: 'sapphire', POSTING: 'sapphire' };

/** Where a statement stands. Posted is as it should be, and has no colour. */
export function StateTag({ state }: { state: StatementState }) {
  const { t } = useTranslation('statement');
  const tone = TONES[state];
  return <Tag {...(tone ? { tone } : {})}>{t(`state.${state}`)}</Tag>;
}
