import { IconArrowLeft, IconQrcode, IconScan } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import type { QrDirection } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { CameraButton } from '#/widget/camera/CameraButton';
import { AmountEntry } from './AmountEntry';
import { useAmountKeys, useTypedAmount } from './AmountPane';
import { providerName } from './BrandIcon';
import type { TenderTypePaneProps } from './contract';
import css from './Payment.module.css';
import own from './Qr.module.css';
import { useStartAttempt } from './queries';
import { press } from './typed-amount';
import { amountInText } from './words';

/** What clients' telephones show: 16 to 24 digits. */
const PAYMENT_CODE = /^\d{16,24}$/;

interface ScanStepProps {
  provider: string;
  amount: string;
  error: string | null;
  isBusy: boolean;
  onCode: (code: string) => void;
  onBack: () => void;
}

/** The shop scans the client: by scanner, by camera, or typed from the client's screen. */
function ScanStep({ provider, amount, error, isBusy, onCode, onBack }: ScanStepProps) {
  const { t } = useTranslation('payment');
  const { t: ui } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const take = (text: string): void => {
    const code = text.replace(/\s/g, '');
    if (isBusy) return;
    if (!PAYMENT_CODE.test(code)) {
      setWrong(true);
      playTone('refused');
      return;
    }
    setWrong(false);
    onCode(code);
  };
  useScanTarget({ refusal: null, onScan: take, isForemost: true });
  return (
    <form
      className={own.scan}
      onSubmit={(event) => {
        event.preventDefault();
        take(typed);
      }}
    >
      <span className={own.disc} aria-hidden="true">
        <IconScan size={36} stroke={1.6} />
      </span>
      <h3 className="t-title">{t('qr.scan.title')}</h3>
      <p className="mut2">{t('qr.scan.text', { provider, amount })}</p>
      <TextField
        label={t('qr.scan.code')}
        help={t('qr.scan.help')}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        dir="ltr"
        maxLength={29}
        value={typed}
        error={isWrong ? t('qr.scan.wrong') : undefined}
        end={<CameraButton onCode={take} />}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
      />
      {error && (
        <Note tone="garnet" role="alert">
          {error}
        </Note>
      )}
      <div className={own.scanButtons}>
        <Button size="lg" variant="quiet" icon={<IconArrowLeft size={20} stroke={1.6} className="mirror" />} onClick={onBack}>
          {ui('back')}
        </Button>
        <Button size="lg" variant="primary" isGrowing type="submit" isBusy={isBusy}>
          {t('qr.scan.go', { amount })}
        </Button>
      </div>
    </form>
  );
}

/** An amount, and who scans whom. */
export function QrPane({ tender, payment, isCalm, onAttempt }: TenderTypePaneProps) {
  const { t } = useTranslation('payment');
  const { currency } = payment.due;
  const input = useRef<HTMLInputElement>(null);
  const entry = useTypedAmount({ tender, payment });
  const send = useStartAttempt(payment.basketId);
  const [isScanning, setScanning] = useState(false);
  const directions = tender.qr?.directions ?? [];
  const [first] = directions;
  const provider = tender.qr ? providerName(tender.qr.provider) : tender.name;
  const amount = amountInText({ minor: entry.minor, currency });
  const isBlocked = entry.local !== null || isCalm;
  const change = (next: Parameters<typeof entry.set>[0]): void => {
    send.reset();
    entry.set(next);
  };
  const start = (direction: QrDirection, paymentCode?: string): void => {
    if (send.isPending) return;
    const body = { tenderCode: tender.code, amount: { minor: entry.minor, currency }, direction };
    send.mutate(paymentCode === undefined ? body : { ...body, paymentCode }, { onSuccess: onAttempt });
  };
  const begin = (direction: QrDirection): void => {
    if (isCalm) return;
    if (entry.local) entry.insist();
    else if (direction === 'shopScans') {
      send.reset();
      setScanning(true);
    } else start(direction);
  };
  useAmountKeys(
    (key) => change(press(entry.shown, key, currency)),
    () => {
      if (first) begin(first);
    },
    !isScanning,
  );
  useEffect(() => {
    if (!isScanning) input.current?.focus({ preventScroll: true });
  }, [isScanning]);
  useScanTarget({
    refusal: null,
    // What the scanner typed into the amount is no amount.
    onScan: () => {
      if (isScanning) return;
      change(null);
      playTone('refused');
      showNotice('warning', t(directions.includes('shopScans') ? 'qr.scanFirst' : 'scanRefused'));
    },
  });
  const error = send.error ? errorText(send.error) : null;
  if (isScanning) {
    return (
      <div className={css.entry}>
        <ScanStep
          provider={provider}
          amount={amount}
          error={error}
          isBusy={send.isPending}
          onCode={(code) => start('shopScans', code)}
          onBack={() => setScanning(false)}
        />
      </div>
    );
  }
  return (
    <div className={css.entry}>
      <AmountEntry
        tender={tender}
        payment={payment}
        typed={entry.shown}
        error={error ?? entry.problem}
        onChange={change}
        onKey={(key) => change(press(entry.shown, key, currency))}
        inputRef={input}
      />
      <div className={own.directions}>
        {directions.map((direction, index) => (
          <Button
            key={direction}
            variant={index === 0 ? 'primary' : 'outline'}
            size="lg"
            isWide
            isBlocked={isBlocked}
            onBlocked={() => begin(direction)}
            isBusy={send.isPending && index === 0}
            icon={direction === 'clientScans' ? <IconQrcode size={22} stroke={1.6} /> : <IconScan size={22} stroke={1.6} />}
            onClick={() => begin(direction)}
          >
            {t(direction === 'clientScans' ? 'qr.show' : 'qr.scanClient', { amount })}
          </Button>
        ))}
      </div>
    </div>
  );
}
