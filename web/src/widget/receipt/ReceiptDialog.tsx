import { Modal } from '@mantine/core';
import { IconDownload, IconPrinter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#/api/queries';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import type { Order } from '#/api/types';
import { showNotice } from '#/lib/notice';
import { saveFile } from '#/lib/save-file';
import { useShortcuts } from '#/lib/shortcut';
import { Button } from '#/ui/Button';
import { DialogFrame } from '#/ui/Dialog';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './Receipt.module.css';
import { EmailField, LanguageField, TargetField } from './ReceiptControls';
import { ReceiptPaper } from './ReceiptPaper';
import { orderQuery, usePrint, useReceipt, type PrintTarget } from './use-receipt';

const WIDTH_PX = 1040;

export type ReceiptIntent = 'view' | 'print' | 'email';

interface ReceiptDialogProps {
  orderId: string;
  receiptNo: string;
  title: string;
  /** What stands above the controls: the change to give after a sale. */
  intro?: ReactNode;
  /** What was asked for when it was opened. */
  intent?: ReceiptIntent;
  /** The filled button when the next step is not printing. */
  next?: { label: string; act: () => void };
  onClose: () => void;
}

function refusalOf(order: Order, name: string): string | null {
  const refusal = order.actions.find((action) => action.name === name)?.refusal;
  return refusal ? refusalText(refusal) : null;
}

/** Printing as the dialog offers it: where, in which language, whether it may be done, how it went. */
function usePrinting(order: Order | undefined, orderId: string, title: string, language: string) {
  const { t } = useTranslation('order');
  const hasPrinter = order?.actions.some((action) => action.name === 'printOnPrinter' && action.refusal === null) ?? false;
  const [chosen, setTarget] = useState<PrintTarget | null>(null);
  const target = chosen ?? (hasPrinter ? 'printer' : 'browser');
  const printing = usePrint(orderId);
  const refusal = order ? refusalOf(order, target === 'printer' ? 'printOnPrinter' : 'print') : null;
  const print = (): void => {
    if (printing.isPending) return;
    if (refusal) {
      showNotice('warning', refusal);
      return;
    }
    printing.mutate(
      { target, language, title },
      { onSuccess: () => target === 'printer' && showNotice('success', t('receipt.printed')) },
    );
  };
  return { hasPrinter, target, setTarget, refusal, print, isPending: printing.isPending, error: printing.error };
}

/** Whether the receipt printer is in trouble, which says better what to do than the specification's message. */
const isPrinterTrouble = (error: Error): boolean =>
  error instanceof ApiError && ['order.print_uncertain', 'order.printer_unreachable'].includes(error.key);

/** Starts what was asked for, once, as soon as the order is there. */
function useIntent(intent: ReceiptIntent, isReady: boolean, print: () => void, email: () => void): void {
  const isDone = useRef(false);
  const start = useEffectEvent(() => {
    if (intent === 'print') print();
    if (intent === 'email') email();
  });
  useEffect(() => {
    if (!isReady || isDone.current) return;
    isDone.current = true;
    start();
  }, [isReady]);
}

/** The real paper at the start, what can be done with it at the end. */
export function ReceiptDialog(props: ReceiptDialogProps) {
  const { orderId, receiptNo, title, intro, intent = 'view', next, onClose } = props;
  const { t } = useTranslation('order');
  const { t: ui } = useTranslation();
  const emailInput = useRef<HTMLInputElement>(null);
  const { data: session } = useQuery(sessionQuery);
  const [language, setLanguage] = useState('');
  const order = useQuery(orderQuery(orderId));
  const receipt = useReceipt(orderId, language);
  const printing = usePrinting(order.data, orderId, title, language);
  useIntent(intent, order.data !== undefined, printing.print, () => emailInput.current?.focus());
  useShortcuts({ 'Control+KeyP': printing.print }, { inDialog: true });
  const prints = order.data?.prints ?? 0;
  return (
    <DialogFrame onClose={onClose} width={WIDTH_PX} isFullOnPhone>
      <div className={css.frame}>
        <div className={css.top}>
          <Modal.Title className="t-title trunc">{title}</Modal.Title>
          <IconButton className={css.close} label={ui('close')} icon={<IconX size={24} stroke={1.6} />} onClick={onClose} />
        </div>
        <div className={css.columns}>
          <ReceiptPaper receipt={receipt} receiptNo={receiptNo} />
          <div className={css.side}>
            <div className={css.controls}>
              {intro}
              {session && <LanguageField store={session.store} language={language} onChange={setLanguage} />}
              {printing.hasPrinter && <TargetField target={printing.target} onChange={printing.setTarget} />}
              {order.data && <EmailField order={order.data} language={language} inputRef={emailInput} />}
              {order.isPending && (
                <Loading>
                  <Bone height={48} radius={10} />
                </Loading>
              )}
              {order.isError && <Note tone="garnet" role="alert">{`${t('detailFailed')}. ${errorText(order.error)}`}</Note>}
              {prints > 0 && <Note tone="neutral">{t('receipt.copy', { count: prints + 1 })}</Note>}
              {printing.error !== null && (
                <Note tone="garnet" role="alert">
                  {isPrinterTrouble(printing.error)
                    ? errorText(printing.error)
                    : `${t('receipt.printFailed')}. ${t('receipt.printFailedText')}`}
                </Note>
              )}
            </div>
            <div className={css.buttons}>
              <Button
                variant={next ? 'quiet' : 'primary'}
                size={next ? 'lg' : 'xl'}
                isWide
                isBusy={printing.isPending}
                isBlocked={printing.refusal !== null}
                onBlocked={printing.print}
                onClick={printing.print}
                icon={<IconPrinter size={22} stroke={1.6} aria-hidden="true" />}
              >
                {printing.error === null ? t('receipt.print') : ui('tryAgain')}
              </Button>
              <Button
                variant="quiet"
                size="lg"
                isWide
                isBlocked={!receipt.data}
                onBlocked={() => showNotice('warning', t('receipt.notReady'))}
                onClick={() => receipt.data && saveFile(receipt.data, `${receiptNo}.pdf`)}
                icon={<IconDownload size={22} stroke={1.6} aria-hidden="true" />}
              >
                {t('receipt.save')}
              </Button>
              {next && (
                <Button variant="primary" size="xl" isWide onClick={next.act} data-autofocus>
                  {next.label}
                </Button>
              )}
            </div>
          </div>
        </div>
      </div>
    </DialogFrame>
  );
}
