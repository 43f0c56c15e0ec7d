/** The wire by short names. What they mean stands in `schema.ts`, which is made from the server's description. */

import type { Money } from '#/lib/money';
import type { components } from './schema';

export type { Money };

type Schema = components['schemas'];

/** A refusal: the server's, or one that the till itself makes of what it sees. */
export type Refusal = Pick<Schema['ErrorView'], 'key'> & {
  params?: Record<string, string | number | Money>;
  field?: string | null;
};
export type VersionInfo = Schema['VersionInfo'];
export type Envelope<T> = Pick<Schema['Refused'], 'code' | 'message'> & {
  success: boolean;
  data: T;
  error?: Refusal;
} & Partial<Pick<Schema['Refused'], 'versionInfo' | 'recallinfo' | 'allpack'>>;

export type StoreSetting = Schema['StoreSettingView'];
export type LoginGranted = Schema['LoggedInView'];
export type LoginChallenge = Schema['ChallengeView'];
export type LoginCode = Schema['CodeRequestedView'];
export type CodeChannel = Schema['CodeChannel'];
export type Session = Schema['SessionView'];
export type Salesperson = Schema['SalespersonView'];
export type AlertNumbers = Schema['AlertNumbersView'];

export type ItemTile = Schema['ItemTile'];
export type TileSize = Schema['TileSize'];
export type Item = Schema['PieceView'];
export type ItemSize = Schema['PieceSize'];
export type OtherStoreStock = Schema['OtherStoreStock'];

export type Basket = Schema['BasketView'];
export type BasketLine = Schema['LineView'];
export type Customised = Schema['CustomisedView'];
export type CustomisedFamily = Schema['FamilyView'];
export type CustomisedModel = Schema['ModelView'];
export type Customisation = Schema['CustomisationView'];
export type Wanted = Schema['Wanted'];
export type LineActionName = Schema['LineAction'];
export type LineNeed = Schema['LineNeed'];
export type LineDiscount = Schema['DiscountView'];
export type ManualDiscount = Schema['ManualView'];
export type DiscountKind = Schema['ManualKind'];
export type DiscountReason = Schema['DiscountReasonView'];
export type AppliedPackage = Schema['AppliedPackageView'];
export type PackageHint = Schema['HintView'];
export type PriceChange = Schema['PriceChangeView'];
export type ApprovalRequest = Schema['ApprovalRequest'];
export type Gifts = Schema['GiftsView'];
export type GiftCampaign = Schema['GiftCampaignView'];
export type Gift = Schema['GiftChoiceView'];
export type GiftChoice = Schema['GiftRequest'];
export type WaitingBasket = Schema['WaitingBasketView'];
export type VatRow = Schema['VatView'];
export type PriceCheck = Schema['PriceCheckView'];
export type CrmGift = Schema['CrmGiftView'];
export type CrmGiftChoices = Schema['CrmGiftChoicesView'];
export type CrmGiftGrant = Schema['GrantRequest'];
export type ScanAnswer = Schema['ScanView'];
export type CustomerHit = Schema['CustomerView'];
export type Customer = Schema['CustomerProfileView'];
export type CustomerProfile = Customer['profile'];
export type Consent = Schema['ConsentView'];
export type ConsentKind = Schema['ConsentKind'];
export type ConsentRequest = Schema['ConsentRequest'];
export type Purchases = Schema['PurchasesView'];

export type Tender = Schema['TenderView'];
export type TenderType = Schema['TenderType'];
export type BookedTender = Schema['BookedTenderView'];
export type Payment = Schema['PaymentView'];
export type Attempt = Schema['AttemptView'];
export type AttemptState = Schema['AttemptState'];
export type AttemptStep = Schema['AttemptStep'];
export type QrProvider = Schema['QrProvider'];
export type QrDirection = Schema['QrDirection'];
export type AttemptChoice = Schema['AttemptChoice'];
export type OrderDocument = Schema['OrderDocument'];
export type InvoiceBuyer = Schema['InvoiceBuyer'];
export type Sending = Schema['SendingView'];
export type ReceiptCheck = Schema['ReceiptCheckView'];
export type OrderSummary = Schema['OrderSummary'];

