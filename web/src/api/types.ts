/**
 * The wire, exactly as the server's contract has it. Generated types replace this file once the
 * server serves its OpenAPI document; nothing else in the front end describes the wire.
 */

import type { Money } from '#/lib/money';

export type { Money };

export interface Refusal {
  key: string;
  params?: Record<string, string | number | Money>;
  field?: string;
}

export interface VersionInfo {
  /** 0 when this till is older than the oldest version that the server still serves. */
  code: 0 | 1;
  currentVersion: string;
  latestVersion: string;
  updateNotes: string[];
}

export interface Envelope<T> {
  code: number;
  message: string;
  success: boolean;
  data: T;
  versionInfo?: VersionInfo;
  recallinfo?: { count: number };
  allpack?: boolean;
  error?: Refusal;
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  total: number;
}

// ── Session ──────────────────────────────────────────────────────────────────────────────────

export interface StoreSetting {
  storeNo: string;
  name: string;
  currencyCode: string;
  timeZone: string;
  languageCode: string;
  forceLanguageReceipt: string | null;
  dutyFree: boolean;
  cashRoundingStep: number;
  isShowQRCode: boolean;
  doNotAllowNegativeInventory: boolean;
  /** Minutes. */
  recalltime: number;
  redirectUrl: string;
  city: string;
  countryCode: string;
}

export interface LoginGranted {
  token: string;
  auth: boolean;
  redirectUrl: string;
  storeSetting: StoreSetting;
}

export type CodeChannel = 'email' | 'totp';

export interface LoginChallenge {
  code: 412;
  challengeId: string;
  channels: CodeChannel[];
  email: string | null;
  auth: false;
}

export interface LoginCode {
  channel: CodeChannel;
  resendAfterSeconds: number;
}

export interface Session {
  staffId: string;
  firstName: string;
  lastName: string;
  nameOnReceipt: string;
  initials: string;
  permissionGroupCode: string;
  permissions: string[];
  landing: string;
  store: StoreSetting;
  terminalNo: string;
  terminalName: string;
  idleLockMinutes: number;
  loginTime: string;
  customized: boolean;
  staging: boolean;
}

export interface Salesperson {
  staffId: string;
  firstName: string;
  lastName: string;
  nameOnReceipt: string;
  initials: string;
  employeeType: string;
}

export interface AlertNumbers {
  code: number;
  RMA: number;
  deposit: number;
  recall: number;
}

// ── Catalogue ────────────────────────────────────────────────────────────────────────────────

export interface TileSize {
  sizeCode: string;
  available: number;
  reserved: number;
}

export interface ItemTile {
  itemNo: string;
  name: string;
  collectionCode: string | null;
  collectionName: string | null;
  itemClass: string;
  itemClassName: string;
  imageUrl: string;
  price: Money | null;
  available: number;
  otherStores: number;
  stopped: boolean;
  /** Sold without touching stock. */
  isNoStock: boolean;
  barcodes: string[];
  /** Empty, or one with the code `""`, when there is no size to choose. */
  sizes: TileSize[];
}

export interface ItemSize extends TileSize {
  barcode: string | null;
  onHand: number;
  price: Money | null;
  reservedBy: { staffName: string; terminalNo: string; terminalName: string; quantity: number }[];
}

export interface OtherStoreStock {
  storeNo: string;
  storeName: string;
  city: string;
  sizeCode: string;
  available: number;
}

export interface Item {
  itemNo: string;
  name: string;
  collectionName: string | null;
  itemClassName: string;
  productType: string;
  imageUrl: string;
  story: string;
  weightMg: number;
  stopped: boolean;
  sizes: ItemSize[];
  otherStoreStock: OtherStoreStock[];
}

// ── Basket ───────────────────────────────────────────────────────────────────────────────────

export type LineActionName = 'increase' | 'decrease' | 'remove' | 'changeSize';

export interface BasketLine {
  lineId: string;
  itemNo: string;
  name: string;
  sizeCode: string;
  imageUrl: string;
  quantity: number;
  reservedQuantity: number;
  maxQuantity: number;
  /** None when the item has no price here today. */
  unitPrice: Money | null;
  net: Money | null;
  vatRate: number;
  note: string;
  isNoStock: boolean;
  actions: { name: LineActionName; refusal: Refusal | null }[];
}

export interface VatRow {
  rate: number;
  base: Money;
  amount: Money;
}

export interface Basket {
  basketId: string | null;
  state: 'OPEN' | 'PAYING';
  version: number;
  currency: string;
  salesperson: { staffId: string; name: string; initials: string } | null;
  /** Phone and email are not shown on the sale screen, which customers can see. */
  customer: { customerId: string; name: string } | null;
  note: string;
  lines: BasketLine[];
  pieces: number;
  subtotal: Money;
  discount: Money;
  total: Money;
  vat: VatRow[];
  leaseUntil: string | null;
  restorable: boolean;
  /** Why payment cannot start now. */
  blockedBy: Refusal | null;
}

export interface ScanAnswer {
  basket?: Basket | null;
  lineId?: string | null;
  /** The item of which a size must be chosen first. */
  choice?: ItemTile | null;
}

export interface CustomerHit {
  customerId: string;
  name: string;
  phone: string | null;
  email: string | null;
  country: string | null;
  /** A calendar day. */
  lastVisit: string | null;
}

// ── Payment ──────────────────────────────────────────────────────────────────────────────────

