/** The way terminals spell brands is not the way people do. */
const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mc: 'Mastercard',
  mastercard: 'Mastercard',
  amex: 'American Express',
  maestro: 'Maestro',
  jcb: 'JCB',
  diners: 'Diners Club',
  discover: 'Discover',
  cup: 'UnionPay',
  unionpay: 'UnionPay',
  cartebancaire: 'CB',
  cb: 'CB',
  alipay: 'Alipay',
  wechatpay: 'WeChat Pay',
};

export function brandName(brand: string | null): string {
  if (!brand) return '';
  return BRANDS[brand.toLowerCase().replace(/[\s_-]/g, '')] ?? brand;
}

/** `Visa •••• 8820` */
export function cardName(brand: string | null, last4: string | null): string {
  return [brandName(brand), last4 ? `•••• ${last4}` : ''].filter(Boolean).join(' ');
}
