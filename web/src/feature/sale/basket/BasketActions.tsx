import { Menu } from '@mantine/core';
import {
  IconDots,
  IconGift,
  IconInfoCircle,
  IconLock,
  IconNote,
  IconPercentage,
  IconPlaneDeparture,
  IconPlaneInflight,
  IconPlayerPause,
  IconRecycle,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownBasket } from '#/api/expected-basket';
import { TAKE_DEPOSIT, useMay } from '#/api/permission';
import { page } from '#/lib/path';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { cx } from '#/ui/cx';
import { useBasketOffer } from '#/widget/tax-free/use-basket-offer';
import type { Deal } from '../deal/deal';
import { choicesOf, useGifts } from '../gift/use-gifts';
import { useEmptyBasket, useNote, usePark } from '../queries';
import css from './BasketPane.module.css';
import { NoteDialog } from './NoteDialog';

interface BasketActionsProps {
  basket: ShownBasket;
  onDialog: (isOpen: boolean) => void;
  onDeal: (deal: Deal) => void;
}

/** Lights up while the basket has earned a gift that is not chosen yet. */
function GiftAction({ basket, onDeal }: Pick<BasketActionsProps, 'basket' | 'onDeal'>) {
  const { t } = useTranslation('sale');
  const { data } = useGifts(basket);
  const choices = choicesOf(data);
  const isLit = choices > 0 && !basket.lines.some(({ isGift }) => isGift);
  const news = isLit ? t('gift.available', { count: choices }) : '';
  return (
    <>
      <button
        type="button"
        className={cx(css.action, isLit && css.lit)}
        aria-label={isLit ? `${t('gift.action')}. ${news}` : undefined}
        aria-keyshortcuts="Alt+G"
        onClick={() => onDeal({ kind: 'gift' })}
      >
        <span className={css.actionIcon}>
          <IconGift size={22} stroke={1.6} aria-hidden="true" />
          {isLit && (
            <span className={css.bubble} aria-hidden="true">
              {choices}
            </span>
          )}
        </span>
        {t('gift.action')}
      </button>
      <span className="sr" role="status">
        {news}
      </span>
    </>
  );
}

/** Where the store issues tax-free forms; lit while the goods are enough for one, or a traveller is taken down. */
function TaxFreeAction({ basket, onDeal }: Pick<BasketActionsProps, 'basket' | 'onDeal'>) {
  const { t } = useTranslation('taxFree');
  const { data: offer } = useBasketOffer(basket);
  // What is being paid gets its form afterwards.
  if (!offer?.isOffered || basket.state !== 'OPEN') return null;
  const isPrepared = offer.prefill.traveller !== null;
  const state = isPrepared ? t('prepare.tag') : offer.amounts ? t('eligible') : '';
  return (
    <button
      type="button"
      className={cx(css.action, state !== '' && css.lit)}
      aria-label={state === '' ? undefined : `${t('title')}. ${state}`}
      aria-keyshortcuts="Alt+T"
      onClick={() => onDeal({ kind: 'taxFree' })}
    >
      {isPrepared ? (
        <IconPlaneInflight size={22} stroke={1.6} aria-hidden="true" />
      ) : (
        <IconPlaneDeparture size={22} stroke={1.6} aria-hidden="true" />
      )}
      {t('title')}
    </button>
  );
}

