import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBasketChange } from '#/api/basket';
import { put } from '#/api/client';
import type { Basket, Customer } from '#/api/types';
import { loadChunk } from '#/lib/chunk';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { DialogFrame } from '#/ui/Dialog';
import { CustomerSearch } from './CustomerSearch';
import { profileOf } from './form';
import { customerQuery } from './queries';

// The search is there at once: who presses F4 goes on typing.
const CustomerForm = lazy(loadChunk(async () => ({ default: (await import('./CustomerForm')).CustomerForm })));
const CustomerPanel = lazy(loadChunk(async () => ({ default: (await import('./CustomerPanel')).CustomerPanel })));

type View =
  | { name: 'search' }
  | { name: 'panel'; customerId: string }
  | { name: 'new'; typed: string }
  | { name: 'edit'; customer: Customer };

const WIDE = 760;
const NARROW = 560;

interface CustomerDialogProps {
  /** What is shown first; the panel is of who is on the basket. */
  start: 'search' | 'panel';
  /** Who is on the basket. */
  customer: Basket['customer'];
  onClose: () => void;
}

/** Who buys: found, kept anew, looked at or changed, without leaving the basket. */
export function CustomerDialog({ start, customer, onClose }: CustomerDialogProps) {
  const { t } = useTranslation('customer');
  const client = useQueryClient();
  const [view, setView] = useState<View>(start === 'panel' && customer ? { name: 'panel', customerId: customer.customerId } : { name: 'search' });
  const [isEdited, setEdited] = useState(false);
  // Where to, when what was typed is given up.
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const name = useBasketChange((customerId: string | null) => put('/basket/customer', { body: { customerId } }));
  const choose = (customerId: string | null): void => name.mutate(customerId, { onSuccess: onClose });
  const leave = (go: () => void): void => {
    if (isEdited) setLeaving(() => go);
    else go();
  };
  const show = (next: View): void => {
    setEdited(false);
    setView(next);
  };
  const saved = (kept: Customer): void => {
    client.setQueryData(customerQuery(kept.customerId).queryKey, kept);
    client.removeQueries({ queryKey: ['customer-search'] });
    // Their name may be another now, and stands on the basket.
    const isNew = view.name === 'new' || customer?.customerId !== kept.customerId;
    if (isNew || customer?.name !== kept.name) name.mutate(kept.customerId);
    if (view.name === 'new') onClose();
    else show({ name: 'panel', customerId: kept.customerId });
  };
  return (
    <>
      <DialogFrame onClose={() => leave(onClose)} width={view.name === 'search' ? NARROW : WIDE} isFullOnPhone>
        {view.name === 'search' && (
          <CustomerSearch
            hasCustomer={customer !== null}
            isChoosing={name.isPending}
            onChoose={choose}
            onKept={(kept) => {
              // Whoever searches again finds them.
              client.removeQueries({ queryKey: ['customer-search'] });
              choose(kept.customerId);
            }}
            onNew={(typed) => show({ name: 'new', typed })}
            onClose={onClose}
          />
        )}
        <Suspense>
          {view.name === 'panel' && (
            <CustomerPanel
              customerId={view.customerId}
              onEdit={(known) => show({ name: 'edit', customer: known })}
              onSearch={() => show({ name: 'search' })}
              onClose={onClose}
            />
          )}
          {(view.name === 'new' || view.name === 'edit') && (
            <CustomerForm
              key={view.name === 'edit' ? view.customer.customerId : 'new'}
              customer={view.name === 'edit' ? view.customer : null}
              first={view.name === 'new' ? profileOf(view.typed) : {}}
              onEdited={setEdited}
              onSaved={saved}
              onOther={(customerId) => leave(() => choose(customerId))}
              onBack={() => leave(() => show(view.name === 'edit' ? { name: 'panel', customerId: view.customer.customerId } : { name: 'search' }))}
              onClose={() => leave(onClose)}
            />
          )}
        </Suspense>
      </DialogFrame>
      {leaving && (
        <ConfirmDialog
          title={t('leave.title')}
          consequence={t('leave.consequence')}
          stay={t('leave.stay')}
          go={t('leave.go')}
          isDestructive
          onStay={() => setLeaving(null)}
          onGo={() => {
            setLeaving(null);
            leaving();
          }}
        />
      )}
    </>
  );
}
