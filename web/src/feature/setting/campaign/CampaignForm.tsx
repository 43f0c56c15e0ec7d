import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, post, put } from '#/api/client';
import type { Campaign, CampaignContent, NamedItem, PromotionChoices } from '#/api/types';
import { currencyExponent } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { Button } from '#/ui/Button';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { Picture } from '#/ui/Picture';
import { Tag } from '#/ui/Tag';
import { Boxes } from '../Boxes';
import { isSame } from '../edits';
import { DayInput, SelectInput, StepsInput, SwitchInput, TextInput } from '../fields';
import { FormFrame, FormSection } from '../FormFrame';
import { Fault } from '../package/Fault';
import { ALL, ItemSearch } from '../package/ItemSearch';
import { Opened, useChangedBy, useContent } from '../package/content';
import { faultText } from '../package/package';
import css from '../package/Package.module.css';
import { useHome } from '../package/use-home';
import type { FormProps } from '../section';
import { entryKey, sectionKey } from '../use-entries';
import type { Form } from '../use-form';

const newCampaign = (currency: CampaignContent['currency']): CampaignContent => ({
  campaignId: '',
  name: '',
  startingDate: null,
  endingDate: null,
  stores: [],
  currency,
  qualifyingAmount: 0,
  itemClasses: [],
  itemNos: [],
  perCustomerLimit: null,
  memberOnly: false,
  stackable: true,
});

interface GiftsProps {
  form: Form<CampaignContent>;
  view: Campaign | null;
  isEditable: boolean;
}

/** The gifts to choose from, in the order in which staff see them. */
function Gifts({ form, view, isEditable }: GiftsProps) {
  const { t } = useTranslation('package');
  const [added, setAdded] = useState<readonly NamedItem[]>([]);
  const { itemNos } = form.value;
  const names = new Map([...(view?.items ?? []), ...added].map((item) => [item.itemNo, item]));
  const move = (at: number, to: number): void => {
    const moved = [...itemNos];
    const [item] = moved.splice(at, 1);
    if (item === undefined) return;
    moved.splice(to, 0, item);
    form.set({ itemNos: moved });
  };
  return (
    <div className={css.rows}>
      {itemNos.map((itemNo, at) => {
        const name = names.get(itemNo)?.name ?? itemNo;
        return (
          <div key={itemNo} className={css.giftRow} role="group" aria-label={name}>
            <Picture src={names.get(itemNo)?.imageUrl ?? ''} size="s40" />
            <span className={css.itemText}>
              <b className="trunc" dir="auto">{name}</b>
              <span className="t-meta num">{itemNo}</span>
            </span>
            <span>
              {at > 0 && <IconButton label={t('campaign.up', { name })} icon={<IconArrowUp size={20} stroke={1.6} />} onClick={() => move(at, at - 1)} />}
              {at < itemNos.length - 1 && (
                <IconButton label={t('campaign.down', { name })} icon={<IconArrowDown size={20} stroke={1.6} />} onClick={() => move(at, at + 1)} />
              )}
              <IconButton
                isDanger
                label={t('item.remove', { name })}
                icon={<IconTrash size={20} stroke={1.6} />}
                onClick={() => form.set({ itemNos: itemNos.filter((other) => other !== itemNo) })}
              />
            </span>
          </div>
        );
      })}
      {isEditable && (
        <ItemSearch
          label={t('campaign.addGift')}
          source={ALL}
          onAdd={(item) => {
            setAdded((known) => [...known, item]);
            if (!itemNos.includes(item.itemNo)) form.set({ itemNos: [...itemNos, item.itemNo] });
          }}
        />
      )}
    </div>
  );
}

