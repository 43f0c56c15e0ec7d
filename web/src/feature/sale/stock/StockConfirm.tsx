import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignal } from '#/lib/signal';
import { ConfirmDialog } from '#/ui/ConfirmDialog';
import { answerStockQuestion, stockQuestions } from './stock-question';

/** The stock confirm dialog: pieces that stock does not have are sold on a yes. One question after the other. */
export function StockConfirm() {
  const { t } = useTranslation('sale');
  const [question, ...later] = useSignal(stockQuestions);
  // A question is about the page on which it was asked.
  useEffect(() => () => stockQuestions.set([]), []);
  if (!question) return null;
  const { itemName, sizeCode, available, missing } = question;
  const name = sizeCode === '' ? itemName : `${itemName}, ${t('size.of', { size: sizeCode })}`;
  return (
    <ConfirmDialog
      // The next question is another dialog: its focus starts anew.
      key={later.length}
      title={t('stockConfirm.title', { count: missing, name })}
      consequence={`${available > 0 ? t('stockConfirm.some', { count: available }) : t('stockConfirm.none')} ${t('stockConfirm.then')}`}
      stay={t('stockConfirm.no')}
      go={t('stockConfirm.yes')}
      isCareful
      onStay={answerStockQuestion}
      onGo={() => {
        answerStockQuestion();
        question.again();
      }}
    />
  );
}
