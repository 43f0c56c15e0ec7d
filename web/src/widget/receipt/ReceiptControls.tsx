import { IconMail } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, refusalText } from '#/api/refusal';
import type { Order, StoreSetting } from '#/api/types';
import { LANGUAGE_NAMES, nearestLanguage, LANGUAGES } from '#/lib/i18n';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { SelectField } from '#/ui/SelectField';
import { useEmail, type MailedDocument, type PrintTarget } from './use-receipt';

const MASK = /[•*]/;

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
  return (
    <SelectField label={t('receipt.language')} value={language} onChange={onChange}>
      <option value="">{t('receipt.languageAuto')}</option>
      {LANGUAGES.map((code) => (
        <option key={code} value={code} lang={code}>
          {LANGUAGE_NAMES[code]}
        </option>
      ))}
    </SelectField>
  );
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

/** Sends the receipt or the invoice by mail. A masked address is not an address: it is asked for. */
export function EmailField({ order, document, language, inputRef }: EmailFieldProps) {
  const { t } = useTranslation('order');
  const known = order.customer?.email ?? '';
  const [email, setEmail] = useState(MASK.test(known) ? '' : known);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const send = useEmail(order.orderId, document);
  const sentText = sentTo === null ? null : t(document === 'invoice' ? 'receipt.invoiceSent' : 'receipt.emailSent', { email: sentTo });
  const refusal = order.actions.find((action) => action.name === 'email')?.refusal ?? null;
  if (refusal) return <Note tone="neutral">{refusalText(refusal)}</Note>;
  const submit = (): void => {
    const address = email.trim();
    setMissing(address === '');
    if (address === '' || send.isPending) return;
    send.mutate({ email: address, language }, { onSuccess: () => setSentTo(address) });
  };
  const error = isMissing ? t('receipt.emailMissing') : send.error ? errorText(send.error) : null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        ref={inputRef}
        label={t('receipt.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        dir="ltr"
        value={email}
        placeholder={MASK.test(known) ? known : ''}
        {...(error ? { error } : {})}
        {...(sentText ? { help: sentText } : {})}
        onChange={(event) => {
          setEmail(event.target.value);
          setSentTo(null);
          setMissing(false);
          send.reset();
        }}
        end={
          <Button variant="ghost" size="sm" type="submit" isBusy={send.isPending} icon={<IconMail size={20} stroke={1.6} aria-hidden="true" />}>
            {t('receipt.send')}
          </Button>
        }
      />
      <p className="sr" role="status">
        {sentText ?? ''}
      </p>
    </form>
  );
}