export type DepositSummary = Schema['DepositSummary'];
export type DepositTerms = Schema['DepositTermsView'];
export type DepositKind = Schema['DepositKind'];
export type DepositBadge = Schema['DepositBadge'];
export type DepositRow = Schema['DepositRowView'];
export type Deposit = Schema['DepositView'];
export type DepositLine = Schema['DepositLineView'];
export type DepositEntry = Schema['DepositEntryView'];
export type DepositStep = Schema['DepositStepView'];
export type CancellationTerms = Schema['CancellationTermsView'];
export type Cancellation = Schema['CancellationView'];
export type RefundStep = Schema['RefundStepView'];

export type OrderPage = Schema['OrderPageView'];
export type OrderRow = Schema['OrderRowView'];
export type Order = Schema['OrderView'];
export type OrderCredit = Schema['OrderCreditView'];
export type OrderLine = Schema['OrderLineView'];
export type OrderTender = Schema['OrderTenderView'];
export type PrintAnswer = Schema['PrintView'];

export type TaxFreeOffer = Schema['TaxFreeOfferView'];
export type TaxFreeQuote = Schema['TaxFreeQuoteView'];
export type TaxFreeReceipt = Schema['TaxFreeReceiptView'];
export type TaxFreeRow = Schema['TaxFreeRowView'];
export type TaxFreeForm = Schema['TaxFreeFormView'];
export type TaxFreeStart = Schema['TaxFreeStartRequest'];

export type SetupCountry = Schema['CountryView'];
export type Setup = Schema['SetupView'];
export type SetupRequest = Schema['SetUpRequest'];

/** What the stream of live events tells (`GET /events`); the description of streams has no schema. */
export interface ServerEvents {
  payment: { attemptId: string; state: AttemptState; step: AttemptStep | null };
  /** Somebody else changed the basket of this till. */
  basket: Record<string, never>;
  stock: { itemNos: string[] };
  alert: { recall?: number; RMA?: number; deposit?: number };
  'session-ended': Record<string, never>;
}

export type Package = Schema['PackageView'];
export type PackageContent = Schema['PackageForm'];
export type PackageGroup = Schema['PackageGroupForm'];
export type PackageItem = Schema['PackageItemForm'];
export type PackageState = Schema['PackageState'];
export type Campaign = Schema['CampaignView'];
export type CampaignContent = Schema['CampaignForm'];
export type PromotionFault = Schema['FaultView'];
export type PromotionChoices = Schema['ChoicesView'];
export type NamedItem = Schema['NamedItemView'];
export type TriedBasket = Schema['TryView'];

export type Recycling = Schema['RecyclingView'];
export type RecyclingRow = Schema['RecyclingRowView'];
export type RecyclingState = Schema['RecyclingState'];
export type RecyclingKind = Schema['RecyclingKind'];
export type RecyclingMetal = Schema['RecyclingMetal'];
export type RecyclingTest = Schema['RecyclingTestMethod'];
export type RecyclingSetup = Schema['RecyclingSetupView'];
export type RecyclingPiece = Schema['RecyclingPiece'];
export type RecyclingQuotedPiece = Schema['RecyclingQuotedPieceView'];
export type RecyclingOrder = Schema['RecyclingOriginOrderView'];
export type RecyclingOriginLine = Schema['RecyclingOriginLineView'];
export type RecyclingRequest = Schema['RecyclingRequest'];
export type RecyclingAgree = Schema['RecyclingAgreeRequest'];
export type RecyclingSeller = Schema['RecyclingSeller'];
export type RecyclingRepayment = Schema['RecyclingRepayment'];
export type RecyclingLot = Schema['RecyclingLotView'];
export type RecyclingShipment = Schema['RecyclingShipmentView'];
export type RecyclingPrint = Schema['RecyclingPrintView'];
export type RecyclingCredit = Schema['RecyclingCreditView'];
