import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import type { Customer } from '#/api/types';
import { useShortcuts } from '#/lib/shortcut';
import { Button } from '#/ui/Button';
import { DialogContent } from '#/ui/Dialog';
import { Note } from '#/ui/Note';
import { ConsentFields } from './ConsentFields';
import css from './CustomerDialog.module.css';
import { AddressFields, ContactFields, IdentityFields, TasteFields } from './fields';
import type { Edits } from './form';
import { PhotoField } from './PhotoField';
import { PriceGroupField } from './PriceGroupField';
import { useCustomerForm, type CustomerForm as Form } from './use-customer-form';

interface CustomerFormProps {
  /** Whom to change; none for somebody new. */
  customer: Customer | null;
  /** What is known of somebody new already. */
  first: Edits;
  onEdited: (isEdited: boolean) => void;
  onSaved: (customer: Customer) => void;
  /** Takes the customer who has the telephone number or the address already. */
  onOther: (customerId: string) => void;
  onBack: () => void;
  onClose: () => void;
}

/** Why it was not saved, and the way to whoever has the number or the address. */
function Trouble({ form, onOther }: { form: Form; onOther: (customerId: string) => void }) {
  const { t } = useTranslation('customer');
  const { error, conflict } = form;
  if (conflict) {
    return (
      <Note tone="citrine" role="alert">
        <b>{t('conflict.title', { staffName: conflict.staffName })}</b>
        <p>{t('conflict.text')}</p>
        {conflict.both.length > 0 && <p>{t('conflict.both', { fields: conflict.both.map((name) => t(`field.${name}` as never)).join(', ') })}</p>}
      </Note>
    );
  }
  if (!error) return null;
  const other = error instanceof ApiError ? error.refusal?.params?.['customerId'] : undefined;
  return (
    <Note
      tone="garnet"
      role="alert"
      action={
        typeof other === 'string' && (
          <Button size="sm" onClick={() => onOther(other)}>
            {t('form.openOther')}
          </Button>
        )
      }
    >
      {error instanceof ApiError ? errorText(error) : `${t('form.failed')}. ${errorText(error)}`}
    </Note>
  );
}

/** Keeps somebody new, or changes what is known of a customer. */
export function CustomerForm({ customer, first, onEdited, onSaved, onOther, onBack, onClose }: CustomerFormProps) {
  const { t } = useTranslation('customer');
  const client = useQueryClient();
  const form = useCustomerForm(customer, first, client, onSaved);
  const body = useRef<HTMLFormElement>(null);
  const { changes, error } = form;
  useEffect(() => onEdited(changes > 0), [changes, onEdited]);
  // The first field that is wrong has the focus; without one the reason itself is read.
  useEffect(() => {
    if (error) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  useShortcuts({ 'Control+KeyS': form.save }, { inDialog: true });
  return (
    <DialogContent
      title={customer ? t('form.editTitle', { name: form.customer?.name ?? '' }) : t('form.newTitle')}
      onClose={onClose}
      isFootApart
      foot={
        <>
          <span className={css.count} role="status">
            {changes > 0 ? t('form.unsaved', { count: changes }) : ''}
          </span>
          <Button variant="quiet" className={css.step} onClick={onBack}>
            {changes > 0 ? t('form.discard') : t('form.back')}
          </Button>
          <Button variant="primary" className={css.step} isBusy={form.isSaving} onClick={form.save}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <form
        ref={body}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <Trouble form={form} onOther={onOther} />
        <ContactFields form={form} />
        <IdentityFields form={form} />
        {form.customer && <PhotoField customer={form.customer} onKept={form.take} />}
        {form.customer && <PriceGroupField customer={form.customer} onKept={form.take} />}
        <ConsentFields form={form} />
        <TasteFields form={form} />
        <AddressFields form={form} />
        {/* Enter in a field saves. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </DialogContent>
  );
}