export interface Tender {
  code: string;
  name: string;
  type: 'CASH' | 'CARD';
  overTenderAllowed: boolean;
  maximumOverTender: Money | null;
  underTenderAllowed: boolean;
  roundingStep: number;
  opensDrawer: boolean;
  terminalReady: boolean | null;
  refusal: Refusal | null;
}

export interface BookedTender {
  tenderId: string;
  code: string;
  name: string;
  amount: Money;
  tendered: Money;
  change: Money;
  brand: string | null;
  last4: string | null;
  removable: boolean;
}

export type AttemptState =
  | 'CREATED'
  | 'WAITING'
  | 'CANCELLING'
  | 'INQUIRY'
  | 'APPROVED'
  | 'FAILED'
  | 'CANCELLED'
  | 'TIMED_OUT'
  | 'MISMATCH'
  | 'UNKNOWN'
  | 'REVERSING'
  | 'REVERSED'
  | 'LATE_SUCCESS';

/** `CHECK_SIGNATURE` asks the cashier to compare a signature; it is not a step of its own on the screen. */
export type AttemptStep = 'SENT' | 'PRESENT_CARD' | 'BANK_CONFIRMS' | 'RECEIPT' | 'CHECK_SIGNATURE';

export type AttemptChoice =
  | 'retry'
  | 'cancel'
  | 'wait'
  | 'otherTender'
  | 'acceptPart'
  | 'reverse'
  | 'paid'
  | 'notPaid';

export interface OrderSummary {
  orderId: string;
  orderNo: number;
  receiptNo: string;
  completedAt: string;
  total: Money;
}

export interface Attempt {
  attemptId: string;
  /** `REVERSAL` gives the money of a removed card tender back. */
  kind: 'PAYMENT' | 'REVERSAL';
  tenderCode: string;
  amount: Money;
  state: AttemptState;
  step: AttemptStep | null;
  steps: { step: AttemptStep; at: string }[];
  createdAt: string;
  sentAt: string | null;
  cancellableAt: string | null;
  endsAt: string | null;
  serverTime: string;
  finalAt: string | null;
  approvedAmount: Money | null;
  brand: string | null;
  last4: string | null;
  approvalCode: string | null;
  outcome: Refusal | null;
  choices: AttemptChoice[];
  terminalName: string;
  order: OrderSummary | null;
}

export interface Payment {
  basketId: string;
  due: Money;
  tendered: Money;
  remaining: Money;
  cashRemaining: Money;
  rounding: Money;
  tenders: BookedTender[];
  attempt: Attempt | null;
  quickAmounts: Money[];
  order: OrderSummary | null;
}

// ── Order ────────────────────────────────────────────────────────────────────────────────────

export interface OrderRow {
  orderId: string;
  orderNo: number;
  receiptNo: string;
  completedAt: string;
  businessDate: string;
  customerName: string | null;
  salespersonName: string;
  pictures: string[];
  pieces: number;
  tenders: { code: string; name: string }[];
  total: Money;
  state: 'COMPLETED';
}

export interface OrderPage extends Page<OrderRow> {
  /** The sum in the currency of this store. */
  paid: Money;
  /** The sums of stores with other currencies. */
  paidElsewhere: Money[];
}

export interface OrderLine {
  lineId: string;
  itemNo: string;
  name: string;
  sizeCode: string;
  imageUrl: string;
  quantity: number;
  unitPrice: Money;
  net: Money;
  vatRate: number;
  warrantyUntil: string | null;
}

export interface OrderTender {
  code: string;
  name: string;
  amount: Money;
  tendered: Money;
  change: Money;
  brand: string | null;
  last4: string | null;
  approvalCode: string | null;
}

export interface Order extends Omit<OrderRow, 'tenders'> {
  terminalNo: string;
  terminalName: string;
  customer: { customerId: string; name: string; phone: string | null; email: string | null } | null;
  note: string;
  lines: OrderLine[];
  tenders: OrderTender[];
  subtotal: Money;
  rounding: Money;
  vat: VatRow[];
  /** Where the journal states the sale; none for orders from before it. */
  journal: { chain: string; seq: number; hash: string } | null;
  prints: number;
  actions: { name: string; refusal: Refusal | null }[];
}

export interface PrintAnswer {
  copy: boolean;
  pdfUrl: string | null;
}

// ── Setting up ───────────────────────────────────────────────────────────────────────────────

export interface SetupCountry {
  countryCode: string;
  currencyCode: string;
  /** Basis points: 2000 is 20 %. */
  vatRate: number;
  languageCode: string;
  timeZone: string;
}

export interface Setup {
  needed: boolean;
  countries: SetupCountry[];
}

export interface SetupRequest {
  code: string;
  company: { name: string; registrationNo: string; vatNo: string };
  store: {
    storeNo: string;
    name: string;
    address: string;
    postalCode: string;
    city: string;
    countryCode: string;
    telephone: string;
    currencyCode: string;
    timeZone: string;
    languageCode: string;
    vatRate: number;
  };
  terminal: { terminalNo: string; name: string };
  administrator: { username: string; firstName: string; lastName: string; email: string; password: string };
}

// ── Events ───────────────────────────────────────────────────────────────────────────────────

export interface ServerEvents {
  payment: { attemptId: string; state: AttemptState; step: AttemptStep | null };
  /** Somebody else changed the basket of this till. */
  basket: Record<string, never>;
  stock: { itemNos: string[] };
  alert: { recall?: number; RMA?: number; deposit?: number };
  'session-ended': Record<string, never>;
}
