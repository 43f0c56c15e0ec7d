import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import type { Money, Recycling, RecyclingRepayment } from '#/api/types';
import { formatMoment } from '#/lib/date';
import { formatMoney } from '#/lib/money';
import { formatWeight } from '#/lib/weight';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { Bone, Loading } from '#/ui/Skeleton';
import { Tag } from '#/ui/Tag';
import { useTimeZone } from '#/widget/use-time-zone';
import { Photos } from './Photos';
import { PrintButton } from './PrintButton';
import { documentQuery, useCancel, useGiveCredit, useWithdraw } from './queries';
import css from './Recycling.module.css';
import { TONE } from './state';

const MEANS = ['CARD', 'TRANSFER', 'CHEQUE'] as const;

/** The part of the credit that is spent, when the server said so. */
function missingOf(error: unknown): Money | null {
  const refusal = error instanceof ApiError ? error.refusal : null;
  const missing = refusal?.key === 'recycling.credit_spent' ? refusal.params?.['missing'] : null;
  return typeof missing === 'object' ? (missing as Money) : null;
}

interface WithdrawFormProps {
  document: Recycling;
  onDone: () => void;
}

/** The seller has the pieces back; what is spent of the credit is paid back first. */
function WithdrawForm({ document, onDone }: WithdrawFormProps) {
  const { t } = useTranslation('recycling');
  const withdraw = useWithdraw();
  const missing = missingOf(withdraw.error);
  const [owed, setOwed] = useState<Money | null>(null);
  if (missing && missing.minor !== owed?.minor) setOwed(missing);
  const [means, setMeans] = useState<RecyclingRepayment['means']>('CARD');
  const [reference, setReference] = useState('');
  const go = (): void =>
    withdraw.mutate({ document, repayment: owed ? { means, reference, amount: owed } : null }, { onSuccess: onDone });
  return (
    <div className={css.form}>
      <Note tone="citrine">{t('withdraw.consequence', { amount: formatMoney(document.amount) })}</Note>
      {withdraw.error && (
        <Note tone="garnet" role="alert">
          {errorText(withdraw.error)}
        </Note>
      )}
      {owed && (
        <>
          <Segment
            label={t('withdraw.means')}
            isWide
            value={means}
            options={MEANS.map((value) => ({ value, label: t(`means.${value}`) }))}
            onChange={setMeans}
          />
          <TextField
            label={t('withdraw.reference')}
            isRequired
            dir="ltr"
            autoComplete="off"
            maxLength={40}
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
        </>
      )}
      <Button variant="danger" size="lg" isBusy={withdraw.isPending} isBlocked={owed !== null && reference.trim() === ''} onClick={go}>
        {owed ? t('withdraw.repaid', { amount: formatMoney(owed) }) : t('withdraw.go')}
      </Button>
    </div>
  );
}

function Facts({ document }: { document: Recycling }) {
  const { t } = useTranslation('recycling');
  const timeZone = useTimeZone();
  const moment = (at: string): string => formatMoment(at, timeZone);
  const facts: [string, string | null | undefined][] = [
    [t('customer'), document.customerName],
    [t('receiptNo'), document.receiptNo],
    [t('seller.name'), document.seller && `${document.seller.name} · ${document.seller.document}`],
    [t('fact.begun'), moment(document.createdAt)],
    [t('fact.signed'), document.agreedAt && moment(document.agreedAt)],
    [t('fact.approved'), document.approvedBy],
    [t('fact.credited'), document.creditedAt && moment(document.creditedAt)],
    [t('fact.until'), document.state === 'CREDITED' && document.quarantineUntil ? moment(document.quarantineUntil) : null],
    [t('fact.shipment'), document.shipmentNo],
  ];
  return (
    <dl className={css.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Lines({ document }: { document: Recycling }) {
  const { t } = useTranslation('recycling');
  return (
    <ul className={css.lines}>
      {document.lines.map((line, index) => (
        // Lines have no name of their own and keep their order.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={css.line}>
          <span className={css.grow}>
            <bdi className="t-strong">{`${line.quantity} × ${line.description}`}</bdi>
            <span className="t-cap">
              {[t(`metal.${line.metal}`), line.fineness > 0 ? String(line.fineness) : '', formatWeight(line.value.netWeight)].filter(Boolean).join(' · ')}
            </span>
          </span>
          <Amount money={line.value.amount} />
        </li>
      ))}
      {document.tax.minor > 0 && (
        <li className={css.line}>
          <span className={css.grow}>{t('tax')}</span>
          <Amount money={{ ...document.tax, minor: -document.tax.minor }} />
        </li>
      )}
      <li className={css.line}>
        <span className={`${css.grow} t-strong`}>{t('credit')}</span>
        <Amount money={document.amount} className="t-strong" />
      </li>
    </ul>
  );
}

interface DocumentDialogProps {
  recyclingId: string;
  onContinue: (document: Recycling) => void;
  onClose: () => void;
}

/** A document with what can be done to it where it stands. */
export function DocumentDialog({ recyclingId, onContinue, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('recycling');
  const { data: document, error, refetch } = useQuery(documentQuery(recyclingId));
  const [isWithdrawing, setWithdrawing] = useState(false);
  const cancel = useCancel();
  const give = useGiveCredit();
  const failure = cancel.error ?? give.error;
  const state = document?.state;
  const isOpen = state === 'DRAFT' || state === 'WEIGHED';
  const isWithdrawable = state === 'AGREED' || state === 'CREDITED';
  return (
    <DialogFrame onClose={onClose} width={640} isFullOnPhone>
      <DialogContent
        title={document?.recyclingNo ?? t('title')}
        lead={document && <Tag {...TONE[document.state]}>{t(`state.${document.state}`)}</Tag>}
        onClose={onClose}
        isFootApart
        foot={
          document && (
            <>
              {isOpen && (
                <>
                  <Button variant="danger" size="lg" isGrowing isBusy={cancel.isPending} onClick={() => cancel.mutate(document)}>
                    {t('giveUp')}
                  </Button>
                  <Button variant="primary" size="lg" isGrowing onClick={() => onContinue(document)}>
                    {t('continue')}
                  </Button>
                </>
              )}
              {isWithdrawable && !isWithdrawing && (
                <Button variant="danger" size="lg" isGrowing onClick={() => setWithdrawing(true)}>
                  {t('withdraw.title')}
                </Button>
              )}
              {state === 'AGREED' && (
                <Button variant="primary" size="lg" isGrowing isBusy={give.isPending} onClick={() => give.mutate({ document, agree: null })}>
                  {t('give', { amount: formatMoney(document.amount) })}
                </Button>
              )}
              {document.printable && <PrintButton document={document} />}
            </>
          )
        }
      >
        {!document && error && <ErrorState title={t('failed')} text={errorText(error)} onRetry={() => void refetch()} />}
        {!document && !error && (
          <Loading>
            <Bone height={160} radius={10} />
          </Loading>
        )}
        {document && (
          <div className={css.form}>
            <Facts document={document} />
            <Lines document={document} />
            <Photos document={document} />
            {failure && (
              <Note tone="garnet" role="alert">
                {errorText(failure)}
              </Note>
            )}
            {isWithdrawing && isWithdrawable && <WithdrawForm document={document} onDone={() => setWithdrawing(false)} />}
          </div>
        )}
      </DialogContent>
    </DialogFrame>
  );
}
