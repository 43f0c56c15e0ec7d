import { Modal } from '@mantine/core';
import { IconDownload, IconPrinter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#/api/queries';
import { ApiError, errorText } from '#/api/refusal';
import type { DepositStep } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { saveFile } from '#/lib/save-file';
import { useShortcuts } from '#/lib/shortcut';
import { Button } from '#/ui/Button';
import { DialogFrame } from '#/ui/Dialog';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { MailField } from '#/widget/receipt/MailField';
import css from '#/widget/receipt/Receipt.module.css';
import { LanguageField, TargetField } from '#/widget/receipt/ReceiptControls';
import { ReceiptPaper } from '#/widget/receipt/ReceiptPaper';
import type { PrintTarget } from '#/widget/receipt/use-counted-print';
import { useDepositPaper, useEmailPaper, usePrintPaper, type StepPlace } from './queries';

const WIDTH_PX = 1040;

/** Says what went wrong in printing: the refusal where there is one, else the specification's message. */
function Failure({ error }: { error: Error }) {
  const { t } = useTranslation('deposit');
  const { t: order } = useTranslation('order');
  const isTold = error instanceof ApiError && error.key !== 'order.pdf_error';
  return (
    <Note tone="garnet" role="alert">
      {isTold ? errorText(error) : `${order('receipt.printFailed')}. ${t('paper.failedText')}`}
    </Note>
  );
}

/** Where the paper is printed, and how that goes. */
function usePrinting(place: StepPlace, title: string, language: string) {
  const { t } = useTranslation('order');
  const { data: session } = useQuery(sessionQuery);
  const hasPrinter = session?.store.hasReceiptPrinter ?? false;
  const [chosen, setTarget] = useState<PrintTarget | null>(null);
  const target = chosen ?? (hasPrinter ? 'printer' : 'browser');
  const { mutate, isPending, error } = usePrintPaper(place);
  const print = (): void => {
    if (isPending) return;
    mutate({ target, language, title }, { onSuccess: () => target === 'printer' && showNotice('success', t('receipt.printed')) });
  };
  return { hasPrinter, target, setTarget, print, isPending, error };
}

/** The paper of one step of a deposit at the start, what can be done with it at the end. */
export function PaperDialog({ depositId, step, onClose }: { depositId: string; step: DepositStep; onClose: () => void }) {
  const { t } = useTranslation('deposit');
  const { t: order } = useTranslation('order');
  const { t: ui } = useTranslation();
  const { data: session } = useQuery(sessionQuery);
  const [language, setLanguage] = useState('');
  const place = { depositId, stepId: step.stepId };
  const title = `${t(`step.${step.step}`)} ${step.paperNo}`;
  const paper = useDepositPaper(place, language, step.prints);
  const printing = usePrinting(place, title, language);
  const send = useEmailPaper(place);
  useShortcuts({ 'Control+KeyP': printing.print }, { inDialog: true });
  return (
    <DialogFrame onClose={onClose} width={WIDTH_PX} isFullOnPhone>
      <div className={css.frame}>
        <div className={css.top}>
          <Modal.Title className="t-title trunc">{title}</Modal.Title>
          <IconButton className={css.close} label={ui('close')} icon={<IconX size={24} stroke={1.6} />} onClick={onClose} />
        </div>
        <div className={css.columns}>
          <ReceiptPaper receipt={paper} receiptNo={step.paperNo} />
          <div className={css.side}>
            <div className={css.controls}>
              {session && <LanguageField store={session.store} language={language} onChange={setLanguage} />}
              {printing.hasPrinter && <TargetField target={printing.target} onChange={printing.setTarget} />}
              <MailField
                known=""
                refusal={null}
                language={language}
                send={send}
                blankHelp={t('paper.ownAddress')}
                sentText={(email) => (email ? t('paper.sent', { email }) : t('paper.sentToClient'))}
              />
              {step.prints > 0 && <Note tone="neutral">{order('receipt.copy', { count: step.prints + 1 })}</Note>}
              {printing.error !== null && <Failure error={printing.error} />}
            </div>
            <div className={css.buttons}>
              <Button
                variant="primary"
                size="xl"
                isWide
                isBusy={printing.isPending}
                onClick={printing.print}
                icon={<IconPrinter size={22} stroke={1.6} aria-hidden="true" />}
              >
                {printing.error === null ? t('paper.print') : ui('tryAgain')}
              </Button>
              <Button
                variant="quiet"
                size="lg"
                isWide
                isBlocked={!paper.data}
                onBlocked={() => showNotice('warning', order('receipt.notReady'))}
                onClick={() => paper.data && saveFile(paper.data, `${step.paperNo}.pdf`)}
                icon={<IconDownload size={22} stroke={1.6} aria-hidden="true" />}
              >
                {order('receipt.save')}
              </Button>
            </div>
          </div>
        </div>
      </div>
    </DialogFrame>
  );
}
