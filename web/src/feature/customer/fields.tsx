import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { salespeopleQuery, sessionQuery } from '#/api/queries';
import type { CustomerProfile } from '#/api/types';
import { TextField } from '#/ui/Field';
import { Segment } from '#/ui/Segment';
import { SelectField } from '#/ui/SelectField';
import css from './CustomerDialog.module.css';
import { textOf, wordsOf } from './form';
import { areasQuery } from './queries';
import type { CustomerForm } from './use-customer-form';
import { useNames } from './use-names';

interface FieldsProps {
  form: CustomerForm;
}

const TITLES = ['MS', 'MR', 'MX'] as const;
const CHANNELS = ['FRIEND', 'WALKED_PAST', 'GIFT', 'INSTAGRAM', 'XIAOHONGSHU', 'MAGAZINE', 'WEB_SHOP', 'OTHER'] as const;
const MARITAL = ['SINGLE', 'PARTNERED', 'MARRIED', 'DIVORCED', 'WIDOWED'] as const;
const GENERATIONS = [1930, 1940, 1950, 1960, 1970, 1980, 1990, 2000, 2010] as const;
const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
const KIDS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pt', 'ru', 'zh-Hans', 'zh-Hant'] as const;

type TextName = { [K in keyof CustomerProfile]: CustomerProfile[K] extends string ? K : never }[keyof CustomerProfile];
type WordsName = { [K in keyof CustomerProfile]: CustomerProfile[K] extends string[] ? K : never }[keyof CustomerProfile];

function Text({ form, name, className, autoComplete = 'off' }: FieldsProps & { name: TextName; className?: string | undefined; autoComplete?: string }) {
  const { t } = useTranslation('customer');
  return (
    <TextField
      label={t(`field.${name}`)}
      className={className ?? ''}
      value={form.profile[name]}
      error={form.errorOf(name)}
      autoComplete={autoComplete}
      onChange={(event) => form.set({ [name]: event.target.value })}
    />
  );
}

