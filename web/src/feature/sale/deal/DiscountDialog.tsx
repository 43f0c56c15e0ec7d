import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { put } from '#/api/client';
import type { ShownBasket, ShownLine } from '#/api/expected-basket';
import { ApiError, errorText } from '#/api/refusal';
import type { ApprovalRequest } from '#/api/types';
import { writeSteps } from '#/lib/steps';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { useTakeDiscount } from '../queries';
import { ApprovalForm } from './ApprovalForm';
import css from './Deal.module.css';
import { NumberField } from './NumberField';
import { ReasonField } from './ReasonField';
import { useApproved } from './use-approved';
import { digitsOf, formatEntered, PERCENT_DIGITS, unitOf, valueOf, type DiscountKind } from './words';

interface Entered {
  kind: DiscountKind;
  value: number;
  reasonCode: string;
}

const requestFor = (lineId: string | null, { kind, value }: Entered): ApprovalRequest =>
  lineId === null ? { action: 'BASKET_DISCOUNT', kind, value } : { action: 'LINE_DISCOUNT', lineId, kind, value };

interface DiscountDialogProps {
  basket: ShownBasket;
  /** None for the whole basket. */
  line: ShownLine | null;
  onClose: () => void;
}

/** What is typed, and what is wrong with it. */
function useEntry({ basket, line }: Pick<DiscountDialogProps, 'basket' | 'line'>) {
  const { t } = useTranslation('sale');
  const known = line ? line.manualDiscount : basket.basketDiscount;
  const [kind, setKind] = useState<DiscountKind>(known?.kind ?? 'PERCENT');
  const { currency } = basket;
  const [text, setText] = useState(() => {
    if (!known) return '';
    return known.kind === 'PERCENT'
      ? writeSteps(known.value, PERCENT_DIGITS).replace(/\.?0+$/, '')
      : writeSteps(known.value, digitsOf(known.kind, currency));
  });
  const [reasonCode, setReason] = useState(known?.reasonCode ?? '');
  const [isChecked, setChecked] = useState(false);
  const value = valueOf(text, kind, currency);
  return {
    kind,
    text,
    reasonCode,
    known,
    setText,
    setReason,
    setKind: (next: DiscountKind): void => {
      setKind(next);
      setText('');
    },
    valueError: isChecked && value === null ? t('deal.valueMissing') : undefined,
    reasonError: isChecked && reasonCode === '' ? t('deal.reasonNone') : undefined,
    /** What is entered, when it is complete. */
    take: (): Entered | null => {
      setChecked(true);
      return value === null || reasonCode === '' ? null : { kind, value, reasonCode };
    },
  };
}

/** A discount on a line or on the basket: by percent, amount or target. The server decides about it. */
export function DiscountDialog({ basket, line, onClose }: DiscountDialogProps) {
  const { t } = useTranslation('sale');
  const { t: ui } = useTranslation();
  const lineId = line?.lineId ?? null;
  const entry = useEntry({ basket, line });
  const takeOff = useTakeDiscount();
  const approved = useApproved<Entered>({
    send: (entered, approvalId) => {
      const body = { ...entered, approvalId };
      return lineId === null
        ? put('/basket/discount', { body, notice: 'none' })
        : put('/basket/line/{lineId}/discount', { path: { lineId }, body, notice: 'none' });
    },
    requestOf: (entered) => requestFor(lineId, entered),
    onDone: onClose,
  });
  const { approval, error } = approved;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const entered = entry.take();
    if (entered && !approved.isBusy) void approved.submit(entered);
  };
  const target = line ? line.name : t('deal.wholeBasket');
  if (approval) {
    const { kind, value } = approval.values;
    const what = t('approval.discount', { value: formatEntered(kind, value, basket.currency), name: target });
    const words = kind === 'TARGET' ? t('approval.target', { value: formatEntered(kind, value, basket.currency), name: target }) : what;
    return (
      <DialogFrame onClose={onClose}>
        <ApprovalForm
          what={words}
          error={error}
          isBusy={approved.isBusy}
          onSign={approved.sign}
          onBack={approved.withdraw}
          onClose={onClose}
        />
      </DialogFrame>
    );
  }
  const isValueRefused = error instanceof ApiError && error.refusal?.field === 'value';
  const kinds = [
    { value: 'PERCENT', label: t('deal.percent') },
    { value: 'AMOUNT', label: t('deal.amount') },
    { value: 'TARGET', label: t('deal.target') },
  ] as const;
  const worth = line ? line.gross : basket.subtotal;
  return (
    <DialogFrame onClose={onClose}>
      <form className={css.form} noValidate onSubmit={onSubmit}>
        <DialogContent
          title={line ? t('deal.discountLine') : t('deal.discountBasket')}
          lead={
            <>
              {line && <bdi>{line.name}</bdi>} {worth && <Amount money={worth} />}
            </>
          }
          isFootApart
          onClose={onClose}
          foot={
            <>
              {entry.known ? (
                <Button
                  variant="danger"
                  size="lg"
                  isGrowing
                  isBusy={takeOff.isPending}
                  onClick={() => takeOff.mutate(lineId, { onSuccess: onClose })}
                >
                  {t('deal.takeOff')}
                </Button>
              ) : (
                <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                  {ui('cancel')}
                </Button>
              )}
              <Button variant="primary" size="lg" isGrowing type="submit" isBusy={approved.isBusy}>
                {t('deal.give')}
              </Button>
            </>
          }
        >
          <div className={css.fields}>
            <Segment label={t('deal.kind')} isWide value={entry.kind} options={kinds} onChange={entry.setKind} />
            <ReasonField use={line ? 'line' : 'basket'} value={entry.reasonCode} onChange={entry.setReason} {...(entry.reasonError ? { error: entry.reasonError } : {})} />
            <NumberField
              label={kinds.find(({ value }) => value === entry.kind)?.label ?? ''}
              text={entry.text}
              digits={digitsOf(entry.kind, basket.currency)}
              unit={unitOf(entry.kind, basket.currency)}
              error={entry.valueError ?? (isValueRefused ? errorText(error) : undefined)}
              onChange={(text) => {
                entry.setText(text);
                approved.clearError();
              }}
            />
            {error !== null && !isValueRefused && (
              <Note tone="garnet" role="alert">
                {errorText(error)}
              </Note>
            )}
          </div>
        </DialogContent>
      </form>
    </DialogFrame>
  );
}
