import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order, StoreSetting } from '#/api/types';
import { LANGUAGE_NAMES, nearestLanguage, LANGUAGES } from '#/lib/i18n';
import { TextField } from '#/ui/Field';
import { Segment } from '#/ui/Segment';
import { SelectField } from '#/ui/SelectField';
import { MailField } from './MailField';
import type { PrintTarget } from './use-counted-print';
import { useEmail, type MailedDocument } from './use-receipt';

interface LanguageSelectProps {
  label: string;
  /** What the blank choice leaves it to. */
  auto: string;
  language: string;
  onChange: (language: string) => void;
}

/** The languages of papers. */
export function LanguageSelect({ label, auto, language, onChange }: LanguageSelectProps) {
  return (
    <SelectField label={label} value={language} onChange={onChange}>
      <option value="">{auto}</option>
      {LANGUAGES.map((code) => (
        <option key={code} value={code} lang={code}>
          {LANGUAGE_NAMES[code]}
        </option>
      ))}
    </SelectField>
  );
}

interface LanguageFieldProps {
  store: StoreSetting;
  language: string;
  onChange: (language: string) => void;
}

/** The language of the paper. A store may demand one; then it is shown and cannot be changed. */
export function LanguageField({ store, language, onChange }: LanguageFieldProps) {
  const { t } = useTranslation('order');
  const forced = nearestLanguage(store.forceLanguageReceipt);
  if (store.forceLanguageReceipt) {
    return (
      <TextField
        label={t('receipt.language')}
        readOnly
        value={forced ? LANGUAGE_NAMES[forced] : store.forceLanguageReceipt}
        help={t('receipt.languageForced')}
      />
    );
  }
  return <LanguageSelect label={t('receipt.language')} auto={t('receipt.languageAuto')} language={language} onChange={onChange} />;
}

interface TargetFieldProps {
  target: PrintTarget;
  onChange: (target: PrintTarget) => void;
}

/** Where it is printed; only asked where the store has a receipt printer. */
export function TargetField({ target, onChange }: TargetFieldProps) {
  const { t } = useTranslation('order');
  const options = [
    { value: 'printer', label: t('receipt.printer') },
    { value: 'browser', label: t('receipt.thisDevice') },
  ] as const;
  return <Segment<PrintTarget> label={t('receipt.printOn')} value={target} options={options} onChange={onChange} isWide />;
}

interface EmailFieldProps {
  order: Order;
  document: MailedDocument;
  language: string;
  inputRef: Ref<HTMLInputElement>;
}

/** Sends the receipt or the invoice by mail. */
export function EmailField({ order, document, language, inputRef }: EmailFieldProps) {
  const { t } = useTranslation('order');
  const send = useEmail(order.orderId, document);
  return (
    <MailField
      known={order.customer?.email ?? ''}
      refusal={order.actions.find((action) => action.name === 'email')?.refusal ?? null}
      language={language}
      send={send}
      sentText={(email) => t(document === 'invoice' ? 'receipt.invoiceSent' : 'receipt.emailSent', { email })}
      inputRef={inputRef}
    />
  );
}
