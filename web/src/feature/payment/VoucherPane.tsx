import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { errorText, refusalText } from '#/api/refusal';
import type { components } from '#/api/schema';
import type { Refusal } from '#/api/types';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { useShortcuts } from '#/lib/shortcut';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { CameraButton } from '#/widget/camera/CameraButton';
import type { TenderTypePaneProps } from './contract';
import css from './Payment.module.css';
import { useBookTender } from './queries';
import { amountInText } from './words';

type Voucher = components['schemas']['VoucherView'];

/** What a voucher is worth, what becomes of what is left of it, and taking it. */
function TakeStep({ tender, payment, isCalm, voucher, onAnother }: TenderTypePaneProps & { voucher: Voucher; onAnother: () => void }) {
  const { t } = useTranslation('payment');
  const book = useBookTender(payment.basketId);
  const over = voucher.amount.minor - payment.remaining.minor;
  const isBlocked = voucher.refusal !== null || isCalm;
  const act = (): void => {
    if (isBlocked || book.isPending) return;
    book.mutate({ tenderCode: tender.code, amount: voucher.amount, reference: voucher.voucherNo });
  };
  useShortcuts({ F9: act });
  const back = amountInText({ ...payment.remaining, minor: Math.abs(over) });
  const consequence = (): string | null => {
    if (over === 0) return null;
    if (over < 0) return t('voucher.rest', { rest: back });
    return over >= (tender.minimumChange?.minor ?? 0) ? t('voucher.asVoucher', { amount: back }) : t('voucher.asCash', { amount: back });
  };
  const told = consequence();
  return (
    <>
      <div className={css.worth} role="status">
        <span className="t-label">{t('voucher.worth')}</span>
        <Amount money={voucher.amount} className="t-xl" />
        <bdi className="t-cap" dir="ltr">
          {voucher.voucherNo}
        </bdi>
      </div>
      {voucher.refusal ? (
        <Note tone="garnet" role="alert">
          {refusalText(voucher.refusal as Refusal)}
        </Note>
      ) : (
        told && <Note>{told}</Note>
      )}
      {book.error && (
        <Note tone="garnet" role="alert">
          {errorText(book.error)}
        </Note>
      )}
      <Button variant="quiet" size="lg" isWide onClick={onAnother}>
        {t('voucher.another')}
      </Button>
      {!voucher.refusal && (
        <Button variant="primary" size="xl" isWide className={css.action} isBlocked={isBlocked} isBusy={book.isPending} onClick={act}>
          <span>{t('voucher.take', { amount: amountInText(voucher.amount) })}</span>
        </Button>
      )}
    </>
  );
}

/** A voucher of ours pays once, with all that it is worth: its number is scanned or typed. */
export function VoucherPane(props: TenderTypePaneProps) {
  const { t } = useTranslation('payment');
  const [number, setNumber] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const find = useMutation({
    mutationFn: (voucherNo: string) => get('/payment/voucher/{voucherNo}', { path: { voucherNo }, notice: 'none' }),
  });
  const isAsking = !find.data;
  useEffect(() => {
    if (isAsking) field.current?.focus({ preventScroll: true });
  }, [isAsking]);
  const look = (voucherNo: string): void => {
    if (voucherNo.trim() !== '' && !find.isPending) find.mutate(voucherNo.trim());
  };
  const onScan = (code: string): void => {
    playTone('accepted');
    setNumber(code);
    look(code);
  };
  useScanTarget({ refusal: null, onScan });
  if (props.tender.refusal) {
    return (
      <div className={css.entry}>
        <Note tone="citrine">{refusalText(props.tender.refusal)}</Note>
      </div>
    );
  }
  if (find.data) {
    return (
      <div className={css.entry}>
        <TakeStep
          {...props}
          voucher={find.data}
          onAnother={() => {
            find.reset();
            setNumber('');
          }}
        />
      </div>
    );
  }
  return (
    <form
      className={css.entry}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        look(number);
      }}
    >
      <TextField
        label={t('voucher.number')}
        isRequired
        isLarge
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        ref={field}
        end={<CameraButton onCode={onScan} />}
        error={find.error ? errorText(find.error) : undefined}
        value={number}
        onChange={(event) => {
          find.reset();
          setNumber(event.target.value);
        }}
      />
      <Button type="submit" variant="primary" size="xl" isWide className={css.action} isBusy={find.isPending} isBlocked={number.trim() === ''}>
        <span>{t('voucher.find')}</span>
      </Button>
    </form>
  );
}
