import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, refusalText } from '#/api/refusal';
import type { CrmGift, CrmGiftChoices, Customer } from '#/api/types';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Picture } from '#/ui/Picture';
import { Segment } from '#/ui/Segment';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './GrantDialog.module.css';
import { giftChoicesQuery, useGrantGift } from './queries';

interface FormProps {
  customer: Customer;
  choices: CrmGiftChoices;
  onClose: () => void;
}

/** The choice, beginning with the first kind that the customer may still have. */
function GrantForm({ customer, choices, onClose }: FormProps) {
  const { t } = useTranslation('customer');
  const { t: ui } = useTranslation();
  const free = choices.kinds.find(({ refusal }) => refusal === null);
  const [kind, setKind] = useState<CrmGift['kind']>(free?.kind ?? 'TIER');
  const [tier, setTier] = useState('');
  const [validUntil, setValidUntil] = useState(choices.validUntil);
  const [itemNo, setItemNo] = useState<string | null>(null);
  const grant = useGrantGift(customer.customerId);
  const refusal = choices.kinds.find((one) => one.kind === kind)?.refusal ?? null;
  const isTierMissing = kind === 'TIER' && tier.trim() === '';
  const save = (): void => {
    if (itemNo === null) return;
    const body = { kind, tier: kind === 'TIER' ? tier.trim() : '', itemNo, validUntil: validUntil === '' ? null : validUntil };
    grant.mutate(body, { onSuccess: onClose });
  };
  return (
    <DialogContent
      title={t('gift.grant.title')}
      isFootApart
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button
            variant="primary"
            size="lg"
            isGrowing
            isBusy={grant.isPending}
            isBlocked={itemNo === null || refusal !== null || isTierMissing}
            onClick={save}
          >
            {t('gift.grant.go')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <Segment
          label={t('gift.grant.kind')}
          isWide
          value={kind}
          options={choices.kinds.map((one) => ({ value: one.kind, label: t(`gift.grant.${one.kind}`) }))}
          onChange={setKind}
        />
        {refusal && <Note tone="citrine">{refusalText(refusal)}</Note>}
        {kind === 'TIER' && (
          <TextField
            label={t('gift.grant.tier')}
            isRequired
            dir="ltr"
            autoComplete="off"
            value={tier}
            onChange={(event) => setTier(event.target.value.toUpperCase())}
          />
        )}
        <TextField type="date" label={t('gift.grant.until')} value={validUntil} onChange={(event) => setValidUntil(event.target.value)} />
        {choices.items.length === 0 && <p className="mut2">{t('gift.grant.none')}</p>}
        <div className={css.items} role="group" aria-label={t('gift.grant.item')}>
          {choices.items.map((item) => (
            <button
              key={item.itemNo}
              type="button"
              className={cx(css.item, itemNo === item.itemNo && css.on)}
              aria-pressed={itemNo === item.itemNo}
              onClick={() => setItemNo(item.itemNo)}
            >
              <Picture src={item.imageUrl} size="s52" isPlain />
              <span>
                <b dir="auto">{item.name}</b>
                <small className="t-cap">{t('gift.stock', { count: item.available })}</small>
              </span>
            </button>
          ))}
        </div>
        {grant.error && (
          <Note tone="garnet" role="alert">
            {errorText(grant.error)}
          </Note>
        )}
      </div>
    </DialogContent>
  );
}

/** Puts a gift on the customer's record: for which occasion, which gift, until when. */
export function GrantDialog({ customer, onClose }: Omit<FormProps, 'choices'>) {
  const { t } = useTranslation('customer');
  const { data, error, refetch } = useQuery(giftChoicesQuery(customer.customerId));
  return (
    <DialogFrame onClose={onClose} width={640} isFullOnPhone>
      {data ? (
        <GrantForm customer={customer} choices={data} onClose={onClose} />
      ) : (
        <DialogContent title={t('gift.grant.title')} onClose={onClose}>
          {error ? (
            <ErrorState title={t('gift.failed')} text={errorText(error)} onRetry={() => void refetch()} />
          ) : (
            <Loading>
              <Bone height={96} radius={10} />
            </Loading>
          )}
        </DialogContent>
      )}
    </DialogFrame>
  );
}