/** What is done with the basket now and then. */
function MoreMenu({ basket, onDeal, onNote, onEmpty }: Pick<BasketActionsProps, 'basket' | 'onDeal'> & { onNote: () => void; onEmpty: () => void }) {
  const { t } = useTranslation('sale');
  const maySellCards = useMay('giftcard.sell');
  const mayRecycle = useMay('recycle.create');
  return (
    <Menu width={280} position="top-end">
      <Menu.Target>
        <button type="button" className={css.action}>
          <IconDots size={22} stroke={1.8} aria-hidden="true" />
          {t('basket.more')}
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('basket.more')}>
        <Menu.Item
          leftSection={<IconInfoCircle size={20} stroke={1.6} />}
          rightSection={<kbd className="hint">Alt+I</kbd>}
          onClick={() => onDeal({ kind: 'explain', lineId: null })}
        >
          {t('explain.open')}
        </Menu.Item>
        <Menu.Item leftSection={<IconNote size={20} stroke={1.6} />} onClick={onNote}>
          {t('basket.note')}
        </Menu.Item>
        {maySellCards && (
          <Menu.Item leftSection={<IconGift size={20} stroke={1.6} />} onClick={() => onDeal({ kind: 'giftCard', lineId: null })}>
            {t('deal.giftCard')}
          </Menu.Item>
        )}
        {basket.needsFlight && (
          <Menu.Item leftSection={<IconPlaneDeparture size={20} stroke={1.6} />} onClick={() => onDeal({ kind: 'flight' })}>
            {t('deal.flight')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconStack2 size={20} stroke={1.6} />} onClick={() => onDeal({ kind: 'waiting' })}>
          {t('waiting.title')}
        </Menu.Item>
        {mayRecycle && (
          <Menu.Item component={Link} to={page.recycling} leftSection={<IconRecycle size={20} stroke={1.6} />}>
            {t('basket.recycling')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={20} stroke={1.6} />} onClick={onEmpty}>
          {t('basket.emptyBasket')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What is done with the whole basket. */
export function BasketActions({ basket, onDialog, onDeal }: BasketActionsProps) {
  const { t } = useTranslation(['sale', 'shell']);
  const [open, setOpen] = useState<'note' | 'empty' | null>(null);
  const empty = useEmptyBasket();
  const note = useNote();
  const park = usePark();
  const mayDeposit = useMay(TAKE_DEPOSIT);
  const show = (which: 'note' | 'empty' | null): void => {
    setOpen(which);
    onDialog(which !== null);
  };
  const reserved = basket.lines.reduce((sum, line) => sum + line.reservedQuantity, 0);
  return (
    <div className={css.actions}>
      <button
        type="button"
        className={css.action}
        aria-busy={park.isPending || undefined}
        aria-keyshortcuts="F8"
        onClick={() => {
          if (!park.isPending) park.mutate();
        }}
      >
        <IconPlayerPause size={22} stroke={1.6} aria-hidden="true" />
        {t('basket.park')}
      </button>
      {mayDeposit && (
        <button type="button" className={css.action} aria-keyshortcuts="Alt+A" onClick={() => onDeal({ kind: 'deposit' })}>
          <IconLock size={22} stroke={1.6} aria-hidden="true" />
          {t('section.deposit', { ns: 'shell' })}
        </button>
      )}
      <button type="button" className={css.action} onClick={() => onDeal({ kind: 'discount', lineId: null })}>
        <IconPercentage size={22} stroke={1.6} aria-hidden="true" />
        {t('line.discount')}
      </button>
      <TaxFreeAction basket={basket} onDeal={onDeal} />
      <GiftAction basket={basket} onDeal={onDeal} />
      <MoreMenu basket={basket} onDeal={onDeal} onNote={() => show('note')} onEmpty={() => show('empty')} />
      {open === 'note' && (
        <NoteDialog
          title={t('basket.noteOfBasket')}
          initial={basket.note}
          onClose={() => show(null)}
          onSave={(text) => {
            note.mutate(text);
            show(null);
          }}
        />
      )}
      {open === 'empty' && (
        <ConfirmDialog
          title={t('basket.emptyTitle')}
          consequence={t('basket.emptyConsequence', { count: reserved })}
          stay={t('basket.keep')}
          go={t('basket.emptyBasket')}
          isDestructive
          isBusy={empty.isPending}
          onStay={() => show(null)}
          onGo={() => empty.mutate(undefined, { onSettled: () => show(null) })}
        />
      )}
    </div>
  );
}
