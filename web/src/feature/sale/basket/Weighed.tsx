import { useTranslation } from 'react-i18next';
import type { BasketLine } from '#/api/types';
import { Amount } from '#/ui/Amount';
import { formatGramPrice, formatGrams } from '../deal/words';

/** How a weight made a price: weight × price of a gram + labour. */
export function Weighed({ weight }: { weight: NonNullable<BasketLine['weight']> }) {
  const { t } = useTranslation('sale');
  const grams = formatGrams(weight.weight);
  return (
    <>
      {weight.gramPriceHundredths > 0 ? (
        <bdi dir="ltr" className="num">
          {t('piece.weightGrams', { grams })} × {formatGramPrice(weight.gramPriceHundredths, weight.metal.currency)}
        </bdi>
      ) : (
        <>
          {t('line.metal', { grams })} <Amount money={weight.metal} />
        </>
      )}{' '}
      + {t('line.labour')} <Amount money={weight.labour} />
    </>
  );
}
