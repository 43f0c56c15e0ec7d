import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { get, post, put } from '#/api/client';
import type { Package, PackageContent, PromotionChoices, PromotionFault } from '#/api/types';
import { currencyExponent } from '#/lib/money';
import { showNotice } from '#/lib/notice';
import { Note } from '#/ui/Note';
import { Tag } from '#/ui/Tag';
import { DayInput, SelectInput, StepsInput, SwitchInput, TextInput, TimeInput } from '../fields';
import { FormFrame, FormSection } from '../FormFrame';
import type { FormProps } from '../section';
import type { Form } from '../use-form';
import { Week } from '../Week';
import { Actions } from './Actions';
import { Opened, useChangedBy, useContent } from './content';
import { Fault } from './Fault';
import { GroupRows } from './GroupRows';
import { ItemRows } from './ItemRows';
import { BENEFITS, faultText, newPackage, PERCENT_DIGITS, standing, unitOf, withDay } from './package';
import css from './Package.module.css';
import { STATE_TONES } from './state';
import { TryPanel } from './TryPanel';
import { useHome } from './use-home';

interface PartProps {
  form: Form<PackageContent>;
  faults: readonly PromotionFault[];
}

function Head({ form, faults, isNew }: PartProps & { isNew: boolean }) {
  const { t } = useTranslation('package');
  const of = (field: string) => <Fault text={faultText(faults, { field })} />;
  return (
    <FormSection title={t('part.head')}>
      <TextInput form={form} name="discountId" label={t('field.discountId')} isRequired isFixed={!isNew} isLtr help={isNew ? t('help.discountId') : undefined} />
      <StepsInput form={form} name="priority" label={t('field.priority')} digits={0} help={<Fault text={faultText(faults, { field: 'priority' })}>{t('help.priority')}</Fault>} />
      <TextInput form={form} name="description" label={t('field.description')} isRequired isWide help={<Fault text={faultText(faults, { field: 'description' })}>{t('help.description')}</Fault>} />
      {faultText(faults, { field: 'discountId' }) && of('discountId')}
    </FormSection>
  );
}

