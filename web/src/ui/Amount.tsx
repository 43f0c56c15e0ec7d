import { formatMoney, type Money } from '#/lib/money';
import { cx } from './cx';

/** An amount reads left to right in every script and keeps its figures in columns. */
export function Amount({ money, className }: { money: Money; className?: string }) {
  return (
    <bdi dir="ltr" className={cx('num', className)}>
      {formatMoney(money)}
    </bdi>
  );
}
