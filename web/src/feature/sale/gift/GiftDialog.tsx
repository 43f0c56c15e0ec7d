import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownBasket } from '#/api/expected-basket';
import { errorText, refusalText } from '#/api/refusal';
import type { Gift, GiftCampaign } from '#/api/types';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { DialogContent, DialogFrame } from '#/ui/Dialog';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Note } from '#/ui/Note';
import { Picture } from '#/ui/Picture';
import { Bone, Loading } from '#/ui/Skeleton';
import { useChooseGift, useRemoveGift } from '../queries';
import css from './Gift.module.css';
import { useGifts } from './use-gifts';

interface TileProps {
  gift: Gift;
  isOn: boolean;
  isBlocked: boolean;
  onChoose: () => void;
}

function GiftTile({ gift, isOn, isBlocked, onChoose }: TileProps) {
  const { t } = useTranslation('sale');
  const isOut = gift.available <= 0 && !isOn;
  return (
    <button
      type="button"
      className={cx(css.tile, isOn && css.on, isOut && css.out)}
      aria-pressed={isOn}
      aria-disabled={isOut || isBlocked || undefined}
      onClick={() => {
        if (!isOut && !isBlocked) onChoose();
      }}
    >
      <Picture src={gift.imageUrl} size="s52" isPlain />
      <span className={css.tileText}>
        <b>
          <bdi>{gift.name}</bdi>
        </b>
        <span className="t-cap">{isOut ? t('stock.none') : t('stock.inStock', { count: gift.available })}</span>
      </span>
    </button>
  );
}

interface Chosen {
  campaignId: string;
  itemNo: string;
}

interface CampaignProps {
  campaign: GiftCampaign;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen) => void;
  onCustomer: () => void;
}

function CampaignSection({ campaign, chosen, onChoose, onCustomer }: CampaignProps) {
  const { t } = useTranslation('sale');
  const { refusal, campaignId } = campaign;
  const needsCustomer = refusal?.key === 'sale.customer_first';
  return (
    <section className={css.campaign}>
      <h3 className="t-lead">
        <bdi>{campaign.name}</bdi>
      </h3>
      <p className="t-cap">
        {t('gift.from')} <Amount money={campaign.qualifyingAmount} /> · {t('gift.reached')} <Amount money={campaign.reached} />
      </p>
      {refusal && (
        <Note tone={needsCustomer ? 'citrine' : 'neutral'}>
          {refusalText(refusal)}
          {needsCustomer && (
            <div className={css.noteAction}>
              <Button size="sm" onClick={onCustomer}>
                {t('customer.add')}
              </Button>
            </div>
          )}
        </Note>
      )}
      <div className={css.tiles} role="group" aria-label={campaign.name}>
        {campaign.gifts.map((gift) => (
          <GiftTile
            key={gift.itemNo}
            gift={gift}
            isBlocked={refusal !== null}
            isOn={chosen?.campaignId === campaignId && chosen.itemNo === gift.itemNo}
            onChoose={() => onChoose({ campaignId, itemNo: gift.itemNo })}
          />
        ))}
      </div>
    </section>
  );
}

interface BagsProps {
  bags: readonly Gift[];
  isWanted: boolean;
  bag: string | null;
  onWanted: (isWanted: boolean) => void;
  onBag: (itemNo: string) => void;
}

function ToteBags({ bags, isWanted, bag, onWanted, onBag }: BagsProps) {
  const { t } = useTranslation('sale');
  return (
    <section className={css.campaign}>
      <label className={css.option}>
        <input type="checkbox" checked={isWanted} onChange={(event) => onWanted(event.target.checked)} />
        <span>{t('gift.tote')}</span>
      </label>
      {isWanted && (
        <div className={css.tiles} role="group" aria-label={t('gift.tote')}>
          {bags.map((one) => (
            <GiftTile key={one.itemNo} gift={one} isBlocked={false} isOn={bag === one.itemNo} onChoose={() => onBag(one.itemNo)} />
          ))}
        </div>
      )}
    </section>
  );
}

