import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, refusalText } from '#/api/refusal';
import type { Money, Recycling, RecyclingKind, RecyclingOrder, RecyclingSeller, RecyclingSetup } from '#/api/types';
import { ApprovalForm } from '#/feature/sale/deal/ApprovalForm';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import { formatMoney } from '#/lib/money';
import { newPiece, pieceOf, piecesOf, type DraftPiece } from './piece';
import { PieceStep, useQuote } from './PieceStep';
import { Photos } from './Photos';
import { PrintButton } from './PrintButton';
import { isCrmLost, setupQuery, useWeigh } from './queries';
import css from './Recycling.module.css';
import { blankSeller, isComplete, SellerStep } from './SellerStep';
import { writeStrokes, type Stroke } from './SignaturePad';
import { SourceStep, type Whose } from './SourceStep';
import { useGiving } from './use-giving';

type Step = 'source' | 'piece' | 'seller' | 'done';

interface WizardProps {
  setup: RecyclingSetup;
  /** A document that is taken up again. */
  begun: Recycling | null;
  customer: Whose | null;
  onClose: () => void;
}

function useWizard({ setup, begun, customer: first }: WizardProps) {
  const [step, setStep] = useState<Step>(begun ? 'piece' : 'source');
  const [kind, setKind] = useState<RecyclingKind>(begun?.kind ?? 'WITH_ORDER');
  const [order, setOrder] = useState<RecyclingOrder | null>(null);
  const [customer, setCustomer] = useState<Whose | null>(begun ? { customerId: begun.customerId, name: begun.customerName } : first);
  const [pieces, setPieces] = useState<DraftPiece[]>(() => (begun && begun.lines.length > 0 ? piecesOf(begun) : [newPiece(setup)]));
  const [document, setDocument] = useState<Recycling | null>(begun);
  const [seller, setSeller] = useState<RecyclingSeller>(() => blankSeller(setup.country));
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const chooseOrder = (next: RecyclingOrder | null): void => {
    setOrder(next);
    const only = next?.lines.length === 1 ? next.lines[0] : undefined;
    setPieces(next ? (only && only.left > 0 ? [newPiece(setup, only)] : []) : [newPiece(setup)]);
  };
  const chooseKind = (next: RecyclingKind): void => {
    setKind(next);
    chooseOrder(null);
  };
  return { step, setStep, kind, chooseKind, order, chooseOrder, customer, setCustomer, pieces, setPieces, document, setDocument, seller, setSeller, strokes, setStrokes };
}

interface SellerBodyProps {
  wizard: ReturnType<typeof useWizard>;
  giving: ReturnType<typeof useGiving>;
  above: Money | null;
}

/** What stands on the screen before the seller signs. */
function SellerBody({ wizard, giving, above }: SellerBodyProps) {
  const { t } = useTranslation('recycling');
  const { document, setDocument, setSeller } = wizard;
  const { approved, refusal } = giving;
  return (
    <div className={css.form}>
      {above && document && document.gross.minor > above.minor && (
        <Note tone="sapphire">{t('approval.needed', { amount: formatMoney(above) })}</Note>
      )}
      {document && <Photos document={document} onChange={setDocument} />}
      <SellerStep
        seller={wizard.seller}
        onSeller={(part) => {
          approved.clearError();
          setSeller((known) => ({ ...known, ...part }));
        }}
        strokes={wizard.strokes}
        onStrokes={wizard.setStrokes}
        refused={refusal?.field ? { field: refusal.field, text: refusalText(refusal) } : null}
      />
    </div>
  );
}

