import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ShownBasket } from '#/api/expected-basket';
import { catalogueQuery } from '#/api/queries';
import type { PackageHint } from '#/api/types';
import { negative } from '#/lib/money';
import { Amount } from '#/ui/Amount';
import type { Deal } from '../deal/deal';
import { PackageMark } from './PackageMark';
import css from './Packages.module.css';

const HINTS_MAX = 3;
const NAMES_MAX = 3;

/** What one more piece would complete. */
function Hint({ hint }: { hint: PackageHint }) {
  const { t } = useTranslation('sale');
  const { data } = useQuery({ ...catalogueQuery, enabled: false });
  const names = hint.itemNos
    .slice(0, NAMES_MAX)
    .map((itemNo) => data?.items.find((item) => item.itemNo === itemNo)?.name ?? itemNo);
  return (
    <li className={css.hint}>
      <IconSparkles size={18} stroke={1.6} aria-hidden="true" />
      <span>{t('package.hint', { items: names.join(', '), name: hint.description })}</span>
    </li>
  );
}

/** The packages that are applied, each with its saving and the way to its pieces. */
export function Packages({ basket, onDeal }: { basket: ShownBasket; onDeal: (deal: Deal) => void }) {
  const { t } = useTranslation('sale');
  const { packages } = basket;
  if (packages.length === 0) return null;
  return (
    <ul className={css.packages} aria-label={t('package.applied')} data-scroll>
      {packages.map(({ applicationNo, description, saving }) => (
        <li key={applicationNo}>
          <button type="button" className={css.package} onClick={() => onDeal({ kind: 'package', applicationNo })}>
            <PackageMark no={applicationNo} />
            <span className="trunc" dir="auto">
              {description}
            </span>
            <Amount money={negative(saving)} className={css.saving ?? ''} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The packages that are one piece away. */
export function Hints({ basket }: { basket: ShownBasket }) {
  const { t } = useTranslation('sale');
  if (basket.hints.length === 0) return null;
  return (
    <ul aria-label={t('package.hints')}>
      {basket.hints.slice(0, HINTS_MAX).map((hint) => (
        <Hint key={hint.discountId} hint={hint} />
      ))}
    </ul>
  );
}
