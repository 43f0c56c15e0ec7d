import { Modal } from '@mantine/core';
import { IconDownload, IconPrinter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#/api/queries';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import type { Order, OrderDocument } from '#/api/types';
import { formatDay } from '#/lib/date';
import { showNotice } from '#/lib/notice';
import { saveFile } from '#/lib/save-file';
import { useShortcuts } from '#/lib/shortcut';
import { Button } from '#/ui/Button';
import { DialogFrame } from '#/ui/Dialog';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { Bone, Loading } from '#/ui/Skeleton';
import { InvoiceForm } from './InvoiceForm';
import css from './Receipt.module.css';
import { EmailField, LanguageField, TargetField } from './ReceiptControls';
import { ReceiptPaper } from './ReceiptPaper';
import type { PrintTarget } from './use-counted-print';
import { orderQuery, usePrint, useReceipt } from './use-receipt';

const WIDTH_PX = 1040;

export type ReceiptIntent = 'view' | 'print' | 'email' | 'gift' | 'invoice';

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

/** How often a paper was printed. A gift receipt proves no payment: each is like the first. */
function printsOf(order: Order | undefined, document: OrderDocument): number {
  if (!order || document === 'gift') return 0;
  if (document === 'receipt') return order.prints;
  return order.sendings.filter((sending) => sending.document === 'INVOICE' && sending.printNo !== null).length;
}

/** Printing as the dialog offers it: where, in which language, whether it may be done, how it went. */
function usePrinting(order: Order | undefined, orderId: string, title: string, document: OrderDocument, language: string) {
  const { t } = useTranslation('order');
  const isPage = document === 'invoice';
  const hasPrinter = !isPage && (order?.actions.some((action) => action.name === 'printOnPrinter' && action.refusal === null) ?? false);
  const [chosen, setTarget] = useState<PrintTarget | null>(null);
  const target = isPage ? 'browser' : (chosen ?? (hasPrinter ? 'printer' : 'browser'));
  const printing = usePrint(orderId);
  const action = isPage ? 'invoice' : target === 'printer' ? 'printOnPrinter' : 'print';
  const refusal = order ? refusalOf(order, action) : null;
  const print = (): void => {
    if (printing.isPending) return;
    if (refusal) {
      showNotice('warning', refusal);
      return;
    }
    if (isPage && !order?.invoice) return;
    printing.mutate(
      { document, target, language, title },
      { onSuccess: () => target === 'printer' && showNotice('success', t('receipt.printed')) },
    );
  };
  return { hasPrinter, target, setTarget, refusal, print, isPending: printing.isPending, error: printing.error, reset: printing.reset };
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

const PRINT_WORDS = { receipt: 'receipt.print', gift: 'receipt.printGift', invoice: 'receipt.printInvoice' } as const;

/** Which of the papers of an order is meant. */
function Kinds({ order, document, onChange }: { order: Order; document: OrderDocument; onChange: (document: OrderDocument) => void }) {
  const { t } = useTranslation('order');
  const kinds: OrderDocument[] = refusalOf(order, 'invoice') === null || order.invoice ? ['receipt', 'gift', 'invoice'] : ['receipt', 'gift'];
  const options = kinds.map((value) => ({ value, label: t(`receipt.kind.${value}`) }));
  // What was given for nothing has one paper only, without prices.
  if (order.orderType === 'CRM_GIFT') return null;
  return <Segment<OrderDocument> label={t('receipt.document')} value={document} options={options} onChange={onChange} isWide />;
}

/** What is said about the paper beside it: what it hides, to whom it is made out, that it is a copy. */
function Remarks({ order, document }: { order: Order; document: OrderDocument }) {
  const { t } = useTranslation('order');
  const prints = printsOf(order, document);
  return (
    <>
      {document === 'gift' && <Note tone="neutral">{t('receipt.giftHelp')}</Note>}
      {document === 'invoice' && order.invoice && (
        <Note tone="neutral">
          {t('invoice.issued', {
            invoiceNo: order.invoice.invoiceNo,
            date: formatDay(order.invoice.issuedOn),
            name: order.invoice.buyerName,
          })}
        </Note>
      )}
      {prints > 0 && <Note tone="neutral">{t('receipt.copy', { count: prints + 1 })}</Note>}
    </>
  );
}

function Failure({ error }: { error: Error }) {
  const { t } = useTranslation('order');
  return (
    <Note tone="garnet" role="alert">
      {isPrinterTrouble(error) ? errorText(error) : `${t('receipt.printFailed')}. ${t('receipt.printFailedText')}`}
    </Note>
  );
}

function NoInvoice() {
  const { t } = useTranslation('order');
  return (
    <div className={css.desk}>
      <div className={css.empty}>
        <h2 className="t-title">{t('invoice.none')}</h2>
        <p className="t-meta">{t('invoice.noneText')}</p>
      </div>
    </div>
  );
}

/** The real paper at the start, what can be done with it at the end. */
export function ReceiptDialog(props: ReceiptDialogProps) {
  const { orderId, receiptNo, title, intro, intent = 'view', next, onClose } = props;
  const { t } = useTranslation('order');
  const { t: ui } = useTranslation();
  const emailInput = useRef<HTMLInputElement>(null);
  const { data: session } = useQuery(sessionQuery);
  const [language, setLanguage] = useState('');
  const [document, setDocument] = useState<OrderDocument>(intent === 'gift' || intent === 'invoice' ? intent : 'receipt');
  const { data: order, error, isPending, isError } = useQuery(orderQuery(orderId));
  const isInvoice = document === 'invoice';
  const isThere = !isInvoice || Boolean(order?.invoice);
  const receipt = useReceipt({ orderId, document, language: isInvoice ? '' : language }, isThere);
  const printing = usePrinting(order, orderId, title, document, language);
  const number = isInvoice ? (order?.invoice?.invoiceNo ?? '') : receiptNo;
  useIntent(intent, order !== undefined, printing.print, () => emailInput.current?.focus());
  useShortcuts({ 'Control+KeyP': printing.print }, { inDialog: true });
  return (
    <DialogFrame onClose={onClose} width={WIDTH_PX} isFullOnPhone>
      <div className={css.frame}>
        <div className={css.top}>
          <Modal.Title className="t-title trunc">{title}</Modal.Title>
          <IconButton className={css.close} label={ui('close')} icon={<IconX size={24} stroke={1.6} />} onClick={onClose} />
        </div>
        <div className={css.columns}>
          {isThere ? <ReceiptPaper receipt={receipt} receiptNo={number} isPage={isInvoice} /> : <NoInvoice />}
          <div className={css.side}>
            <div className={css.controls}>
              {intro}
              {order && (
                <Kinds
                  order={order}
                  document={document}
                  onChange={(kind) => {
                    printing.reset();
                    setDocument(kind);
                  }}
                />
              )}
              {session && !(isInvoice && isThere) && <LanguageField store={session.store} language={language} onChange={setLanguage} />}
              {printing.hasPrinter && <TargetField target={printing.target} onChange={printing.setTarget} />}
              {order && !isThere && session && <InvoiceForm order={order} language={language} country={session.store.countryCode} />}
              {order && isThere && document !== 'gift' && (
                <EmailField key={document} order={order} document={document} language={language} inputRef={emailInput} />
              )}
              {isPending && (
                <Loading>
                  <Bone height={48} radius={10} />
                </Loading>
              )}
              {isError && !order && <Note tone="garnet" role="alert">{`${t('detailFailed')}. ${errorText(error)}`}</Note>}
              {order && isThere && <Remarks order={order} document={document} />}
              {printing.error !== null && <Failure error={printing.error} />}
            </div>
            <div className={css.buttons}>
              {isThere && (
                <>
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
                    {printing.error === null ? t(PRINT_WORDS[document]) : ui('tryAgain')}
                  </Button>
                  <Button
                    variant="quiet"
                    size="lg"
                    isWide
                    isBlocked={!receipt.data}
                    onBlocked={() => showNotice('warning', t('receipt.notReady'))}
                    onClick={() => receipt.data && saveFile(receipt.data, `${number}.pdf`)}
                    icon={<IconDownload size={22} stroke={1.6} aria-hidden="true" />}
                  >
                    {t('receipt.save')}
                  </Button>
                </>
              )}
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
