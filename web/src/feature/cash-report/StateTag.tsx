import { useTranslation } from 'react-i18next';
import { Tag, type Tone } from '#/ui/Tag';
import type { CashReportState } from './cash-report-search';

const TONES: Readonly<Record<CashReportState, Tone>> = { DUE: 'citrine', OVERDUE: 'garnet', REPORTED: 'emerald' };

/** Where a report stands. */
export function StateTag({ state }: { state: CashReportState }) {
  const { t } = useTranslation('cashReport');
  return <Tag tone={TONES[state]}>{t(`state.${state}`)}</Tag>;
}