function Switch({ view, isUnsaved }: { view: Campaign; isUnsaved: boolean }) {
  const { t } = useTranslation('package');
  const client = useQueryClient();
  const { campaignId } = view.campaign;
  const switching = useMutation({
    mutationFn: (enabled: boolean) =>
      post('/setting/campaign/{campaignId}/state', { path: { campaignId }, body: { version: view.version, enabled } }),
    onSuccess: (now, wanted) => {
      client.setQueryData(entryKey('campaign', campaignId), now);
      if (now.enabled === wanted) showNotice('success', t(wanted ? 'campaign.on' : 'campaign.off'));
      else showNotice('warning', t('faulty', { count: now.faults.length }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: sectionKey('campaign') }),
  });
  return (
    <Button
      isBusy={switching.isPending}
      isBlocked={isUnsaved}
      onBlocked={() => showNotice('warning', t('saveFirst'))}
      onClick={() => switching.mutate(!view.enabled)}
    >
      {t(view.enabled ? 'disable' : 'enable')}
    </Button>
  );
}

interface EditorProps extends FormProps {
  view: Campaign | null;
  choices: PromotionChoices;
}

function Editor({ view, choices, onSaved, onClose }: EditorProps) {
  const { t } = useTranslation('package');
  const changedBy = useChangedBy();
  const home = useHome();
  const base = view?.campaign ?? newCampaign(home?.currencyCode ?? 'EUR');
  const form = useContent<CampaignContent, Campaign>({
    section: 'campaign',
    base,
    idOf: (content) => content.campaignId,
    contentOf: (now) => now.campaign,
    read: (campaignId) => get('/setting/campaign/{campaignId}', { path: { campaignId } }),
    write: (content) =>
      view
        ? put('/setting/campaign/{campaignId}', {
            path: { campaignId: view.campaign.campaignId },
            body: { version: view.version, campaign: content },
            notice: 'none',
          })
        : post('/setting/campaign', { body: { campaign: content }, notice: 'none' }),
    onSaved,
  });
  const { value } = form;
  const isEditable = view?.enabled !== true;
  const faults = (view?.faults ?? []).filter((fault) => {
    const name = fault.refusal.field as keyof CampaignContent;
    return isSame(base[name], value[name]);
  });
  const of = (field: string, help?: string) => <Fault text={faultText(faults, { field })}>{help}</Fault>;
  const currencies = [...new Set([...choices.stores.map((store) => store.currency), value.currency])].toSorted();
  return (
    <FormFrame
      title={view ? value.name || view.campaign.campaignId : t('campaign.newTitle')}
      sub={view && changedBy(view)}
      aside={view && <Tag {...(view.enabled ? { tone: 'emerald' as const } : {})}>{t(view.enabled ? 'state.ENABLED' : 'state.DISABLED')}</Tag>}
      form={form}
      saveLabel={t('campaign.save')}
      isReadOnly={!isEditable}
      onClose={onClose}
      actions={view && <Switch view={view} isUnsaved={form.changes > 0} />}
    >
      {!isEditable && (
        // Without a field that takes the focus, keys scroll the form from here.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={css.remark} tabIndex={0}>
          <Note>{t('campaign.locked')}</Note>
        </div>
      )}
      <fieldset className={css.plain} disabled={!isEditable}>
        {isEditable && faults.length > 0 && (
          <div className={css.remark}>
            <Note tone="citrine">{t('faulty', { count: faults.length })}</Note>
          </div>
        )}
        <FormSection title={t('part.head')}>
          <TextInput form={form} name="campaignId" label={t('field.campaignId')} isRequired isFixed={view !== null} isLtr help={view ? undefined : t('help.discountId')} />
          <TextInput form={form} name="name" label={t('field.name')} isRequired isWide help={of('name')} />
          <SelectInput form={form} name="currency" label={t('field.currency')} options={currencies.map((code) => ({ value: code, label: code }))} />
          <StepsInput
            key={value.currency}
            form={form}
            name="qualifyingAmount"
            label={t('field.qualifyingAmount')}
            digits={currencyExponent(value.currency)}
            unit={value.currency}
            help={of('qualifyingAmount')}
          />
          <StepsInput form={form} name="perCustomerLimit" label={t('field.perCustomerLimit')} digits={0} isNullable help={of('perCustomerLimit', t('help.perCustomerLimit'))} />
        </FormSection>
        <FormSection title={t('part.when')}>
          <DayInput form={form} name="startingDate" label={t('field.startingDate')} help={of('startingDate')} />
          <DayInput form={form} name="endingDate" label={t('field.endingDate')} help={of('endingDate')} />
          <SwitchInput form={form} name="memberOnly" label={t('field.memberOnly')} />
          <SwitchInput form={form} name="stackable" label={t('field.stackable')} help={t('help.stackable')} />
        </FormSection>
        <fieldset className={css.part}>
          <legend>{t('part.gifts')}</legend>
          {of('itemNos')}
          <Gifts form={form} view={view} isEditable={isEditable} />
        </fieldset>
        <fieldset className={css.part}>
          <legend>{t('part.stores')}</legend>
          {of('stores')}
          <Boxes
            label={t('part.stores')}
            options={choices.stores.map((store) => ({ value: store.storeNo, label: `${store.name} (${store.currency})` }))}
            chosen={value.stores}
            onChange={(stores) => form.set({ stores })}
          />
        </fieldset>
        <fieldset className={css.part}>
          <legend>{t('part.classes')}</legend>
          <p className="t-meta">{t('help.itemClasses')}</p>
          <Boxes
            label={t('part.classes')}
            options={choices.itemClasses.map((known) => ({ value: known.itemClass, label: known.name }))}
            chosen={value.itemClasses}
            onChange={(itemClasses) => form.set({ itemClasses })}
          />
        </fieldset>
      </fieldset>
    </FormFrame>
  );
}

/** The form of a gift campaign. */
export function CampaignForm(props: FormProps) {
  return (
    <Opened
      section="campaign"
      id={props.id}
      read={(campaignId, signal) => get('/setting/campaign/{campaignId}', { path: { campaignId }, signal, notice: 'none' })}
      onClose={props.onClose}
    >
      {(view, choices) => <Editor {...props} view={view} choices={choices} />}
    </Opened>
  );
}
