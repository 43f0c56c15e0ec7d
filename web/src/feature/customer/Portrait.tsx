import type { Customer } from '#/api/types';
import { initials } from '#/lib/text';
import { Avatar } from '#/ui/Avatar';
import css from './CustomerDialog.module.css';
import { usePhoto } from './queries';

/** The photograph of a customer, or their initials. The name stands beside it, so it is silent. */
export function Portrait({ customer }: { customer: Customer }) {
  const source = usePhoto(customer.customerId, customer.photoId);
  if (source === null) return <Avatar size="lg">{initials(customer.name)}</Avatar>;
  return <img src={source} alt="" className={css.portrait} />;
}
