import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import { Button } from '#/ui/Button';
import { DialogContent } from '#/ui/Dialog';
import { TextField } from '#/ui/Field';
import { PasswordField } from '#/ui/PasswordField';
import css from './Deal.module.css';

interface ApprovalFormProps {
  /** What is approved, in words. */
  what: string;
  /** How it counts, where it is not about the basket. */
  text?: string;
  error: unknown;
  isBusy: boolean;
  onSign: (staffId: string, password: string) => Promise<void>;
  onBack: () => void;
  onClose: () => void;
}

/** A colleague signs on the same screen, once, for exactly this. */
export function ApprovalForm({ what, text, error, isBusy, onSign, onBack, onClose }: ApprovalFormProps) {
  const { t } = useTranslation('sale');
  const { t: ui } = useTranslation();
  const { t: session } = useTranslation('session');
  const [staffId, setStaffId] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<'name' | 'password' | null>(null);
  const name = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  const sign = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const lacks = staffId.trim() === '' ? 'name' : password === '' ? 'password' : null;
    setMissing(lacks);
    if (lacks) {
      (lacks === 'name' ? name : secret).current?.focus();
      return;
    }
    await onSign(staffId.trim(), password);
    // Only reached on screen when it was refused: the password is typed again.
    setPassword('');
    secret.current?.focus();
  };
  const refused = error === null ? '' : errorText(error);
  return (
    <form className={css.form} noValidate onSubmit={(event) => void sign(event)}>
      <DialogContent
        title={t('approval.title')}
        lead={what}
        onClose={onClose}
        foot={
          <>
            <Button variant="quiet" size="lg" isGrowing onClick={onBack}>
              {ui('back')}
            </Button>
            <Button variant="primary" size="lg" isGrowing type="submit" isBusy={isBusy}>
              {t('approval.sign')}
            </Button>
          </>
        }
      >
        <div className={css.fields}>
          <p className="mut2">{text ?? t('approval.text')}</p>
          <TextField
            ref={name}
            label={session('username')}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
            data-autofocus
            dir="ltr"
            value={staffId}
            error={missing === 'name' && session('usernameMissing')}
            onChange={(event) => setStaffId(event.target.value)}
          />
          <PasswordField
            ref={secret}
            label={session('password')}
            isLarge={false}
            value={password}
            onChange={setPassword}
            error={missing === 'password' ? session('passwordMissing') : refused}
          />
        </div>
      </DialogContent>
    </form>
  );
}
