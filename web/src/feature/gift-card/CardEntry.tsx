import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import { useScanTarget } from '#/lib/scan';
import { playTone } from '#/lib/sound';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { CameraButton } from '#/widget/camera/CameraButton';
import css from './GiftCard.module.css';
import { useGetCode, type Channel, type EnteredCard } from './queries';

interface CardEntryProps {
  /** A number that was scanned before the form was there. */
  start?: string;
  /** What the button does. */
  label: string;
  /** Whether a code may come by mail. */
  isByMail: boolean;
  isBusy: boolean;
  /** Why the card that was entered last was refused. */
  error: Error | null;
  onEnter: (card: EnteredCard) => void;
}

const fieldOf = (error: Error | null): string | null => (error instanceof ApiError ? (error.refusal?.field ?? null) : null);

/** Number and code of a card: scanned or typed, or the code that the customer got by mail. */
export function CardEntry({ start = '', label, isByMail, isBusy, error, onEnter }: CardEntryProps) {
  const { t } = useTranslation('giftCard');
  const [cardNo, setCardNo] = useState(start);
  const [code, setCode] = useState('');
  const [channel, setChannel] = useState<Channel>('CARD');
  const getCode = useGetCode();
  const onScan = (scanned: string): void => {
    playTone('accepted');
    setCardNo(scanned);
  };
  useScanTarget({ refusal: null, onScan });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onEnter({ cardNo, code, channel });
  };
  const field = fieldOf(error);
  const isElsewhere = error !== null && field !== 'cardNo' && field !== 'code';
  return (
    <form className={css.entry} noValidate onSubmit={onSubmit}>
      <TextField
        label={t('cardNo')}
        isRequired
        isLarge
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        data-autofocus
        help={t('cardNoHelp')}
        end={<CameraButton onCode={onScan} />}
        error={field === 'cardNo' && error ? errorText(error) : undefined}
        value={cardNo}
        onChange={(event) => setCardNo(event.target.value)}
      />
      {isByMail && (
        <Segment
          label={t('channel')}
          isWide
          value={channel}
          options={[
            { value: 'CARD', label: t('byCard') },
            { value: 'EMAIL', label: t('byMail') },
          ]}
          onChange={(next) => {
            setChannel(next);
            setCode('');
          }}
        />
      )}
      <div className={css.code}>
        <TextField
          label={t('code')}
          isRequired
          isLarge
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          error={field === 'code' && error ? errorText(error) : undefined}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        {channel === 'EMAIL' && (
          <Button variant="quiet" size="lg" isBusy={getCode.isPending} onClick={() => getCode.mutate(cardNo)}>
            {t('getCode')}
          </Button>
        )}
      </div>
      {channel === 'EMAIL' && getCode.data && !getCode.error && (
        <Note tone="sapphire" role="status">
          {t('codeSent', { address: getCode.data.sentTo })}
        </Note>
      )}
      {channel === 'EMAIL' && getCode.error && (
        <Note tone="garnet" role="alert">
          {errorText(getCode.error)}
        </Note>
      )}
      {isElsewhere && (
        <Note tone="garnet" role="alert">
          {errorText(error)}
        </Note>
      )}
      <Button variant="primary" size="lg" isWide type="submit" isBusy={isBusy}>
        {label}
      </Button>
    </form>
  );
}