interface GiftDialogProps {
  basket: ShownBasket;
  onCustomer: () => void;
  onClose: () => void;
}

/** What the gifts of the basket are now: the choice begins there. */
function useChoice(basket: ShownBasket, campaigns: readonly GiftCampaign[], bags: readonly Gift[]) {
  const inBasket = new Set(basket.lines.filter(({ isGift }) => isGift).map(({ itemNo }) => itemNo));
  const holding = campaigns.find(({ gifts }) => gifts.some(({ itemNo }) => inBasket.has(itemNo)));
  const held = holding?.gifts.find(({ itemNo }) => inBasket.has(itemNo));
  const heldBag = bags.find(({ itemNo }) => inBasket.has(itemNo))?.itemNo ?? null;
  const [choice, setChoice] = useState<Chosen | null>(null);
  const [isToteWanted, setToteWanted] = useState<boolean | null>(null);
  const [bag, setBag] = useState<string | null>(null);
  return {
    hasGift: inBasket.size > 0,
    chosen: choice ?? (holding && held ? { campaignId: holding.campaignId, itemNo: held.itemNo } : null),
    setChoice,
    isToteWanted: isToteWanted ?? heldBag !== null,
    setToteWanted,
    bag: bag ?? heldBag,
    setBag,
  };
}

/** The gifts that this basket earns: one of them, and a bag with it. */
export function GiftDialog({ basket, onCustomer, onClose }: GiftDialogProps) {
  const { t } = useTranslation('sale');
  const { t: ui } = useTranslation();
  const { data, error, refetch } = useGifts(basket);
  const campaigns = data?.campaigns ?? [];
  const bags = data?.toteBags ?? [];
  const choice = useChoice(basket, campaigns, bags);
  const choose = useChooseGift();
  const remove = useRemoveGift();
  const { chosen } = choice;
  const earned = campaigns.some(({ refusal }) => refusal === null);
  const save = (): void => {
    if (!chosen) return;
    const toteBagItemNos = choice.isToteWanted && choice.bag ? [choice.bag] : [];
    choose.mutate(
      { campaignId: chosen.campaignId, itemNos: [chosen.itemNo], withToteBag: choice.isToteWanted, toteBagItemNos },
      { onSuccess: onClose },
    );
  };
  return (
    <DialogFrame onClose={onClose} width={640} isFullOnPhone>
      <DialogContent
        title={t('gift.title')}
        isFootApart
        onClose={onClose}
        foot={
          <>
            {choice.hasGift ? (
              <Button variant="danger" size="lg" isGrowing isBusy={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: onClose })}>
                {t('gift.remove')}
              </Button>
            ) : (
              <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
                {ui('cancel')}
              </Button>
            )}
            {earned && (
              <Button variant="primary" size="lg" isGrowing isBlocked={!chosen} isBusy={choose.isPending} onClick={save}>
                {t('gift.choose')}
              </Button>
            )}
          </>
        }
      >
        {!data && !error && (
          <Loading>
            <Bone height={96} radius={10} />
          </Loading>
        )}
        {!data && error && <ErrorState title={t('gift.failed')} text={errorText(error)} onRetry={() => void refetch()} />}
        {data && campaigns.length === 0 && <EmptyState piece="pendant" title={t('gift.none')} text={t('gift.noneText')} />}
        {campaigns.map((campaign) => (
          <CampaignSection key={campaign.campaignId} campaign={campaign} chosen={chosen} onChoose={choice.setChoice} onCustomer={onCustomer} />
        ))}
        {earned && bags.length > 0 && (
          <ToteBags bags={bags} isWanted={choice.isToteWanted} bag={choice.bag} onWanted={choice.setToteWanted} onBag={choice.setBag} />
        )}
        {choose.error && (
          <Note tone="garnet" role="alert">
            {errorText(choose.error)}
          </Note>
        )}
      </DialogContent>
    </DialogFrame>
  );
}
