import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '#/api/client';
import { setupQuery } from '#/api/queries';
import { ApiError, errorText } from '#/api/refusal';
import type { SetupCountry } from '#/api/types';
import { LANGUAGE_NAMES, LANGUAGES } from '#/lib/i18n';
import { page } from '#/lib/path';
import { updateDeviceSettings } from '#/lib/storage';
import { Button } from '#/ui/Button';
import { ErrorState } from '#/ui/ErrorState';
import { TextField } from '#/ui/Field';
import { PasswordField } from '#/ui/PasswordField';
import { SelectField } from '#/ui/SelectField';
import { Bone, Loading } from '#/ui/Skeleton';
import { EntryFrame } from './EntryFrame';
import login from './LoginPage.module.css';
import css from './SetupPage.module.css';
import {
  isRequired,
  missing,
  requestOf,
  SETUP_FIELDS,
  suggested,
  type SetupFieldName,
  type SetupValues,
} from './setup-form';

const CURRENCIES = ['AED', 'CHF', 'CNY', 'EUR', 'GBP', 'HKD', 'JPY', 'KRW', 'KWD', 'MOP', 'SGD', 'TWD', 'USD'];

type Errors = Partial<Record<SetupFieldName, string | undefined>>;

/** The country of this machine's language, when shops are known there. */
function nearCountry(countries: SetupCountry[]): SetupCountry | undefined {
  const region = new Intl.Locale(navigator.language).maximize().region;
  return countries.find((country) => country.countryCode === region) ?? countries.find(({ countryCode }) => countryCode === 'FR');
}

function firstValues(countries: SetupCountry[], till: string): SetupValues {
  const blank = Object.fromEntries(SETUP_FIELDS.map((field) => [field, ''])) as SetupValues;
  const country = nearCountry(countries);
  return {
    ...blank,
    ...(country ? suggested(country) : {}),
    'terminal.name': till,
  };
}

interface FieldProps {
  name: SetupFieldName;
  className?: string;
  autoComplete?: string;
  help?: string;
}

