import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { put } from '#/api/client';
import type { ShownBasket, ShownLine } from '#/api/expected-basket';
import { errorText } from '#/api/refusal';
import { currencyExponent, currencySymbol, formatMoney, parseAmount } from '#/lib/money';
import { parseSteps } from '#/lib/steps';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { useListedPrice } from '../queries';
import { ApprovalForm } from './ApprovalForm';
import css from './Deal.module.css';
import { NumberField } from './NumberField';
import { ReasonField } from './ReasonField';
import { useApproved } from './use-approved';
import { amountText, formatGrams, GRAM_DIGITS } from './words';

interface LineDialogProps {
  basket: ShownBasket;
  line: ShownLine;
  onClose: () => void;
}

/** Another price in place of the listed one, with its reason. */
export function PriceDialog({ basket, line, onClose }: LineDialogProps) {
  const { t } = useTranslation('sale');
  const { t: ui } = useTranslation();
  const { lineId } = line;
  const { currency } = basket;
  const isOverridden = line.priceSource === 'OVERRIDDEN';
  const [text, setText] = useState(isOverridden && line.unitPrice ? amountText(line.unitPrice) : '');
  const [reasonCode, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const listed = useListedPrice();
  const approved = useApproved<{ price: number; reasonCode: string }>({
    send: (entered, approvalId) =>
      put('/basket/line/{lineId}/price', { path: { lineId }, body: { ...entered, approvalId }, notice: 'none' }),
    requestOf: ({ price }) => ({ action: 'PRICE_OVERRIDE', lineId, price }),
    onDone: onClose,
  });
  const { approval, error } = approved;
  const price = parseAmount(text, currency);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (price !== null && reasonCode !== '' && !approved.isBusy) void approved.submit({ price, reasonCode });
  };
  if (approval) {
    const value = formatMoney({ minor: approval.values.price, currency });
    return (
      <DialogFrame onClose={onClose}>
        <ApprovalForm
          what={t('approval.price', { value, name: line.name })}
          error={error}
          isBusy={approved.isBusy}
          onSign={approved.sign}
          onBack={approved.withdraw}
          onClose={onClose}
        />
      </DialogFrame>
    );
  }
  const shown = line.listedPrice ?? line.unitPrice;
  return (
    <DialogFrame onClose={onClose}>
      <form className={css.form} noValidate onSubmit={onSubmit}>
        <DialogContent
          title={t('deal.price')}
          lead={
            <>
              <bdi>{line.name}</bdi> {shown && <Amount money={shown} />}
            </>
          }
          isFootApart
          onClose={onClose}
          foot={
            <>
              {isOverridden ? (
                <Button
                  variant="danger"
                  size="lg"
                  isGrowing
                  isBusy={listed.isPending}
                  onClick={() => listed.mutate(lineId, { onSuccess: onClose })}
                >
                  {t('deal.listedAgain')}
                </Button>
              ) : (
                <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                  {ui('cancel')}
                </Button>
              )}
              <Button variant="primary" size="lg" isGrowing type="submit" isBusy={approved.isBusy}>
                {t('deal.priceSet')}
              </Button>
            </>
          }
        >
          <div className={css.fields}>
            <p className="mut2">{t('deal.priceText')}</p>
            <ReasonField
              use="line"
              value={reasonCode}
              onChange={setReason}
              {...(isChecked && reasonCode === '' ? { error: t('deal.reasonNone') } : {})}
            />
            <NumberField
              label={t('deal.priceOfOne')}
              text={text}
              digits={currencyExponent(currency)}
              unit={currencySymbol(currency).trim()}
              error={isChecked && price === null ? t('deal.valueMissing') : error === null ? undefined : errorText(error)}
              onChange={(next) => {
                setText(next);
                approved.clearError();
              }}
            />
          </div>
        </DialogContent>
      </form>
    </DialogFrame>
  );
}

/** What the scale says: grams on screen, milligrams on the wire. */
export function WeightDialog({ line, onClose }: LineDialogProps) {
  const { t } = useTranslation('sale');
  const { t: ui } = useTranslation();
  const { lineId } = line;
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const approved = useApproved<{ weight: number }>({
    send: (entered, approvalId) =>
      put('/basket/line/{lineId}/weight', { path: { lineId }, body: { ...entered, approvalId }, notice: 'none' }),
    requestOf: ({ weight }) => ({ action: 'GOLD_WEIGHT', lineId, weight }),
    onDone: onClose,
  });
  const { approval, error } = approved;
  const weight = parseSteps(text, GRAM_DIGITS);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (weight !== null && !approved.isBusy) void approved.submit({ weight });
  };
  if (approval) {
    return (
      <DialogFrame onClose={onClose}>
        <ApprovalForm
          what={t('approval.weight', { grams: formatGrams(approval.values.weight), name: line.name })}
          error={error}
          isBusy={approved.isBusy}
          onSign={approved.sign}
          onBack={approved.withdraw}
          onClose={onClose}
        />
      </DialogFrame>
    );
  }
  return (
    <DialogFrame onClose={onClose}>
      <form className={css.form} noValidate onSubmit={onSubmit}>
        <DialogContent
          title={t('deal.weight')}
          lead={<bdi>{line.name}</bdi>}
          isFootApart
          onClose={onClose}
          foot={
            <>
              <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                {ui('cancel')}
              </Button>
              <Button variant="primary" size="lg" isGrowing type="submit" isBusy={approved.isBusy}>
                {t('deal.weightSet')}
              </Button>
            </>
          }
        >
          <div className={css.fields}>
            <NumberField
              label={t('deal.weightOnScale')}
              text={text}
              digits={GRAM_DIGITS}
              unit="g"
              {...(line.weight ? { help: t('deal.weightNow', { grams: formatGrams(line.weight.weight) }) } : {})}
              error={isChecked && weight === null ? t('deal.valueMissing') : error === null ? undefined : errorText(error)}
              onChange={(next) => {
                setText(next);
                approved.clearError();
              }}
            />
          </div>
        </DialogContent>
      </form>
    </DialogFrame>
  );
}
