import { IconMail } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, refusalText } from '#/api/refusal';
import type { Refusal } from '#/api/types';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';

const MASK = /[•*]/;

/** A mutation that sends a paper to an address. */
interface Sending {
  isPending: boolean;
  error: Error | null;
  reset: () => void;
  mutate: (wish: { email: string; language: string }, options: { onSuccess: () => void }) => void;
}

interface MailFieldProps {
  /** The address that is known. A masked one is not an address: it is asked for. */
  known: string;
  /** Why nothing can be sent; it is said instead of the field. */
  refusal: Refusal | null;
  language: string;
  send: Sending;
  /** What is said to a blank field: the paper goes to the client's own address, which the till need not see. */
  blankHelp?: string;
  sentText: (email: string) => string;
  inputRef?: Ref<HTMLInputElement>;
}

/** Sends a paper by mail. */
export function MailField({ known, refusal, language, send, blankHelp, sentText, inputRef }: MailFieldProps) {
  const { t } = useTranslation('order');
  const [email, setEmail] = useState(MASK.test(known) ? '' : known);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const said = sentTo === null ? null : sentText(sentTo);
  if (refusal) return <Note tone="neutral">{refusalText(refusal)}</Note>;
  const submit = (): void => {
    const address = email.trim();
    const isMissed = address === '' && blankHelp === undefined;
    setMissing(isMissed);
    if (isMissed || send.isPending) return;
    send.mutate({ email: address, language }, { onSuccess: () => setSentTo(address) });
  };
  const error = isMissing ? t('receipt.emailMissing') : send.error ? errorText(send.error) : null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        {...(inputRef ? { ref: inputRef } : {})}
        label={t('receipt.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        dir="ltr"
        value={email}
        placeholder={MASK.test(known) ? known : ''}
        {...(error ? { error } : {})}
        {...((said ?? blankHelp) ? { help: said ?? blankHelp } : {})}
        onChange={(event) => {
          setEmail(event.target.value);
          setSentTo(null);
          setMissing(false);
          send.reset();
        }}
        end={
          <Button variant="ghost" size="sm" type="submit" isBusy={send.isPending} icon={<IconMail size={20} stroke={1.6} aria-hidden="true" />}>
            {t('receipt.send')}
          </Button>
        }
      />
      <p className="sr" role="status">
        {said ?? ''}
      </p>
    </form>
  );
}
