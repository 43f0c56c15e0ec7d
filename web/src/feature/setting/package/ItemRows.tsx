import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemTile, NamedItem, PackageContent, PackageItem, PromotionFault } from '#/api/types';
import { IconButton } from '#/ui/IconButton';
import { Picture } from '#/ui/Picture';
import { SelectField } from '#/ui/SelectField';
import type { Form } from '../use-form';
import { Fault } from './Fault';
import { ItemSearch, SOLD } from './ItemSearch';
import { faultText, unitOf, withItem } from './package';
import css from './Package.module.css';
import { StepsField } from './StepsField';

type ItemNames = ReadonlyMap<string, Pick<NamedItem, 'name' | 'imageUrl'>>;

interface RowProps {
  row: PackageItem;
  content: PackageContent;
  names: ItemNames;
  faults: readonly PromotionFault[];
  onChange: (part: Partial<PackageItem>) => void;
  onRemove: () => void;
}

function ItemRow({ row, content, names, faults, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('package');
  const known = names.get(row.itemNo);
  const name = known?.name ?? row.itemNo;
  const of = (field: string): string | undefined => faultText(faults, { field, lineno: row.lineno });
  const groups = content.groups.map((group) => group.groupCode).filter((code) => code !== '');
  const discType = row.discType ?? '';
  const isLineSpecific = content.groupDiscType === 'LINE_SPECIFIC';
  return (
    <div className={css.itemRow} role="group" aria-label={name}>
      <Picture src={known?.imageUrl ?? ''} size="s40" />
      <span className={css.itemText}>
        <b className="trunc" dir="auto">{name}</b>
        <span className="t-meta num">{row.itemNo}</span>
        <Fault text={of('itemNo') ?? of('lineno')} />
      </span>
      <IconButton
        label={t('item.remove', { name })}
        icon={<IconTrash size={20} stroke={1.6} />}
        isDanger
        onClick={onRemove}
      />
      <div className={css.itemFields}>
        <SelectField
          label={t('field.lineGroup')}
          value={row.lineGroup}
          help={<Fault text={of('lineGroup')} />}
          onChange={(lineGroup) => onChange({ lineGroup })}
        >
          <option value="">{t('item.own')}</option>
          {[...new Set([...groups, row.lineGroup])].filter(Boolean).map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </SelectField>
        <StepsField
          label={t('field.quantityOfItemNeed')}
          value={row.quantityOfItemNeed}
          digits={0}
          help={<Fault text={of('quantityOfItemNeed')}>{row.quantityOfItemNeed === 0 ? t('help.quantityOfItemNeed') : undefined}</Fault>}
          onChange={(quantityOfItemNeed) => onChange({ quantityOfItemNeed })}
        />
        {(isLineSpecific || row.discType !== null) && (
          <SelectField
            label={t('field.discType')}
            value={discType}
            help={<Fault text={of('discType')} />}
            onChange={(type) =>
              onChange(
                type === ''
                  ? { discType: null, dealPriceOrDiscPercent: null }
                  : { discType: type as NonNullable<PackageItem['discType']>, dealPriceOrDiscPercent: row.dealPriceOrDiscPercent ?? 0 },
              )
            }
          >
            <option value="">{t('discType.none')}</option>
            <option value="DISC_PERCENT">{t('discType.DISC_PERCENT')}</option>
            <option value="DEAL_PRICE">{t('discType.DEAL_PRICE')}</option>
          </SelectField>
        )}
        {row.discType && (
          <StepsField
            key={`${row.discType}${content.currency}`}
            label={t('field.dealPriceOrDiscPercent')}
            value={row.dealPriceOrDiscPercent ?? 0}
            {...unitOf(row.discType, content.currency)}
            help={<Fault text={of('dealPriceOrDiscPercent')} />}
            onChange={(dealPriceOrDiscPercent) => onChange({ dealPriceOrDiscPercent })}
          />
        )}
        <label className={css.check}>
          <input
            type="checkbox"
            checked={row.takesCustomised}
            onChange={(event) => onChange({ takesCustomised: event.target.checked })}
          />
          {t('field.takesCustomised')}
        </label>
      </div>
    </div>
  );
}

interface ItemRowsProps {
  form: Form<PackageContent>;
  named: readonly NamedItem[];
  faults: readonly PromotionFault[];
  isEditable: boolean;
}

/** The items of a package, and the search that adds more. */
export function ItemRows({ form, named, faults, isEditable }: ItemRowsProps) {
  const { t } = useTranslation('package');
  const { items, groups, groupDiscType } = form.value;
  const [added, setAdded] = useState<readonly ItemTile[]>([]);
  const [wanted, setWanted] = useState<string | null>(null);
  const codes = groups.map((group) => group.groupCode).filter((code) => code !== '');
  const target = wanted !== null && (wanted === '' || codes.includes(wanted)) ? wanted : (codes[0] ?? '');
  const names: ItemNames = new Map([...named, ...added].map((item) => [item.itemNo, item]));
  const add = (found: readonly ItemTile[]): void => {
    setAdded((known) => [...known, ...found]);
    const isLineSpecific = groupDiscType === 'LINE_SPECIFIC';
    form.set({ items: found.reduce<PackageItem[]>((all, item) => withItem(all, item.itemNo, target, isLineSpecific), items) });
  };
  return (
    <div className={css.rows}>
      <Fault text={faultText(faults, { field: 'items' })} />
      {items.map((row) => (
        <ItemRow
          key={row.lineno}
          row={row}
          content={form.value}
          names={names}
          faults={faults}
          onChange={(part) => form.set({ items: items.map((other) => (other === row ? { ...other, ...part } : other)) })}
          onRemove={() => form.set({ items: items.filter((other) => other !== row) })}
        />
      ))}
      {isEditable && (
        <div className={css.adding}>
          <SelectField label={t('item.into')} value={target} onChange={setWanted}>
            {codes.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
            <option value="">{t('item.own')}</option>
          </SelectField>
          <ItemSearch label={t('item.search')} source={SOLD} onAdd={(item) => add([item])} onAddAll={add} />
        </div>
      )}
    </div>
  );
}
