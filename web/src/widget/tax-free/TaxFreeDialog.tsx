import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import type { TaxFreeOffer } from '#/api/types';
import { Button } from '#/ui/Button';
import { Dialog, DialogContent, DialogFrame } from '#/ui/Dialog';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import { draftOf, isOpenTo, startOf, stepOf, STEPS, type Draft, type Step } from './draft';
import { FormBody } from './FormBody';
import { isLive, offerQuery, useQuote, useStart } from './queries';
import { ReceiptsStep } from './ReceiptsStep';
import { RefundStep } from './RefundStep';
import { Steps } from './Steps';
import css from './TaxFree.module.css';
import { TravellerStep } from './TravellerStep';

const WIDTH_PX = 760;

interface WizardProps {
  orderId: string;
  offer: TaxFreeOffer;
  onStarted: (formId: string) => void;
  onClose: () => void;
}

/** Receipts and residence, the passport, the refund: then the operator is asked. */
function Wizard({ orderId, offer, onStarted, onClose }: WizardProps) {
  const { t } = useTranslation('taxFree');
  const { t: ui } = useTranslation();
  const [draft, setDraft] = useState<Draft>(() => draftOf(orderId, offer));
  // Of whoever was taken down before the payment only the refund is asked.
  const [step, setStep] = useState<Step>(offer.prefill.traveller && offer.amounts ? 'refund' : 'receipts');
  const passport = step === 'refund' ? { issuingCountry: draft.traveller.issuingCountry, passportNo: draft.traveller.passportNo } : null;
  const quote = useQuote(draft.orderIds, passport).data;
  const starting = useStart();
  const field = starting.error instanceof ApiError ? (starting.error.refusal?.field ?? null) : null;
  const errorOf = (name: string): string | undefined => (starting.error && field === name ? errorText(starting.error) : undefined);
  const change = (part: Partial<Draft>): void => setDraft((known) => ({ ...known, ...part }));
  const open = isOpenTo(draft, offer);
  const { isResident } = open;
  const isReady = Boolean(quote?.amounts) && open.isReady;
  const index = STEPS.indexOf(step);
  const go = (to: Step): void => setStep(to);
  const start = (): void =>
    starting.mutate(startOf(draft), {
      onSuccess: (form) => onStarted(form.formId),
      onError: (error) => error instanceof ApiError && error.refusal?.field && go(stepOf(error.refusal.field)),
    });
  const parts = { draft, offer, quote, change, errorOf };
  const lead = quote?.refusal ? refusalText(quote.refusal) : null;
  return (
    <DialogContent
      title={t('title')}
      onClose={onClose}
      isFootApart
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing onClick={() => (index === 0 ? onClose() : go(STEPS[index - 1] ?? 'receipts'))}>
            {index === 0 ? ui('cancel') : ui('back')}
          </Button>
          {step === 'refund' ? (
            <Button variant="primary" size="lg" isGrowing isBusy={starting.isPending} onClick={start}>
              {starting.error && field === null ? ui('tryAgain') : t('start')}
            </Button>
          ) : (
            <Button variant="primary" size="lg" isGrowing isBlocked={!isReady} onClick={() => go(STEPS[index + 1] ?? 'refund')}>
              {t('next')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.stack}>
        <Steps steps={STEPS} names={STEPS.map((name) => t(`step.${name}`))} step={step} />
        {starting.error && field === null && (
          <Note tone="garnet" role="alert">
            {errorText(starting.error)}
          </Note>
        )}
        {step === 'receipts' && lead && <Note tone="citrine" role="status">{lead}</Note>}
        {step === 'receipts' && isResident && <Note tone="citrine" role="status">{t('resident')}</Note>}
        {step === 'receipts' && <ReceiptsStep {...parts} />}
        {step === 'traveller' && <TravellerStep {...parts} />}
        {step === 'refund' && <RefundStep {...parts} />}
      </div>
    </DialogContent>
  );
}

/** Tax-free for an order: the form that it is on, or the way to one. */
export function TaxFreeDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation('taxFree');
  const { data: offer, error, isError, refetch } = useQuery(offerQuery(orderId));
  const [startedId, setStarted] = useState<string | null>(null);
  const [isAnew, setAnew] = useState(false);
  const known = offer?.form && (isLive(offer.form.state) || offer.form.state === 'EXPIRED') ? offer.form.formId : null;
  const formId = startedId ?? known;
  if (formId && !isAnew) {
    const isFailed = startedId !== null && offer?.form?.formId === startedId && offer.form.state === 'FAILED';
    return (
      <Dialog
        title={t('title')}
        width={WIDTH_PX}
        isFullOnPhone
        onClose={onClose}
        foot={
          isFailed && (
            <Button variant="primary" size="lg" isGrowing onClick={() => setAnew(true)}>
              {t('again')}
            </Button>
          )
        }
      >
        <FormBody formId={formId} />
      </Dialog>
    );
  }
  return (
    <DialogFrame label={t('title')} width={WIDTH_PX} isFullOnPhone onClose={onClose}>
      {offer?.isOffered ? (
        <Wizard
          orderId={orderId}
          offer={offer}
          onClose={onClose}
          onStarted={(id) => {
            setStarted(id);
            setAnew(false);
          }}
        />
      ) : (
        <DialogContent title={t('title')} onClose={onClose}>
          {isError && !offer && <ErrorState title={t('offerFailed')} text={errorText(error)} onRetry={() => void refetch()} />}
          {!offer && !isError && (
            <Loading>
              <Bone height={160} radius={12} />
            </Loading>
          )}
          {offer && <EmptyState title={t('notOffered')} text={offer.refusal ? refusalText(offer.refusal) : ''} />}
        </DialogContent>
      )}
    </DialogFrame>
  );
}
