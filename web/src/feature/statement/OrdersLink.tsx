import { IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '#/api/permission';
import { page } from '#/lib/path';
import buttonCss from '#/ui/Button.module.css';
import { cx } from '#/ui/cx';
import type { Statement } from './queries';

interface OrdersLinkProps {
  statement: Pick<Statement, 'statementNo' | 'documents'>;
  className?: string | undefined;
}

/** The way to the orders that a statement holds, for whoever may see orders. */
export function OrdersLink({ statement: { statementNo, documents }, className }: OrdersLinkProps) {
  const { t } = useTranslation('statement');
  const mayLook = useMay('order.view');
  if (!mayLook || documents === 0) return null;
  return (
    <div className={className}>
      <Link to={page.orderHistory} search={{ statementNo }} className={cx(buttonCss.button, buttonCss.quiet)}>
        <IconReceipt size={20} stroke={1.6} aria-hidden="true" />
        {t('showOrders')}
      </Link>
    </div>
  );
}
