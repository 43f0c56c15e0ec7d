import { useTranslation } from 'react-i18next';
import { Tag, type Tone } from '#/ui/Tag';
import type { StatementState } from './queries';

const TONES: Partial<Record<StatementState, Tone>> = { CALCULATED: 'citrine', COUNTED: 'sapphire', POSTING: 'sapphire' };

/** Where a statement stands. What is as it should be is a word and no more. */
export function StateTag({ state }: { state: StatementState }) {
  const { t } = useTranslation('statement');
  const tone = TONES[state];
  return tone ? <Tag tone={tone}>{t(`state.${state}`)}</Tag> : <span className="t-meta">{t(`state.${state}`)}</span>;
}
