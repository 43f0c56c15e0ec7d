import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownBasket } from '#/api/expected-basket';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import type { TaxFreeOffer } from '#/api/types';
import { Button } from '#/ui/Button';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import { draftOf, isOpenTo, stepOf, type Draft } from './draft';
import { Amounts } from './FormBody';
import { Residence } from './ReceiptsStep';
import { Steps } from './Steps';
import css from './TaxFree.module.css';
import { TravellerStep } from './TravellerStep';
import { useBasketOffer, useForget, usePrepare } from './use-basket-offer';

const WIDTH_PX = 760;
const STEPS = ['eligibility', 'traveller'] as const;
type Step = (typeof STEPS)[number];

/** What the goods of the basket come to, or what is missing. */
function Eligibility({ offer }: { offer: TaxFreeOffer }) {
  const { t } = useTranslation('taxFree');
  return (
    <>
      {offer.refusal && <Note tone="citrine" role="status">{refusalText(offer.refusal)}</Note>}
      {offer.amounts && <Amounts amounts={offer.amounts} />}
      <Note tone="neutral">{t('prepare.lead')}</Note>
    </>
  );
}

function Sheet({ offer, onClose }: { offer: TaxFreeOffer; onClose: () => void }) {
  const { t } = useTranslation('taxFree');
  const { t: ui } = useTranslation();
  const [draft, setDraft] = useState<Draft>(() => draftOf('', offer));
  const [step, setStep] = useState<Step>('eligibility');
  const prepare = usePrepare();
  const forget = useForget();
  const field = prepare.error instanceof ApiError ? (prepare.error.refusal?.field ?? null) : null;
  const errorOf = (name: string): string | undefined => (prepare.error && field === name ? errorText(prepare.error) : undefined);
  const change = (part: Partial<Draft>): void => setDraft((known) => ({ ...known, ...part }));
  const { isResident, isReady } = isOpenTo(draft, offer);
  const parts = { draft, offer, quote: undefined, change, errorOf };
  const keep = (): void =>
    prepare.mutate(draft.traveller, {
      onSuccess: onClose,
      onError: (error) => error instanceof ApiError && stepOf(error.refusal?.field) === 'receipts' && setStep('eligibility'),
    });
  return (
    <DialogContent
      title={t('title')}
      onClose={onClose}
      isFootApart
      foot={
        <>
          {offer.prefill.traveller ? (
            <Button variant="danger" size="lg" isGrowing isBusy={forget.isPending} onClick={() => forget.mutate(undefined, { onSuccess: onClose })}>
              {t('prepare.forget')}
            </Button>
          ) : (
            <Button variant="quiet" size="lg" isGrowing onClick={() => (step === 'eligibility' ? onClose() : setStep('eligibility'))}>
              {step === 'eligibility' ? ui('cancel') : ui('back')}
            </Button>
          )}
          {step === 'eligibility' ? (
            <Button variant="primary" size="lg" isGrowing isBlocked={!isReady} onClick={() => setStep('traveller')}>
              {t('next')}
            </Button>
          ) : (
            <Button variant="primary" size="lg" isGrowing isBusy={prepare.isPending} onClick={keep}>
              {t('prepare.keep')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.stack}>
        <Steps step={step} names={[t('prepare.eligibility'), t('step.traveller')]} steps={STEPS} />
        {prepare.error && field === null && (
          <Note tone="garnet" role="alert">
            {errorText(prepare.error)}
          </Note>
        )}
        {step === 'eligibility' && <Eligibility offer={offer} />}
        {step === 'eligibility' && isResident && <Note tone="citrine" role="status">{t('resident')}</Note>}
        {step === 'eligibility' && <Residence {...parts} />}
        {step === 'traveller' && <TravellerStep {...parts} />}
      </div>
    </DialogContent>
  );
}

/**
 * Tax-free before the payment: whether the goods of the basket are enough, and who travels. The form
 * is started when the sale is paid.
 */
export function PrepareDialog({ basket, onClose }: { basket: ShownBasket; onClose: () => void }) {
  const { t } = useTranslation('taxFree');
  const { data: offer, error, isError, refetch } = useBasketOffer(basket);
  return (
    <DialogFrame label={t('title')} width={WIDTH_PX} isFullOnPhone onClose={onClose}>
      {offer?.isOffered ? (
        <Sheet offer={offer} onClose={onClose} />
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