function Benefit({ form, faults, choices }: PartProps & { choices: PromotionChoices }) {
  const { t } = useTranslation('package');
  const { groupDiscType: kind, currency } = form.value;
  const of = (field: string) => <Fault text={faultText(faults, { field })} />;
  const currencies = [...new Set([...choices.stores.map((store) => store.currency), currency])].toSorted();
  return (
    <FormSection title={t('part.benefit')}>
      <SelectInput
        form={form}
        name="groupDiscType"
        label={t('field.groupDiscType')}
        options={BENEFITS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        help={of('groupDiscType')}
      />
      {kind !== 'LINE_SPECIFIC' && (
        <StepsInput
          key={`${kind}${currency}`}
          form={form}
          name="groupDiscTypeValue"
          label={t(`value.${kind}`)}
          {...unitOf(kind, currency)}
          help={of('groupDiscTypeValue')}
        />
      )}
      {kind === 'LEAST_EXPENSIVE' && (
        <StepsInput
          form={form}
          name="leastExpensiveDiscPercent"
          label={t('field.leastExpensiveDiscPercent')}
          digits={PERCENT_DIGITS}
          unit="%"
          help={of('leastExpensiveDiscPercent')}
        />
      )}
      <SelectInput form={form} name="currency" label={t('field.currency')} options={currencies.map((value) => ({ value, label: value }))} help={of('currency')} />
      <StepsInput form={form} name="maxTimes" label={t('field.maxTimes')} digits={0} help={<Fault text={faultText(faults, { field: 'maxTimes' })}>{form.value.maxTimes === 0 ? t('help.maxTimes') : undefined}</Fault>} />
      <StepsInput
        key={`trigger${currency}`}
        form={form}
        name="amountToTrigger"
        label={t('field.amountToTrigger')}
        digits={currencyExponent(currency)}
        unit={currency}
        help={<Fault text={faultText(faults, { field: 'amountToTrigger' })}>{t('help.amountToTrigger')}</Fault>}
      />
    </FormSection>
  );
}

function When({ form, faults }: PartProps) {
  const { t } = useTranslation('package');
  const { weekdays } = form.value;
  const of = (field: string) => <Fault text={faultText(faults, { field })} />;
  return (
    <FormSection title={t('part.when')}>
      <DayInput form={form} name="startingDate" label={t('field.startingDate')} help={of('startingDate')} />
      <DayInput form={form} name="endingDate" label={t('field.endingDate')} help={of('endingDate')} />
      <TimeInput form={form} name="fromTime" label={t('field.fromTime')} help={of('fromTime')} isNullable />
      <TimeInput form={form} name="toTime" label={t('field.toTime')} help={of('toTime')} isNullable />
      <Week
        label={t('field.weekdays')}
        isOn={(day) => weekdays[day] === 'X'}
        onSwitch={(day) => form.set({ weekdays: withDay(weekdays, day) })}
      >
        {of('weekdays')}
      </Week>
    </FormSection>
  );
}

function Who({ form, faults, choices }: PartProps & { choices: PromotionChoices }) {
  const { t } = useTranslation('package');
  const of = (field: string) => <Fault text={faultText(faults, { field })} />;
  return (
    <FormSection title={t('part.who')}>
      <SelectInput
        form={form}
        name="priceGroupCode"
        label={t('field.priceGroupCode')}
        none={t('anyPriceGroup')}
        options={choices.priceGroups.map((group) => ({ value: group.priceGroupCode, label: group.description }))}
        help={of('priceGroupCode')}
      />
      <TextInput form={form} name="couponCode" label={t('field.couponCode')} isNullable isLtr help={of('couponCode')} />
      <SwitchInput form={form} name="memberOnly" label={t('field.memberOnly')} />
      <SwitchInput form={form} name="blockManualDiscount" label={t('field.blockManualDiscount')} />
      <SwitchInput form={form} name="blockBasketDiscount" label={t('field.blockBasketDiscount')} />
    </FormSection>
  );
}

interface EditorProps extends FormProps {
  view: Package | null;
  choices: PromotionChoices;
}

function Editor({ view, choices, onSaved, onClose }: EditorProps) {
  const { t } = useTranslation('package');
  const changedBy = useChangedBy();
  const area = useRef<HTMLDivElement>(null);
  const home = useHome();
  const base = view?.package ?? newPackage(home?.currencyCode ?? 'EUR');
  const form = useContent<PackageContent, Package>({
    section: 'package',
    base,
    idOf: (content) => content.discountId,
    contentOf: (now) => now.package,
    read: (discountId) => get('/setting/package/{discountId}', { path: { discountId } }),
    write: (content) =>
      view
        ? put('/setting/package/{discountId}', {
            path: { discountId: view.package.discountId },
            body: { version: view.version, package: content },
            notice: 'none',
          })
        : post('/setting/package', { body: { package: content }, notice: 'none' }),
    onSaved,
  });
  const state = view?.state ?? 'DRAFT';
  const isEditable = state === 'DRAFT' || state === 'DISABLED';
  const faults = standing(view?.faults ?? [], base, form.value);
  const showFaults = (): void => {
    showNotice('warning', t('faulty', { count: view?.faults.length ?? 0 }));
    area.current?.querySelector('[data-fault]')?.scrollIntoView({ block: 'center' });
  };
  return (
    <FormFrame
      title={view ? form.value.description || view.package.discountId : t('newTitle')}
      sub={view && changedBy(view)}
      aside={view && <Tag {...(STATE_TONES[state] ? { tone: STATE_TONES[state] } : {})}>{t(`state.${state}`)}</Tag>}
      form={form}
      saveLabel={t('save')}
      isReadOnly={!isEditable}
      onClose={onClose}
      actions={view && <Actions view={view} isUnsaved={form.changes > 0} onFaults={showFaults} onDeleted={onClose} />}
    >
      <div ref={area} className={css.split}>
        <fieldset className={css.plain} disabled={!isEditable}>
          {!isEditable && <div className={css.remark}><Note>{state === 'ENABLED' ? t('locked') : t('readOnly')}</Note></div>}
          {isEditable && faults.length > 0 && (
            <div className={css.remark}><Note tone="citrine">{t('faulty', { count: faults.length })}</Note></div>
          )}
          <Head form={form} faults={faults} isNew={view === null} />
          <Benefit form={form} faults={faults} choices={choices} />
          <When form={form} faults={faults} />
          <Who form={form} faults={faults} choices={choices} />
          <fieldset className={css.part}>
            <legend>{t('part.groups')}</legend>
            <GroupRows form={form} faults={faults} />
          </fieldset>
          <fieldset className={css.part}>
            <legend>{t('part.items', { count: form.value.items.length })}</legend>
            <ItemRows form={form} named={view?.items ?? []} faults={faults} isEditable={isEditable} />
          </fieldset>
        </fieldset>
        <div className={css.aside}>
          <TryPanel content={form.value} choices={choices} />
        </div>
      </div>
    </FormFrame>
  );
}

/** The form of a package, with a basket to try it on beside it. */
export function PackageForm(props: FormProps) {
  return (
    <Opened
      section="package"
      id={props.id}
      read={(discountId, signal) => get('/setting/package/{discountId}', { path: { discountId }, signal, notice: 'none' })}
      onClose={props.onClose}
    >
      {(view, choices) => <Editor {...props} view={view} choices={choices} />}
    </Opened>
  );
}
