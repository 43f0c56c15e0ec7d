import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '#/api/permission';
import { page } from '#/lib/path';
import type { Statement } from './queries';

interface OrdersLinkProps {
  statement: Pick<Statement, 'statementNo' | 'documents' | 'isBlind'>;
  className?: string | undefined;
  children: ReactNode;
  /** What stands there without a way. */
  instead?: ReactNode;
}

/**
 * The way to the orders that a statement holds, for whoever may see orders; none before cash is counted, as the list
 * tells sums.
 */
export function OrdersLink({ statement: { statementNo, documents, isBlind }, className, children, instead }: OrdersLinkProps) {
  const mayLook = useMay('order.view');
  if (!mayLook || isBlind || documents === 0) return instead;
  return (
    <Link to={page.orderHistory} search={{ statementNo }} className={className}>
      {children}
    </Link>
  );
}
