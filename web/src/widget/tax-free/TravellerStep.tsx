import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isoDay } from '#/lib/date';
import { timeNow } from '#/lib/time-now';
import { TextField } from '#/ui/Field';
import { CountrySelect } from './CountrySelect';
import { readPassport } from './mrz';
import { countriesQuery } from './queries';
import type { StepProps } from './ReceiptsStep';
import css from './TaxFree.module.css';

/** The passport, as it is read or typed, and the journey. */
export function TravellerStep({ draft, offer, change, errorOf }: StepProps) {
  const { t } = useTranslation('taxFree');
  const { data: areas = [] } = useQuery(countriesQuery);
  const { traveller } = draft;
  const set = (part: Partial<typeof traveller>): void => change({ traveller: { ...traveller, ...part } });
  const field = (name: 'passportNo' | 'familyName' | 'givenName' | 'residenceAddress' | 'flightNo') => ({
    label: t(`field.${name}`),
    value: traveller[name] ?? '',
    error: errorOf(name),
    autoComplete: 'off',
  });
  const day = (name: 'arrivedOn' | 'departsOn') => ({
    label: t(`field.${name}`),
    type: 'date',
    value: traveller[name] ?? '',
    error: errorOf(name),
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value === '' ? null : event.target.value }),
  });
  return (
    <div className={css.columns}>
      <TextField
        {...field('passportNo')}
        className={css.wide}
        isRequired
        dir="ltr"
        spellCheck={false}
        help={t('passportHelp')}
        data-autofocus
        onChange={(event) => {
          const read = readPassport(event.target.value, isoDay(timeNow()));
          set(read ? { ...read, issuingCountry: read.issuingCountry || traveller.issuingCountry } : { passportNo: event.target.value });
        }}
      />
      <TextField {...field('familyName')} isRequired dir="auto" onChange={(event) => set({ familyName: event.target.value })} />
      <TextField {...field('givenName')} isRequired dir="auto" onChange={(event) => set({ givenName: event.target.value })} />
      <CountrySelect
        label={t('field.issuingCountry')}
        codes={areas.map(({ country }) => country)}
        preferred={offer.preferredCountries}
        value={traveller.issuingCountry}
        error={errorOf('issuingCountry')}
        onChange={(issuingCountry) => set({ issuingCountry })}
      />
      <TextField
        label={t('field.bornOn')}
        type="date"
        isRequired
        value={traveller.bornOn}
        error={errorOf('bornOn')}
        help={t('ageHelp', { age: offer.terms?.minimumAge ?? 0 })}
        onChange={(event) => set({ bornOn: event.target.value })}
      />
      <TextField
        {...field('residenceAddress')}
        className={css.wide}
        isRequired
        dir="auto"
        onChange={(event) => set({ residenceAddress: event.target.value })}
      />
      <TextField {...day('arrivedOn')} />
      <TextField {...day('departsOn')} help={t('datesHelp')} />
      <TextField
        {...field('flightNo')}
        isRequired={offer.asksFlight}
        dir="ltr"
        onChange={(event) => set({ flightNo: event.target.value })}
      />
    </div>
  );
}
