import { IconChevronLeft } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownBasket } from '#/api/expected-basket';
import { TAKE_DEPOSIT, useMay } from '#/api/permission';
import { refusalText } from '#/api/refusal';
import type { ItemTile } from '#/api/types';
import { loadChunk } from '#/lib/chunk';
import { showNotice } from '#/lib/notice';
import { useScanTarget } from '#/lib/scan';
import { useShortcuts } from '#/lib/shortcut';
import { useSignal } from '#/lib/signal';
import { playTone } from '#/lib/sound';
import { useIsPhone } from '#/lib/use-media';
import { Amount } from '#/ui/Amount';
import { DialogFrame } from '#/ui/Dialog';
import { IconButton } from '#/ui/IconButton';
import { SizePicker } from '#/widget/SizePicker';
import { CustomerDialog } from '#/feature/customer/CustomerDialog';
import { isAllOnDeposit } from './basket/BasketFoot';
import { BasketPane } from './basket/BasketPane';
import type { Deal } from './deal/deal';
import { CataloguePane } from './catalogue/CataloguePane';
import { PieceSheet } from './catalogue/PieceSheet';
import type { Filter } from './catalogue/search';
import css from './SalePage.module.css';
import { usePark } from './queries';
import { StockConfirm } from './stock/StockConfirm';
import { stockQuestions } from './stock/stock-question';
import { useLostPackages } from './use-lost-packages';
import { usePayment } from './use-payment';
import { useSale } from './use-sale';

const PaymentDialog = lazy(
  loadChunk(async () => ({ default: (await import('#/feature/payment/PaymentDialog')).PaymentDialog })),
);

const DealDialog = lazy(loadChunk(async () => ({ default: (await import('./deal/DealDialog')).DealDialog })));

const NO_FILTER: Filter = { term: '', itemClass: null, collection: null, isAvailableOnly: false };

function BasketBar({ basket, onOpen }: { basket: ShownBasket; onOpen: () => void }) {
  const { t } = useTranslation('sale');
  return (
    <button type="button" className={css.bar} onClick={onOpen}>
      <span className={css.barCount} aria-hidden="true">
        {basket.pieces}
      </span>
      <span className="sr">{t('basket.viewCount', { count: basket.pieces })}</span>
      <span className={css.barWord} aria-hidden="true">
        {t('basket.view')}
      </span>
      <Amount money={basket.total} />
    </button>
  );
}

/** What lies over the page: one thing at a time, plus the dialogs inside the basket. */
function useOverlays() {
  const [customer, setCustomer] = useState<'search' | 'panel' | null>(null);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isPayOpen, setPayOpen] = useState(false);
  const [isInnerOpen, setInnerOpen] = useState(false);
  const [details, setDetails] = useState<ItemTile | null>(null);
  const [deal, setDeal] = useState<Deal | null>(null);
  /** Where the customer was asked for, and where the way leads back to. */
  const [returnTo, setReturnTo] = useState<Deal | null>(null);
  return {
    deal,
    setDeal,
    closeDeal: useCallback(() => setDeal(null), []),
    askCustomerFor: (from: Deal): void => {
      setReturnTo(from);
      setDeal(null);
      setCustomer('search');
    },
    closeCustomer: (): void => {
      setCustomer(null);
      setDeal(returnTo);
      setReturnTo(null);
    },
    customer,
    setCustomer,
    isSheetOpen,
    setSheetOpen,
    isPayOpen,
    setPayOpen,
    isInnerOpen,
    setInnerOpen,
    details,
    setDetails,
  };
}

/** What was known stays the same object when nothing changes: a scan clears the search, and rarely is there one. */
function changed(known: Filter, change: Partial<Filter>): Filter {
  const next = { ...known, ...change };
  const isSame = (Object.keys(next) as (keyof Filter)[]).every((name) => next[name] === known[name]);
  return isSame ? known : next;
}