function useSetupForm(countries: SetupCountry[]) {
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  const client = useQueryClient();
  const [values, setValues] = useState(() => firstValues(countries, t('setup.firstTill')));
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const change = (field: SetupFieldName, value: string): void => {
    setErrors((present) => ({ ...present, [field]: undefined }));
    setValues((present) => {
      const next = { ...present, [field]: value };
      if (field === 'store.countryCode') {
        const country = countries.find(({ countryCode }) => countryCode === value);
        return country ? { ...next, ...suggested(country) } : next;
      }
      const followed = present['store.storeNo'] === '' ? '' : `${present['store.storeNo']}-1`;
      if (field === 'store.storeNo' && present['terminal.terminalNo'] === followed) {
        return { ...next, 'terminal.terminalNo': value === '' ? '' : `${value}-1` };
      }
      return next;
    });
  };
  const refuse = (refused: Errors): void => {
    setErrors(refused);
    const first = SETUP_FIELDS.find((field) => refused[field]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFailure(null);
    const blank = missing(values);
    const wrong: Errors = Object.fromEntries(blank.map((field) => [field, t('setup.missing')]));
    const request = requestOf(values);
    if (!wrong['store.vatRate'] && Number.isNaN(request.store.vatRate)) wrong['store.vatRate'] = t('setup.rateWrong');
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const { username } = await post('/setup', { body: request, notice: 'none' });
      updateDeviceSettings({ lastUsername: username });
      client.setQueryData(setupQuery.queryKey, { needed: false, countries: [] });
      await navigate({ to: page.login, replace: true });
    } catch (error) {
      const field = error instanceof ApiError ? SETUP_FIELDS.find((name) => name === error.refusal?.field) : undefined;
      if (field) refuse({ [field]: errorText(error) });
      else setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { values, errors, failure, isBusy, change, submit, form };
}

function SetupForm({ countries }: { countries: SetupCountry[] }) {
  const { t, i18n } = useTranslation('session');
  const { values, errors, failure, isBusy, change, submit, form } = useSetupForm(countries);
  const names = useMemo(() => {
    const regions = new Intl.DisplayNames([i18n.language], { type: 'region' });
    const named = countries.map(({ countryCode }) => ({ code: countryCode, name: regions.of(countryCode) ?? countryCode }));
    return named.toSorted((a, b) => a.name.localeCompare(b.name, i18n.language));
  }, [countries, i18n.language]);
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const field = ({ name, className, autoComplete, help }: FieldProps) => (
    <div className={className}>
      <TextField
        name={name}
        label={t(`setup.field.${name}` as 'setup.field.code')}
        value={values[name]}
        error={errors[name]}
        help={help}
        isRequired={isRequired(name)}
        autoComplete={autoComplete ?? 'off'}
        onChange={(event) => change(name, event.target.value)}
      />
    </div>
  );
  const select = (name: SetupFieldName, className: string | undefined, options: ReactNode) => (
    <div className={className}>
      <SelectField label={t(`setup.field.${name}` as 'setup.field.code')} value={values[name]} onChange={(value) => change(name, value)}>
        {options}
      </SelectField>
    </div>
  );
  const option = (value: string, name = value) => (
    <option key={value} value={value}>
      {name}
    </option>
  );
  return (
    <form ref={form} noValidate className={css.sections} onSubmit={(event) => void submit(event)}>
      <fieldset className={css.section}>{field({ name: 'code', help: t('setup.codeHelp') })}</fieldset>
      <fieldset className={css.section}>
        <legend>{t('setup.company')}</legend>
        {field({ name: 'company.name', autoComplete: 'organization' })}
        {field({ name: 'company.registrationNo', className: css.half ?? '' })}
        {field({ name: 'company.vatNo', className: css.half ?? '' })}
      </fieldset>
      <fieldset className={css.section}>
        <legend>{t('setup.store')}</legend>
        {field({ name: 'store.name', className: css.twoThirds ?? '' })}
        {field({ name: 'store.storeNo', className: css.third ?? '', help: t('setup.numberHelp') })}
        {field({ name: 'store.address', autoComplete: 'street-address' })}
        {field({ name: 'store.postalCode', className: css.third ?? '', autoComplete: 'postal-code' })}
        {field({ name: 'store.city', className: css.twoThirds ?? '', autoComplete: 'address-level2' })}
        {select('store.countryCode', css.half, names.map(({ code, name }) => option(code, name)))}
        {field({ name: 'store.telephone', className: css.half ?? '', autoComplete: 'tel' })}
        {select('store.currencyCode', css.half, CURRENCIES.map((code) => option(code)))}
        {field({ name: 'store.vatRate', className: css.half ?? '' })}
        {select('store.timeZone', css.half, zones.map((zone) => option(zone)))}
        {select('store.languageCode', css.half, LANGUAGES.map((language) => option(language, LANGUAGE_NAMES[language])))}
      </fieldset>
      <fieldset className={css.section}>
        <legend>{t('setup.till')}</legend>
        {field({ name: 'terminal.name', className: css.half ?? '' })}
        {field({ name: 'terminal.terminalNo', className: css.half ?? '', help: t('setup.numberHelp') })}
      </fieldset>
      <fieldset className={css.section}>
        <legend>{t('setup.administrator')}</legend>
        {field({ name: 'administrator.firstName', className: css.half ?? '', autoComplete: 'given-name' })}
        {field({ name: 'administrator.lastName', className: css.half ?? '', autoComplete: 'family-name' })}
        {field({ name: 'administrator.username', className: css.half ?? '', autoComplete: 'username' })}
        {field({ name: 'administrator.email', className: css.half ?? '', autoComplete: 'email' })}
        <PasswordField
          label={t('password')}
          name="administrator.password"
          isNew
          isLarge={false}
          help={t('setup.passwordHelp')}
          value={values['administrator.password']}
          error={errors['administrator.password'] ?? ''}
          onChange={(value) => change('administrator.password', value)}
        />
      </fieldset>
      <div>
        {failure && (
          <p className={css.failed} role="alert">
            {failure}
          </p>
        )}
        <Button type="submit" variant="primary" size="xl" isWide isBusy={isBusy}>
          {t('setup.submit')}
        </Button>
      </div>
    </form>
  );
}

/** The first page of a new installation: company, store, till and administrator. */
export function SetupPage() {
  const { t } = useTranslation('session');
  const { data: setup, error, refetch } = useQuery(setupQuery);
  if (setup && !setup.needed) return <Navigate to={page.login} replace />;
  return (
    <EntryFrame>
      <h1 className={login.greeting}>{t('setup.title')}</h1>
      <p className={login.where}>{t('setup.lead')}</p>
      {setup && <SetupForm countries={setup.countries} />}
      {!setup && !error && (
        <Loading>
          <Bone height={320} radius={10} />
        </Loading>
      )}
      {error && <ErrorState title={t('setup.failed')} text={errorText(error)} onRetry={() => void refetch()} />}
    </EntryFrame>
  );
}
