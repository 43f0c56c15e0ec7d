import { useTranslation } from 'react-i18next';
import type { ShownBasket, ShownLine } from '#/api/expected-basket';
import { isolated } from '#/lib/left-to-right';
import { ShareDialog } from '#/widget/salesperson/ShareDialog';
import { useLineSalesperson } from '../queries';

interface LineSalespersonDialogProps {
  basket: ShownBasket;
  line: ShownLine;
  onClose: () => void;
}

/** Somebody else sells this line than the rest, or several people together. */
export function LineSalespersonDialog({ basket, line, onClose }: LineSalespersonDialogProps) {
  const { t } = useTranslation('sale');
  const change = useLineSalesperson();
  const { lineId } = line;
  const own = line.salespeople.map(({ staffId, percent }) => ({ staffId, percent }));
  const house = basket.salespeople.length > 0 ? basket.salespeople.map(({ name }) => isolated(name)).join(', ') : isolated(basket.salesperson?.name ?? '');
  const done = { onSuccess: onClose };
  return (
    <ShareDialog
      title={t('deal.salesperson')}
      lead={own.length > 0 ? <bdi>{line.name}</bdi> : t('deal.salespersonLead', { item: isolated(line.name), names: house })}
      initial={own}
      isBusy={change.isPending}
      error={change.error}
      onSave={(shares) => change.mutate({ lineId, shares }, done)}
      {...(own.length > 0 ? { clear: { label: t('deal.salespersonOff'), act: () => change.mutate({ lineId, shares: [] }, done) } } : {})}
      onClose={onClose}
    />
  );
}
