import { IconPlaneDeparture } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#/api/permission';
import { refusalText } from '#/api/refusal';
import { formatMoney } from '#/lib/money';
import { Tag } from '#/ui/Tag';
import { isLive, offerQuery } from './queries';
import { STATE_TONE } from './state';
import css from './TaxFree.module.css';
import { TaxFreeDialog } from './TaxFreeDialog';

/**
 * Tax-free on an order: the form that it is on, what would be refunded, or what is missing. Nothing
 * where the store issues no forms, or the group may not.
 */
export function TaxFreeEntry({ orderId }: { orderId: string }) {
  const { t } = useTranslation('taxFree');
  const may = useMay('taxfree.issue');
  const { data: offer } = useQuery({ ...offerQuery(orderId), enabled: may });
  const [isOpen, setOpen] = useState(false);
  if (!offer || (!offer.isOffered && !offer.form)) return null;
  const form = offer.form && (isLive(offer.form.state) || offer.refusal) ? offer.form : null;
  const { traveller } = offer.prefill;
  const tone = form ? STATE_TONE[form.state] : undefined;
  const text = form
    ? (form.formNo ?? form.serialNo)
    : offer.amounts
      ? traveller
        ? t('prepare.ready', { name: `${traveller.givenName} ${traveller.familyName}`, refund: formatMoney(offer.amounts.refund) })
        : t('offer', { refund: formatMoney(offer.amounts.refund) })
      : offer.refusal && refusalText(offer.refusal);
  return (
    <>
      <button type="button" className={css.banner} onClick={() => setOpen(true)}>
        <IconPlaneDeparture size={24} stroke={1.6} aria-hidden="true" />
        <span>
          <span className="t-strong">{t('title')}</span>
          <br />
          <bdi className="t-cap">{text}</bdi>
        </span>
        {form ? (
          <Tag {...(tone ? { tone } : {})}>{t(`state.${form.state}`)}</Tag>
        ) : (
          offer.amounts && <Tag tone="emerald">{t(traveller ? 'prepare.tag' : 'eligible')}</Tag>
        )}
      </button>
      {isOpen && <TaxFreeDialog orderId={orderId} onClose={() => setOpen(false)} />}
    </>
  );
}
