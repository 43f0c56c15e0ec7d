import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#/api/refusal';
import { TextField } from '#/ui/Field';

const WANTED = 'payment.cash_identity';

/** Above what the law of the country says, cash is taken only with the identity of its owner; the server says when. */
export function useIdentity() {
  const [identity, setIdentity] = useState<string | null>(null);
  return {
    /** Whether it is asked for. */
    isAsked: identity !== null,
    /** What goes with the amount. */
    body: identity === null || identity.trim() === '' ? {} : { identity },
    onError: (error: Error) => {
      if (error instanceof ApiError && error.key === WANTED) setIdentity((known) => known ?? '');
    },
    value: identity ?? '',
    set: setIdentity,
  };
}

interface IdentityFieldProps {
  value: string;
  onChange: (value: string) => void;
  onEnter: () => void;
}

export function IdentityField({ value, onChange, onEnter }: IdentityFieldProps) {
  const { t } = useTranslation('payment');
  return (
    <TextField
      label={t('slip.identity')}
      help={t('slip.identityHelp')}
      isRequired
      autoComplete="off"
      maxLength={100}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.repeat) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}
