import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from './Field';
import { IconButton } from './IconButton';

interface PasswordFieldProps {
  label: string;
  name?: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  autoFocus?: boolean;
  isLarge?: boolean;
  /** A password that is chosen now, and not one that is known. */
  isNew?: boolean;
  isRequired?: boolean;
  help?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A password that can be looked at. Paste and password managers work. */
export function PasswordField({ label, value, onChange, error, autoFocus, isLarge = true, isNew, isRequired, help, name, ref }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...(ref ? { ref } : {})}
      label={label}
      name={name}
      isLarge={isLarge}
      isRequired={isRequired ?? false}
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      help={help}
      autoCapitalize="off"
      spellCheck={false}
      value={value}
      error={error}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => onChange(event.target.value)}
      end={
        <IconButton
          label={isShown ? t('hidePassword') : t('showPassword')}
          aria-pressed={isShown}
          icon={isShown ? <IconEyeOff size={22} stroke={1.6} /> : <IconEye size={22} stroke={1.6} />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
