import { useTranslation } from 'react-i18next';

export function SalePage() {
  const { t } = useTranslation('sale');
  return <h1>{t('pay.take')}</h1>;
}
