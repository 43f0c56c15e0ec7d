import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import type { Deposit, OrderSummary } from '#/api/types';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { Dialog } from '#/ui/Dialog';
import { Note } from '#/ui/Note';
import { Picture } from '#/ui/Picture';
import css from './DepositDialog.module.css';
import { useHandOver } from './queries';

interface HandOverDialogProps {
  deposit: Deposit;
  onClose: () => void;
  /** Everything was paid: the order is complete. */
  onOrder: (order: OrderSummary) => void;
}

/** Which pieces the customer takes along: all that are left, until some are left out. */
export function HandOverDialog({ deposit, onClose, onOrder }: HandOverDialogProps) {
  const { t } = useTranslation('deposit');
  const { t: ui } = useTranslation();
  const [lines] = useState(() => deposit.lines.filter(({ orderId }) => orderId === null));
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setChecked] = useState(false);
  const handOver = useHandOver(deposit.depositId, onOrder);
  const chosen = lines.filter(({ lineId }) => !leftOut.has(lineId));
  const isAll = chosen.length === lines.length;
  const sum = { ...deposit.total, minor: chosen.reduce((total, { net }) => total + net.minor, 0) };
  const toggle = (lineId: string): void => {
    handOver.reset();
    const next = new Set(leftOut);
    if (!next.delete(lineId)) next.add(lineId);
    setLeftOut(next);
  };
  const run = (): void => {
    setChecked(true);
    if (chosen.length > 0) handOver.mutate(chosen.map(({ lineId }) => lineId));
  };
  const isPaid = deposit.balance.minor <= 0;
  const problem = handOver.error ? errorText(handOver.error) : isChecked && chosen.length === 0 ? t('handOver.noneChosen') : null;
  return (
    <Dialog
      title={t('handOver.title')}
      lead={t('handOver.lead')}
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button variant="primary" size="lg" isGrowing isBusy={handOver.isPending} onClick={run} data-autofocus>
            {isPaid ? t('action.handOver') : t('handOver.goToPay')}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <div className={css.choices} role="group" aria-label={t('handOver.pieces')}>
          {lines.map((line) => (
            <label key={line.lineId} className={css.choice}>
              <input type="checkbox" checked={!leftOut.has(line.lineId)} onChange={() => toggle(line.lineId)} />
              <Picture src={line.imageUrl} size="s52" />
              <span className={css.text}>
                <span className="clamp2">
                  <bdi>{line.name}</bdi>
                </span>
                <span className="t-cap" style={{ display: 'block' }}>
                  <bdi dir="ltr">{[line.itemNo, line.sizeCode].filter(Boolean).join(' · ')}</bdi>
                  {!line.isHere && <> · {t('line.missing')}</>}
                </span>
              </span>
              <Amount money={line.net} className="t-strong" />
            </label>
          ))}
        </div>
        <div className={css.sum}>
          <span>{isAll ? t('money.balance') : t('handOver.chosen')}</span>
          <Amount money={isAll ? deposit.balance : sum} />
        </div>
        {!isAll && <p className="t-meta">{t('handOver.part')}</p>}
        {problem && (
          <Note tone="garnet" role="alert">
            {problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
