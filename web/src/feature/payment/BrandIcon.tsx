import { IconBrandAlipay, IconBrandWechat } from '@tabler/icons-react';
import type { QrProvider } from '#/api/types';

/** The sign of a provider, as clients know it from their telephones. */
export function BrandIcon({ provider, size = 24 }: { provider: QrProvider; size?: number }) {
  const Shape = provider === 'ALIPAY' ? IconBrandAlipay : IconBrandWechat;
  return <Shape size={size} stroke={1.6} aria-hidden="true" />;
}

const NAMES: Record<QrProvider, string> = { ALIPAY: 'Alipay', WECHATPAY: 'WeChat Pay' };

export const providerName = (provider: QrProvider): string => NAMES[provider];
