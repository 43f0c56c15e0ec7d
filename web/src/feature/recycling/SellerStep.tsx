import { useTranslation } from 'react-i18next';
import type { RecyclingSeller } from '#/api/types';
import { TextField } from '#/ui/Field';
import { SelectField } from '#/ui/SelectField';
import css from './Recycling.module.css';
import { SignaturePad, type Stroke } from './SignaturePad';

const DOCUMENTS = ['IDENTITY_CARD', 'PASSPORT', 'RESIDENCE_PERMIT', 'DRIVING_LICENCE'] as const;

export const blankSeller = (country: string): RecyclingSeller => ({
  familyName: '',
  givenName: '',
  birthDate: '',
  address: '',
  postalCode: '',
  city: '',
  country,
  documentType: 'IDENTITY_CARD',
  documentNo: '',
  documentIssuer: '',
  documentDate: '',
});

/** Whether all is there that the server can look at. */
export const isComplete = (seller: RecyclingSeller): boolean =>
  Object.entries(seller).every(([name, value]) => name === 'postalCode' || value.trim() !== '');

interface SellerStepProps {
  seller: RecyclingSeller;
  onSeller: (part: Partial<RecyclingSeller>) => void;
  strokes: readonly Stroke[];
  onStrokes: (strokes: readonly Stroke[]) => void;
  /** Which field was refused, and why. */
  refused: { field: string | null; text: string } | null;
}

/** Who sells, by their paper, and their signature. */
export function SellerStep({ seller, onSeller, strokes, onStrokes, refused }: SellerStepProps) {
  const { t } = useTranslation('recycling');
  const field = (name: keyof RecyclingSeller, more: { type?: 'date'; isOptional?: boolean; maxLength?: number; isLtr?: boolean } = {}) => (
    <TextField
      label={t(`seller.${name}`)}
      isRequired={!more.isOptional}
      type={more.type ?? 'text'}
      dir={more.isLtr ? 'ltr' : more.type ? undefined : 'auto'}
      autoComplete="off"
      maxLength={more.maxLength ?? 80}
      value={seller[name]}
      error={refused?.field === name ? refused.text : undefined}
      onChange={(event) => onSeller({ [name]: event.target.value })}
    />
  );
  return (
    <div className={css.form}>
      <div className={css.fields}>
        {field('givenName')}
        {field('familyName')}
        {field('birthDate', { type: 'date' })}
        {field('address')}
        {field('postalCode', { isOptional: true, maxLength: 12, isLtr: true })}
        {field('city')}
        {field('country', { maxLength: 2, isLtr: true })}
        <SelectField
          label={t('seller.documentType')}
          value={seller.documentType}
          onChange={(type) => onSeller({ documentType: type as RecyclingSeller['documentType'] })}
        >
          {DOCUMENTS.map((type) => (
            <option key={type} value={type}>
              {t(`document.${type}`)}
            </option>
          ))}
        </SelectField>
        {field('documentNo', { maxLength: 40, isLtr: true })}
        {field('documentIssuer')}
        {field('documentDate', { type: 'date' })}
      </div>
      <p className="t-cap">{t('seller.privacy')}</p>
      <SignaturePad strokes={strokes} onChange={onStrokes} />
    </div>
  );
}