/** A list as a text with commas. What is typed stays as it was typed until the field is left. */
function Words({ form, name }: FieldsProps & { name: WordsName }) {
  const { t } = useTranslation('customer');
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={t(`field.${name}`)}
      className={css.half ?? ''}
      help={t('form.commas')}
      value={typed ?? textOf(form.profile[name])}
      error={form.errorOf(name)}
      autoComplete="off"
      onChange={(event) => {
        setTyped(event.target.value);
        form.set({ [name]: wordsOf(event.target.value) });
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** How they are reached: the one thing that is asked for. */
export function ContactFields({ form }: FieldsProps) {
  const { t } = useTranslation('customer');
  const { country, compare } = useNames();
  const { data: areas = [] } = useQuery(areasQuery);
  const { data: session } = useQuery(sessionQuery);
  const home = areas.find((area) => area.country === session?.store.countryCode)?.areaCode;
  const { profile } = form;
  // Of the countries that share a code the list names all, the code once.
  const codes = new Map<string, string[]>();
  for (const area of areas) codes.set(area.areaCode, [...(codes.get(area.areaCode) ?? []), country(area.country)]);
  const options = [...codes].map(([code, names]) => ({ code, name: names.toSorted(compare).slice(0, 3).join(', ') }));
  options.sort((a, b) => compare(a.name, b.name));
  return (
    <fieldset className={css.section}>
      <legend>{t('section.contact')}</legend>
      <p className={css.hint}>{t('form.contactHint')}</p>
      <div className={css.third}>
        <SelectField
          label={t('field.phoneAreaCode')}
          value={profile.phoneAreaCode ?? home ?? ''}
          onChange={(code) => form.set({ phoneAreaCode: code })}
        >
          {options.map(({ code, name }) => (
            <option key={code} value={code}>{`${code} ${name}`}</option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={t('field.phoneNo')}
        className={css.twoThirds ?? ''}
        value={profile.phoneNo ?? ''}
        error={form.errorOf('phoneNo')}
        type="tel"
        dir="ltr"
        autoComplete="off"
        autoFocus
        onChange={(event) => form.set({ phoneNo: event.target.value })}
      />
      <TextField
        label={t('field.email')}
        value={profile.email ?? ''}
        error={form.errorOf('email')}
        type="email"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => form.set({ email: event.target.value })}
      />
    </fieldset>
  );
}

/** Who they are. */
export function IdentityFields({ form }: FieldsProps) {
  const { t } = useTranslation('customer');
  const { language, month } = useNames();
  const { profile } = form;
  const languages = LANGUAGES.some((code) => code === profile.language) || profile.language === '' ? LANGUAGES : [...LANGUAGES, profile.language];
  return (
    <fieldset className={css.section}>
      <legend>{t('section.identity')}</legend>
      <div>
        <Segment
          label={t('field.title')}
          value={profile.title ?? 'NONE'}
          options={[...TITLES, 'NONE' as const].map((value) => ({ value, label: t(`title.${value}`) }))}
          onChange={(value) => form.set({ title: value === 'NONE' ? null : value })}
          isWide
        />
      </div>
      <Text form={form} name="givenName" className={css.half} />
      <Text form={form} name="familyName" className={css.half} />
      <div className={css.third}>
        <SelectField label={t('field.language')} value={profile.language} onChange={(value) => form.set({ language: value })}>
          {profile.language === '' && <option value="">{t('form.asBoutique')}</option>}
          {languages.map((code) => (
            <option key={code} value={code}>
              {language(code)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={css.third}>
        <SelectField
          label={t('field.birthdayMonth')}
          value={String(profile.birthdayMonth ?? '')}
          onChange={(value) => form.set({ birthdayMonth: value === '' ? null : Number(value) })}
        >
          <option value="">{t('form.unknown')}</option>
          {MONTHS.map((number) => (
            <option key={number} value={number}>
              {month(number)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={css.third}>
        <SelectField
          label={t('field.generation')}
          value={String(profile.generation ?? '')}
          onChange={(value) => form.set({ generation: value === '' ? null : Number(value) })}
        >
          <option value="">{t('form.unknown')}</option>
          {GENERATIONS.map((year) => (
            <option key={year} value={year}>
              {t('form.decade', { from: String(year), to: String(year + 9) })}
            </option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  );
}

/** What they like, and who belongs to them. */
export function TasteFields({ form }: FieldsProps) {
  const { t } = useTranslation('customer');
  const { data: people = [] } = useQuery(salespeopleQuery);
  const { profile } = form;
  const isListed = people.some((person) => person.staffId === profile.followedSalesperson);
  return (
    <fieldset className={css.section}>
      <legend>{t('section.taste')}</legend>
      <Words form={form} name="likes" />
      <Words form={form} name="dislikes" />
      <Words form={form} name="interests" />
      <Words form={form} name="buyFor" />
      <Words form={form} name="followedMedia" />
      <div className={css.half}>
        <SelectField
          label={t('field.followedSalesperson')}
          value={profile.followedSalesperson ?? ''}
          onChange={(value) => form.set({ followedSalesperson: value || null })}
        >
          <option value="">{t('form.nobody')}</option>
          {profile.followedSalesperson && !isListed && <option value={profile.followedSalesperson}>{profile.followedSalesperson}</option>}
          {people.map((person) => (
            <option key={person.staffId} value={person.staffId}>
              {`${person.firstName} ${person.lastName}`}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={css.third}>
        <SelectField
          label={t('field.knowsUsFrom')}
          value={profile.knowsUsFrom ?? ''}
          onChange={(value) => form.set({ knowsUsFrom: CHANNELS.find((one) => one === value) ?? null })}
        >
          <option value="">{t('form.unknown')}</option>
          {CHANNELS.map((one) => (
            <option key={one} value={one}>
              {t(`channel.${one}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={css.third}>
        <SelectField
          label={t('field.maritalStatus')}
          value={profile.maritalStatus ?? ''}
          onChange={(value) => form.set({ maritalStatus: MARITAL.find((one) => one === value) ?? null })}
        >
          <option value="">{t('form.unknown')}</option>
          {MARITAL.map((one) => (
            <option key={one} value={one}>
              {t(`marital.${one}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={css.third}>
        <SelectField
          label={t('field.kids')}
          value={String(profile.kids ?? '')}
          onChange={(value) => form.set({ kids: value === '' ? null : Number(value) })}
        >
          <option value="">{t('form.unknown')}</option>
          {(profile.kids !== null && profile.kids > KIDS.length - 1 ? [...KIDS, profile.kids] : KIDS).map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  );
}

/** Where they live. */
export function AddressFields({ form }: FieldsProps) {
  const { t } = useTranslation('customer');
  const { country, compare } = useNames();
  const { data: areas = [] } = useQuery(areasQuery);
  const { profile } = form;
  const countries = areas.map((area) => area.country).toSorted((a, b) => compare(country(a), country(b)));
  return (
    <fieldset className={css.section}>
      <legend>{t('section.address')}</legend>
      <div>
        <Segment
          label={t('field.residence')}
          value={profile.residence ?? 'AUTO'}
          options={[
            ...(profile.residence === null ? [{ value: 'AUTO' as const, label: t('residence.AUTO') }] : []),
            { value: 'LOCAL', label: t('residence.LOCAL') },
            { value: 'TOURIST', label: t('residence.TOURIST') },
          ]}
          onChange={(value) => form.set({ residence: value === 'AUTO' ? null : value })}
          isWide
        />
      </div>
      <SelectField label={t('field.country')} value={profile.country} onChange={(value) => form.set({ country: value })}>
        {profile.country === '' && <option value="">{t('form.asNumber')}</option>}
        {countries.map((code) => (
          <option key={code} value={code}>
            {country(code)}
          </option>
        ))}
      </SelectField>
      <Text form={form} name="address" />
      <Text form={form} name="postalCode" className={css.third} />
      <Text form={form} name="city" className={css.twoThirds} />
      <Text form={form} name="province" className={css.half} />
      <label className={css.check}>
        <input
          type="checkbox"
          checked={profile.travelRetail}
          onChange={(event) => form.set({ travelRetail: event.target.checked })}
        />
        <span>{t('field.travelRetail')}</span>
      </label>
    </fieldset>
  );
}
