import { IconDownload, IconPrinter, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#/api/permission';
import { errorText } from '#/api/refusal';
import type { TaxFreeForm } from '#/api/types';
import { formatDay, formatMoment } from '#/lib/date';
import { showNotice } from '#/lib/notice';
import { printDocument } from '#/lib/print';
import { saveFile } from '#/lib/save-file';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { ErrorState } from '#/ui/ErrorState';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import { Tag } from '#/ui/Tag';
import { MailField } from '#/widget/receipt/MailField';
import { LanguageSelect } from '#/widget/receipt/ReceiptControls';
import { useTimeZone } from '#/widget/use-time-zone';
import { formDocument, formQuery, isUnderWay, useFormEmail, useSend } from './queries';
import { STATE_TONE } from './state';
import css from './TaxFree.module.css';
import { VoidDialog } from './VoidDialog';

function Fact({ name, children, isRefund }: { name: string; children: ReactNode; isRefund?: boolean }) {
  return (
    <div className={cx(css.fact, isRefund && css.refund)}>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

/** What a form or a choice of receipts comes to. */
export function Amounts({ amounts, isFee }: { amounts: TaxFreeForm['amounts']; isFee?: boolean }) {
  const { t } = useTranslation('taxFree');
  return (
    <dl className={css.amounts}>
      <Fact name={t('gross')}>
        <Amount money={amounts.gross} />
      </Fact>
      <Fact name={t('vat')}>
        <Amount money={amounts.vat} />
      </Fact>
      {isFee && (
        <Fact name={t('fee')}>
          <Amount money={amounts.fee} />
        </Fact>
      )}
      <Fact name={t('refund')} isRefund>
        <Amount money={amounts.refund} />
      </Fact>
    </dl>
  );
}

/** What there is to know of where a form stands, in a sentence. */
function Standing({ form }: { form: TaxFreeForm }) {
  const { t } = useTranslation('taxFree');
  if (form.state === 'ISSUING') {
    return <Note tone={form.isQueued ? 'citrine' : 'sapphire'} role="status">{form.isQueued ? t('queued') : t('asking')}</Note>;
  }
  if (form.state === 'VOIDING') return <Note tone="citrine" role="status">{t('voiding')}</Note>;
  if (form.state === 'FAILED') return <Note tone="garnet" role="alert">{`${t('failed')} ${form.message}`}</Note>;
  if (form.state === 'EXPIRED') return <Note tone="citrine">{t('expired')}</Note>;
  if (form.state === 'VALIDATED' || form.state === 'REFUNDED') return <Note tone="emerald">{t('left')}</Note>;
  const isVoidFailed = form.state === 'ISSUED' && form.history.at(-1)?.event === 'voidFailed';
  return isVoidFailed ? <Note tone="garnet" role="alert">{`${t('voidFailed')} ${form.message}`}</Note> : null;
}

function usePaper(form: TaxFreeForm) {
  const [isBusy, setBusy] = useState(false);
  const run = (use: (blob: Blob) => unknown): void => {
    if (isBusy) return;
    setBusy(true);
    formDocument(form.formId)
      .then(use)
      // The client has said what went wrong.
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return { isBusy, run };
}

function Actions({ form }: { form: TaxFreeForm }) {
  const { t } = useTranslation('taxFree');
  const mayVoid = useMay('taxfree.void');
  const paper = usePaper(form);
  const send = useSend(form.formId);
  const [isVoiding, setVoiding] = useState(false);
  const number = form.formNo ?? form.serialNo;
  return (
    <div className={css.actions}>
      {form.formNo && (
        <>
          <Button
            variant="primary"
            size="lg"
            isBusy={paper.isBusy}
            onClick={() => paper.run((blob) => printDocument(blob, number))}
            icon={<IconPrinter size={22} stroke={1.6} aria-hidden="true" />}
          >
            {t('print')}
          </Button>
          <Button
            variant="quiet"
            size="lg"
            onClick={() => paper.run((blob) => saveFile(blob, `${number}.pdf`))}
            icon={<IconDownload size={22} stroke={1.6} aria-hidden="true" />}
          >
            {t('save')}
          </Button>
        </>
      )}
      {isUnderWay(form.state) && (
        <Button
          variant="primary"
          size="lg"
          isBusy={send.isPending}
          onClick={() => send.mutate(undefined, { onError: (error) => showNotice('error', errorText(error)) })}
          icon={<IconRefresh size={22} stroke={1.6} aria-hidden="true" />}
        >
          {t('tryNow')}
        </Button>
      )}
      {form.isVoidable && mayVoid && (
        <Button variant="danger" size="lg" onClick={() => setVoiding(true)}>
          {form.state === 'ISSUING' ? t('withdraw') : t('voidTag')}
        </Button>
      )}
      {isVoiding && <VoidDialog formId={form.formId} number={number} onClose={() => setVoiding(false)} />}
    </div>
  );
}

function History({ form }: { form: TaxFreeForm }) {
  const { t } = useTranslation('taxFree');
  const timeZone = useTimeZone();
  return (
    <ol className={css.history} aria-label={t('history')}>
      {form.history.map((entry, index) => (
        // The same may happen twice in a second.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={css.event}>
          <span>
            <span className="t-strong">{t(`event.${entry.event as 'issued'}`)}</span>
            {entry.staffName && (
              <>
                {' · '}
                <bdi>{entry.staffName}</bdi>
              </>
            )}
            {entry.message && (
              <span className="t-cap">
                {' '}
                <bdi>{entry.message}</bdi>
              </span>
            )}
          </span>
          <bdi dir="ltr" className="t-cap num">{formatMoment(entry.at, timeZone)}</bdi>
        </li>
      ))}
    </ol>
  );
}

/** The form by mail, in the traveller's language unless another is chosen. */
function Mailing({ form }: { form: TaxFreeForm }) {
  const { t } = useTranslation('taxFree');
  const [language, setLanguage] = useState('');
  const send = useFormEmail(form.formId);
  const { refusal, known } = form.mailing;
  const field = (
    <MailField
      known={known ?? ''}
      refusal={refusal}
      language={language}
      send={send}
      sentText={(email) => t('mail.sent', { email })}
    />
  );
  if (refusal) return field;
  return (
    <div className={css.columns}>
      {field}
      <LanguageSelect label={t('mail.language')} auto={t('mail.languageAuto')} language={language} onChange={setLanguage} />
    </div>
  );
}

const MAIL_WORDS = { WAITING: 'sending.waiting', SENT: 'sending.email', FAILED: 'sending.failed' } as const;

/** What was mailed of the form, the newest first. */
function Mails({ form }: { form: TaxFreeForm }) {
  const { t } = useTranslation('order');
  const timeZone = useTimeZone();
  return (
    <ul className={css.history} aria-label={t('sending.title')}>
      {form.mailing.mails.map(({ at, recipient, state, staffName }) => (
        <li key={`${at}${recipient}`} className={css.event}>
          <span>
            <bdi className="t-strong">{t(MAIL_WORDS[state as 'SENT'], { recipient })}</bdi>
            {staffName && (
              <>
                {' · '}
                <bdi>{staffName}</bdi>
              </>
            )}
          </span>
          <bdi dir="ltr" className="t-cap num">{formatMoment(at, timeZone)}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** A form with its amounts, what happened to it, and what can be done. */
export function FormBody({ formId }: { formId: string }) {
  const { t } = useTranslation('taxFree');
  const { data: form, error, isError, refetch } = useQuery(formQuery(formId));
  if (isError && !form) return <ErrorState title={t('formFailed')} text={errorText(error)} onRetry={() => void refetch()} />;
  if (!form) {
    return (
      <Loading>
        <Bone height={180} radius={12} />
      </Loading>
    );
  }
  const tone = STATE_TONE[form.state];
  return (
    <div className={css.stack}>
      <div className={css.head}>
        <bdi dir="ltr" className="t-lead num">
          {form.formNo ?? form.serialNo}
        </bdi>
        <Tag {...(tone ? { tone } : {})}>{t(`state.${form.state}`)}</Tag>
      </div>
      <Standing form={form} />
      <Actions form={form} />
      {form.formNo && <Mailing form={form} />}
      <Amounts amounts={form.amounts} isFee />
      <dl>
        {form.refunded && (
          <Fact name={t('refunded')}>
            <Amount money={form.refunded} />
          </Fact>
        )}
        <Fact name={t('travellerName')}>
          <bdi>{form.travellerName}</bdi>
        </Fact>
        {form.traveller && (
          <Fact name={t('field.passportNo')}>
            <bdi dir="ltr">{`${form.traveller.passportNo} · ${form.traveller.issuingCountry}`}</bdi>
          </Fact>
        )}
        <Fact name={t('method.title')}>
          {t(`method.${form.method}`)}
          {form.traveller?.destination && (
            <>
              {' · '}
              <bdi dir="ltr">{form.traveller.destination}</bdi>
            </>
          )}
        </Fact>
        <Fact name={t('receipts')}>
          <bdi dir="ltr">{form.receipts.map((receipt) => receipt.receiptNo).join(', ')}</bdi>
        </Fact>
        <Fact name={t('lastDay')}>
          <bdi dir="ltr">{formatDay(form.deadlineOn)}</bdi>
        </Fact>
        <Fact name={t('serialNo')}>
          <bdi dir="ltr">{form.serialNo}</bdi>
        </Fact>
        <Fact name={t('operator')}>
          <bdi>{form.operatorName}</bdi>
        </Fact>
      </dl>
      {form.history.length > 0 && <History form={form} />}
      {form.mailing.mails.length > 0 && <Mails form={form} />}
    </div>
  );
}
