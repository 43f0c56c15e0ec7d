import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PackageContent, PackageGroup, PromotionFault } from '#/api/types';
import { currencyExponent } from '#/lib/money';
import { Button } from '#/ui/Button';
import { TextField } from '#/ui/Field';
import { IconButton } from '#/ui/IconButton';
import { SelectField } from '#/ui/SelectField';
import type { Form } from '../use-form';
import { Fault } from './Fault';
import { faultText, freeGroupCode, GROUP_TYPES, renameGroup } from './package';
import css from './Package.module.css';
import { StepsField } from './StepsField';

interface GroupRowsProps {
  form: Form<PackageContent>;
  faults: readonly PromotionFault[];
}

/** The groups of a package: how many pieces of each it takes. */
export function GroupRows({ form, faults }: GroupRowsProps) {
  const { t } = useTranslation('package');
  const { groups, items, currency } = form.value;
  const change = (at: number, part: Partial<PackageGroup>): void =>
    form.set({ groups: groups.map((group, other) => (other === at ? { ...group, ...part } : group)) });
  return (
    <div className={css.rows}>
      {groups.map((group, at) => {
        const of = (field: string): string | undefined => faultText(faults, { field, groupCode: group.groupCode });
        const isAmount = group.groupType === 'AMOUNT';
        return (
          // Groups have no name of their own while they are typed; their place is what tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={css.groupRow} role="group" aria-label={t('group.label', { code: group.groupCode })}>
            <div className={css.groupFields}>
              <TextField
                label={t('field.groupCode')}
                dir="ltr"
                autoComplete="off"
                value={group.groupCode}
                help={<Fault text={of('groupCode')} />}
                onChange={(event) => form.set(renameGroup(form.value, at, event.target.value))}
              />
              <SelectField
                label={t('field.groupType')}
                value={group.groupType}
                help={<Fault text={of('groupType')} />}
                onChange={(groupType) => change(at, { groupType: groupType as PackageGroup['groupType'], value2: 0 })}
              >
                {GROUP_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {t(`groupType.${type}`)}
                  </option>
                ))}
              </SelectField>
              <StepsField
                key={`${group.groupType}${currency}`}
                label={isAmount ? t('field.worth') : t('field.value1')}
                value={group.value1}
                digits={isAmount ? currencyExponent(currency) : 0}
                unit={isAmount ? currency : undefined}
                help={<Fault text={of('value1')} />}
                onChange={(value1) => change(at, { value1 })}
              />
              {group.groupType === 'RANGE' && (
                <StepsField
                  label={t('field.value2')}
                  value={group.value2}
                  digits={0}
                  help={<Fault text={of('value2')}>{group.value2 === 0 ? t('help.value2') : undefined}</Fault>}
                  onChange={(value2) => change(at, { value2 })}
                />
              )}
            </div>
            <IconButton
              label={t('group.remove', { code: group.groupCode })}
              icon={<IconTrash size={20} stroke={1.6} />}
              isDanger
              className={css.bin}
              onClick={() =>
                form.set({
                  groups: groups.filter((_, other) => other !== at),
                  items: items.filter((row) => row.lineGroup !== group.groupCode || group.groupCode === ''),
                })
              }
            />
          </div>
        );
      })}
      {groups.length === 0 && <p className="t-meta">{t('group.none')}</p>}
      <div>
        <Button
          size="sm"
          icon={<IconPlus size={20} stroke={1.6} aria-hidden="true" />}
          onClick={() => form.set({ groups: [...groups, { groupCode: freeGroupCode(groups), groupType: 'QTY', value1: 1, value2: 0 }] })}
        >
          {t('group.add')}
        </Button>
      </div>
    </div>
  );
}
