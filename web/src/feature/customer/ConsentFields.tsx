import { useTranslation } from 'react-i18next';
import type { ConsentKind } from '#/api/types';
import { formatDate } from '#/lib/date';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './CustomerDialog.module.css';
import { CONSENT_KINDS } from './form';
import type { CustomerForm } from './use-customer-form';
import { leftToRight } from '#/lib/left-to-right';

/** What a customer allows, with the words that they are shown. Nothing is ticked beforehand. */
export function ConsentFields({ form }: { form: CustomerForm }) {
  const { t } = useTranslation('customer');
  const timeZone = useTimeZone();
  const since = (kind: ConsentKind): string | null => {
    const consent = form.customer?.consents.find((one) => one.kind === kind);
    if (!consent || consent.granted !== form.allows(kind)) return null;
    const values = { date: formatDate(consent.givenAt, timeZone), staffName: consent.staffName, version: leftToRight(consent.textVersion) };
    return t(consent.granted ? 'panel.consentSince' : 'panel.refusedSince', values);
  };
  return (
    <fieldset className={css.section}>
      <legend>{t('section.consent')}</legend>
      <p className={css.hint}>{t('form.consentHint')}</p>
      {CONSENT_KINDS.map((kind) => (
        <label key={kind} className={css.check}>
          <input type="checkbox" checked={form.allows(kind)} onChange={(event) => form.setConsent(kind, event.target.checked)} />
          <span>
            {t(`consent.${kind}`)}
            {since(kind) && <span className="t-cap">{since(kind)}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