function Wizard(props: WizardProps) {
  const { setup, onClose } = props;
  const { t } = useTranslation('recycling');
  const { t: ui } = useTranslation();
  const { t: error } = useTranslation('error');
  const wizard = useWizard(props);
  const { step, setStep, kind, order, customer, pieces, document } = wizard;
  const orderId = order?.orderId ?? document?.orderId ?? null;
  const quote = useQuote(pieces, orderId, document?.recyclingId ?? null);
  const weigh = useWeigh();
  const giving = useGiving({ document: wizard.document, onDocument: wizard.setDocument, onDone: () => wizard.setStep('done') });
  const { approved, refusal, isOften } = giving;
  const failure = step === 'piece' ? weigh.error : step === 'seller' && !refusal?.field ? approved.error : null;
  const mayNoOrder = setup.noOrderRefusal === null && setup.mayNoOrder;
  const isSourceOpen = customer !== null && (kind === 'WITH_ORDER' ? order !== null : mayNoOrder);
  const isWhole = pieces.length > 0 && (quote.data?.pieces.every(({ value }) => value !== null) ?? false) && quote.data?.refusal === null;
  const saveWeights = (): void => {
    if (!customer) return;
    const begin = { kind, customerId: customer.customerId, orderId };
    weigh.mutate(
      { document, begin, pieces: pieces.map(pieceOf) },
      {
        onSuccess: (saved) => {
          wizard.setDocument(saved);
          setStep('seller');
        },
      },
    );
  };
  const giveCredit = (): void => {
    if (!document) return;
    const agree = { version: document.version, seller: wizard.seller, signature: writeStrokes(wizard.strokes), warningSeen: isOften };
    void approved.submit(agree);
  };
  if (approved.approval && document && step === 'seller') {
    return (
      <ApprovalForm
        what={t('approval.what', { amount: formatMoney(document.gross), number: document.recyclingNo })}
        text={t('approval.text')}
        error={approved.error}
        isBusy={approved.isBusy}
        onSign={approved.sign}
        onBack={approved.withdraw}
        onClose={onClose}
      />
    );
  }
  const amount = step === 'piece' ? quote.data?.amount : document?.amount;
  return (
    <DialogContent
      title={t('title')}
      lead={t(`step.${step}`)}
      isFootApart
      onClose={onClose}
      foot={
        <>
          {amount && step !== 'source' && (
            <span className={css.sum} aria-live="polite">
              <span className="t-label">{t('credit')}</span>
              <Amount money={amount} className="t-title" />
            </span>
          )}
          {step === 'source' && (
            <>
              <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                {ui('cancel')}
              </Button>
              <Button variant="primary" size="lg" isGrowing isBlocked={!isSourceOpen} onClick={() => setStep('piece')}>
                {t('continue')}
              </Button>
            </>
          )}
          {step === 'piece' && (
            <Button variant="primary" size="lg" isGrowing isBusy={weigh.isPending} isBlocked={!isWhole} onClick={saveWeights}>
              {t('continue')}
            </Button>
          )}
          {step === 'seller' && document && (
            <>
              {!giving.isSigned && (
                <Button variant="quiet" size="lg" isGrowing onClick={() => setStep('piece')}>
                  {t('back')}
                </Button>
              )}
              <Button
                variant="primary"
                size="lg"
                isGrowing
                isBusy={approved.isBusy}
                isBlocked={!isComplete(wizard.seller) || wizard.strokes.length === 0}
                onClick={giveCredit}
              >
                {isOften ? t('giveAnyway') : t('give', { amount: formatMoney(document.amount) })}
              </Button>
            </>
          )}
          {step === 'done' && document && (
            <>
              <PrintButton document={document} isPrimary />
              <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                {ui('close')}
              </Button>
            </>
          )}
        </>
      }
    >
      {step === 'source' && (
        <SourceStep
          setup={setup}
          kind={kind}
          onKind={wizard.chooseKind}
          order={order}
          onOrder={wizard.chooseOrder}
          customer={customer}
          onChoose={wizard.setCustomer}
        />
      )}
      {step === 'piece' && (
        <PieceStep setup={setup} order={order} pieces={pieces} quoted={quote.data?.pieces ?? []} onPieces={wizard.setPieces} />
      )}
      {step === 'piece' && quote.data?.refusal && <Note tone="garnet">{refusalText(quote.data.refusal)}</Note>}
      {step === 'seller' && <SellerBody wizard={wizard} giving={giving} above={setup.approvalAbove} />}
      {step === 'done' && document && (
        <Note tone="emerald">{t('done', { amount: formatMoney(document.amount), number: document.recyclingNo, name: document.customerName })}</Note>
      )}
      {failure !== null && (
        <Note tone={isOften ? 'citrine' : 'garnet'} role="alert">
          {isCrmLost(failure) ? error('recycling.crm_unavailable') : errorText(failure)}
        </Note>
      )}
    </DialogContent>
  );
}

interface RecyclingDialogProps {
  begun?: Recycling | null;
  customer?: Whose | null;
  onClose: () => void;
}

/** Takes old jewellery back: where it comes from, what it weighs, who sells it. */
export function RecyclingDialog({ begun = null, customer = null, onClose }: RecyclingDialogProps) {
  const { t } = useTranslation('recycling');
  const { t: error } = useTranslation('error');
  const { data: setup, error: failure, refetch } = useQuery(setupQuery);
  return (
    <DialogFrame onClose={onClose} width={760} isFullOnPhone isHeld>
      {setup && setup.refusal === null ? (
        <Wizard setup={setup} begun={begun} customer={customer} onClose={onClose} />
      ) : (
        <DialogContent title={t('title')} onClose={onClose}>
          {setup?.refusal && <EmptyState piece="ring" title={refusalText(setup.refusal)} text={t('notEnabledText')} />}
          {failure && (
            <ErrorState
              title={isCrmLost(failure) ? error('recycling.crm_unavailable') : t('failed')}
              text={errorText(failure)}
              onRetry={() => void refetch()}
            />
          )}
          {!setup && !failure && (
            <Loading>
              <Bone height={160} radius={10} />
            </Loading>
          )}
        </DialogContent>
      )}
    </DialogFrame>
  );
}
