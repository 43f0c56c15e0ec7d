import { Menu } from '@mantine/core';
import {
  IconInfoCircle,
  IconCertificate,
  IconDots,
  IconGift,
  IconHash,
  IconLock,
  IconNote,
  IconPencilHeart,
  IconPercentage,
  IconReceipt,
  IconRuler2,
  IconScale,
  IconTrash,
  IconTool,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ShownLine as Line } from '#/api/expected-basket';
import { TAKE_DEPOSIT, useMay } from '#/api/permission';
import { refusalText } from '#/api/refusal';
import type { LineActionName } from '#/api/types';
import { page } from '#/lib/path';
import { Stepper } from '#/ui/Stepper';
import { cx } from '#/ui/cx';
import css from './BasketLine.module.css';
import type { LineHandlers } from './handlers';
import { entriesOf } from './price';

export function refusalOf(line: Line, name: LineActionName): string | null {
  const refusal = line.actions.find((action) => action.name === name)?.refusal;
  return refusal ? refusalText(refusal) : null;
}

const canDo = (line: Line, name: LineActionName): boolean => line.actions.some((action) => action.name === name);

const ENTRY_ICONS = { keyed: IconReceipt, reference: IconTool, stockNo: IconHash, certificate: IconCertificate, giftCard: IconGift } as const;

type ControlsProps = { line: Line } & LineHandlers;

/** What is done to a line now and then. */
function LineMenu({ line, onSize, onNote, onDeal, onRefused }: ControlsProps) {
  const { t } = useTranslation('sale');
  const { lineId } = line;
  const guarded = (name: LineActionName, act: () => void) => () => {
    const refusal = refusalOf(line, name);
    if (refusal) onRefused(line, refusal);
    else act();
  };
  return (
    <Menu width={260} position="bottom-end" returnFocus>
      <Menu.Target>
        <button type="button" className={cx(css.mini, css.more)} aria-label={t('line.more')}>
          <IconDots size={22} stroke={1.8} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('line.more')}>
        {line.sizeCode !== '' && canDo(line, 'changeSize') && (
          <Menu.Item leftSection={<IconRuler2 size={20} stroke={1.6} />} onClick={guarded('changeSize', () => onSize(line))}>
            {t('basket.changeSize')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconNote size={20} stroke={1.6} />} onClick={guarded('note', () => onNote(line))}>
          {t('basket.note')}
        </Menu.Item>
        {canDo(line, 'overridePrice') && (
          <Menu.Item leftSection={<IconLock size={20} stroke={1.6} />} onClick={guarded('overridePrice', () => onDeal({ kind: 'price', lineId }))}>
            {t('deal.price')}
          </Menu.Item>
        )}
        {canDo(line, 'weigh') && (
          <Menu.Item leftSection={<IconScale size={20} stroke={1.6} />} onClick={guarded('weigh', () => onDeal({ kind: 'weight', lineId }))}>
            {t('deal.weight')}
          </Menu.Item>
        )}
        {entriesOf(line).map(({ kind }) => {
          const Icon = ENTRY_ICONS[kind];
          return (
            <Menu.Item key={kind} leftSection={<Icon size={20} stroke={1.6} />} onClick={guarded('note', () => onDeal({ kind, lineId }))}>
              {t(`deal.${kind}`)}
            </Menu.Item>
          );
        })}
        <Menu.Item leftSection={<IconUsers size={20} stroke={1.6} />} onClick={guarded('salesperson', () => onDeal({ kind: 'salesperson', lineId }))}>
          {t('deal.salesperson')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconInfoCircle size={20} stroke={1.6} />}
          rightSection={<kbd className="hint">Alt+I</kbd>}
          onClick={() => onDeal({ kind: 'explain', lineId })}
        >
          {t('explain.open')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A gift comes and goes as the choice of the whole order. */
function GiftControls({ line, onRemove, onDeal }: ControlsProps) {
  const { t } = useTranslation('sale');
  return (
    <div className={css.controls}>
      <button type="button" className={css.mini} onClick={() => onDeal({ kind: 'gift' })}>
        <IconGift size={18} stroke={1.6} aria-hidden="true" />
        {t('gift.change')}
      </button>
      <button type="button" className={css.mini} onClick={() => onRemove(line)}>
        <IconTrash size={18} stroke={1.6} aria-hidden="true" />
        {t('gift.remove')}
      </button>
    </div>
  );
}

/** What can be done with the open line, in place. */
export function LineControls(props: ControlsProps) {
  const { line, onQuantity, onRemove, onDeposit, onDeal, onRefused } = props;
  const { t } = useTranslation(['sale', 'shell']);
  const mayDeposit = useMay(TAKE_DEPOSIT);
  if (line.isGift) return <GiftControls {...props} />;
  const discountRefusal = refusalOf(line, 'discount');
  const depositRefusal = refusalOf(line, 'deposit');
  const say = (reason: string): void => onRefused(line, reason);
  return (
    <div className={css.controls}>
      <Stepper
        label={t('basket.quantity', { name: line.name })}
        value={line.quantity}
        decreaseLabel={t('basket.decrease')}
        increaseLabel={t('basket.increase')}
        removeLabel={t('basket.remove')}
        decreaseRefusal={refusalOf(line, line.quantity > 1 ? 'decrease' : 'remove')}
        increaseRefusal={refusalOf(line, 'increase')}
        onDecrease={() => onQuantity(line, line.quantity - 1)}
        onIncrease={() => onQuantity(line, line.quantity + 1)}
        onRemove={() => onRemove(line)}
        onRefused={say}
      />
      <button
        type="button"
        className={css.mini}
        aria-disabled={discountRefusal ? true : undefined}
        onClick={() => (discountRefusal ? say(discountRefusal) : onDeal({ kind: 'discount', lineId: line.lineId }))}
      >
        <IconPercentage size={18} stroke={1.6} aria-hidden="true" />
        {t('line.discount')}
      </button>
      {mayDeposit && (
        <button
          type="button"
          className={css.mini}
          aria-pressed={line.deposit}
          aria-keyshortcuts="Alt+A"
          aria-disabled={depositRefusal ? true : undefined}
          onClick={() => (depositRefusal ? say(depositRefusal) : onDeposit(line))}
        >
          <IconLock size={18} stroke={1.6} aria-hidden="true" />
          {t('section.deposit', { ns: 'shell' })}
        </button>
      )}
      {line.customisation && (
        <Link to={page.customized} search={{ line: line.lineId }} className={css.mini}>
          <IconPencilHeart size={18} stroke={1.6} aria-hidden="true" />
          {t('basket.customise')}
        </Link>
      )}
      <LineMenu {...props} />
    </div>
  );
}
