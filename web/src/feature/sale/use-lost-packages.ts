import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownBasket } from '#/api/expected-basket';
import { showNotice } from '#/lib/notice';
import { lostPackages } from './basket/lost-packages';

/** Says which package a change of the basket ended. */
export function useLostPackages(basket: ShownBasket | undefined): void {
  const { t } = useTranslation('sale');
  const before = useRef<ShownBasket>(undefined);
  useEffect(() => {
    // What the till expects has no packages of its own: the server's answer counts.
    if (!basket || basket.isExpected) return;
    const known = before.current;
    before.current = basket;
    // Whoever empties a basket knows.
    if (!known || basket.lines.length === 0) return;
    for (const name of lostPackages(known, basket)) showNotice('warning', t('package.lost', { name }));
  }, [basket, t]);
}