/** The sale: catalogue at the start, basket at the end. */
export function SalePage() {
  // The words of the customer search come with the page, so that it opens at once.
  const { t } = useTranslation(['sale', 'customer']);
  const isPhone = useIsPhone();
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const onFilter = useCallback((change: Partial<Filter>) => setFilter((known) => changed(known, change)), []);
  const showCode = (code: string): void => setFilter({ ...NO_FILTER, term: code });
  const over = useOverlays();
  const sale = useSale({
    onUnknownCode: showCode,
    onFoundCode: () => onFilter({ term: '' }),
  });
  const { question } = sale;
  const sizing = question?.kind === 'size' ? question.item : null;
  const shownDeal: Deal | null = over.deal ?? (question?.kind === 'giftCard' ? { kind: 'giftCard', lineId: null, cardNo: question.cardNo } : null);
  const closeDeal = over.deal ? over.closeDeal : sale.answered;
  const { basket } = sale;
  const payment = usePayment(basket, over.setPayOpen);
  const isPaying = over.isPayOpen || basket?.state === 'PAYING';
  const { setPayOpen } = over;
  // A payment that was found open stays on screen when the basket behind it is gone: its receipt follows.
  useEffect(() => {
    if (basket?.state === 'PAYING') setPayOpen(true);
  }, [basket?.state, setPayOpen]);
  useLostPackages(basket);
  const park = usePark();
  const mayDeposit = useMay(TAKE_DEPOSIT);
  const mayTaxFree = useMay('taxfree.issue');
  const isAsked = useSignal(stockQuestions).length > 0;
  const isCovered = isAsked || question !== null || over.deal !== null || over.customer !== null || over.isInnerOpen || over.details !== null;
  const refusal = isPaying ? t('catalogue.refusal.payment') : isCovered ? t('catalogue.refusal.dialog') : null;
  useScanTarget({
    refusal,
    onScan: sale.addCode,
    onTooShort: (code) => {
      playTone('refused');
      showNotice('error', refusalText({ key: 'catalog.code_not_found', params: { code } }));
      showCode(code);
    },
  });
  const hasLines = (basket?.lines.length ?? 0) > 0;
  const ofBasket = (deal: Deal) => (): void => {
    if (hasLines) over.setDeal(deal);
  };
  useShortcuts({
    F4: () => over.setCustomer(basket?.customer ? 'panel' : 'search'),
    // Puts the basket on hold; again: the baskets on hold.
    F8: () => {
      if (!hasLines) over.setDeal({ kind: 'waiting' });
      else if (!park.isPending) park.mutate();
    },
    F9: () => {
      if (basket && mayDeposit && isAllOnDeposit(basket)) over.setDeal({ kind: 'deposit' });
      else payment.open();
    },
    'Alt+KeyA': mayDeposit ? ofBasket({ kind: 'deposit' }) : () => undefined,
    'Alt+KeyG': ofBasket({ kind: 'gift' }),
    'Alt+KeyI': ofBasket({ kind: 'explain', lineId: null }),
    'Alt+KeyP': () => over.setDeal({ kind: 'priceCheck' }),
    'Alt+KeyT': mayTaxFree ? ofBasket({ kind: 'taxFree' }) : () => undefined,
    'Alt+KeyR': ofBasket({ kind: 'discount', lineId: null }),
  });
  const pane = (
    <BasketPane
      flashing={sale.flashing}
      problem={sale.problem}
      onProblemRead={sale.clearProblem}
      onCustomer={over.setCustomer}
      onPay={payment.open}
      onDialog={over.setInnerOpen}
      onDeal={over.setDeal}
    />
  );
  return (
    <div className={css.page}>
      <h1 className="sr">{t('catalogue.title')}</h1>
      <CataloguePane
        filter={filter}
        onFilter={onFilter}
        inBasket={sale.inBasket}
        onAdd={sale.add}
        onDetails={over.setDetails}
        onCode={sale.addCode}
        onPriceCheck={() => over.setDeal({ kind: 'priceCheck' })}
      />
      {!isPhone && (
        <aside className={css.basket} aria-label={t('basket.name')}>
          {pane}
        </aside>
      )}
      {isPhone && basket && <BasketBar basket={basket} onOpen={() => over.setSheetOpen(true)} />}
      {isPhone && over.isSheetOpen && (
        <DialogFrame label={t('basket.name')} isFullOnPhone onClose={() => over.setSheetOpen(false)}>
          <div className={css.sheetTop}>
            <IconButton
              label={t('basket.backToCatalogue')}
              icon={<IconChevronLeft size={24} stroke={1.6} className="mirror" />}
              onClick={() => over.setSheetOpen(false)}
            />
            <b>{t('basket.name')}</b>
          </div>
          {pane}
        </DialogFrame>
      )}
      {over.details && (
        <PieceSheet
          tile={over.details}
          onClose={() => over.setDetails(null)}
          onAdd={() => {
            if (over.details) sale.add(over.details);
            over.setDetails(null);
          }}
        />
      )}
      {sizing && (
        <SizePicker
          key={question?.id}
          item={sizing}
          onClose={sale.answered}
          onChoose={(sizeCode) => {
            sale.answered();
            sale.addSize(sizing.itemNo, sizeCode);
          }}
        />
      )}
      {over.customer && (
        <CustomerDialog start={over.customer} customer={basket?.customer ?? null} onClose={over.closeCustomer} />
      )}
      {shownDeal && basket && (
        <Suspense>
          <DealDialog
            key={over.deal ? undefined : question?.id}
            deal={shownDeal}
            basket={basket}
            onClose={closeDeal}
            onCustomer={() => over.deal && over.askCustomerFor(over.deal)}
            onAdd={(itemNo, sizeCode) => {
              closeDeal();
              sale.addPiece(itemNo, sizeCode);
            }}
          />
        </Suspense>
      )}
      <StockConfirm />
      {basket && isPaying && (
        <Suspense>
          <PaymentDialog basket={basket} onClose={payment.close} onCompleted={payment.complete} />
        </Suspense>
      )}
    </div>
  );
}
