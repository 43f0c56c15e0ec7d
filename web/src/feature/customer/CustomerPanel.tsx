import { IconArrowsExchange, IconMail, IconMessage, IconPencil, IconPhone, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#/api/refusal';
import type { Consent, ConsentKind, Customer, Purchases } from '#/api/types';
import { formatDate, formatDay } from '#/lib/date';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { DialogContent } from '#/ui/Dialog';
import { ErrorState } from '#/ui/ErrorState';
import { Note } from '#/ui/Note';
import { Parts } from '#/ui/Parts';
import { Picture } from '#/ui/Picture';
import { Bone, Loading } from '#/ui/Skeleton';
import { Tag } from '#/ui/Tag';
import { useTimeZone } from '#/widget/use-time-zone';
import css from './CustomerDialog.module.css';
import { Gifts } from './Gifts';
import { LoyaltyCredit } from './LoyaltyCredit';
import { Portrait } from './Portrait';
import { RecyclingCredit } from './RecyclingCredit';
import { customerQuery, purchasesQuery } from './queries';
import { leftToRight } from '#/lib/left-to-right';
import { useNames } from './use-names';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Words({ title, words, isPlain }: { title: string; words: readonly string[]; isPlain?: boolean }) {
  if (words.length === 0) return null;
  return (
    <div>
      <h3 className="t-label">{title}</h3>
      <ul className={css.words}>
        {words.map((word) => (
          <li key={word}>{isPlain ? <span className={css.plainWord}>{word}</span> : <Tag>{word}</Tag>}</li>
        ))}
      </ul>
    </div>
  );
}

function Identity({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customer');
  const { country, language, month } = useNames();
  const { profile } = customer;
  const phone = [profile.phoneAreaCode, profile.phoneNo].filter(Boolean).join(' ');
  const residence = [
    profile.residence && t(`residence.${profile.residence}`),
    [profile.city, profile.postalCode].filter(Boolean).join(' '),
    country(profile.country),
  ];
  return (
    <dl>
      {phone !== '' && (
        <Fact name={t('field.phoneNo')}>
          <bdi dir="ltr">{phone}</bdi>
        </Fact>
      )}
      {profile.email && (
        <Fact name={t('field.email')}>
          <bdi dir="ltr">{profile.email}</bdi>
        </Fact>
      )}
      <Fact name={t('field.language')}>{language(profile.language)}</Fact>
      {customer.priceGroups.length > 0 && <Fact name={t('priceGroup.title')}>{customer.priceGroups.join(', ')}</Fact>}
      <Fact name={t('field.residence')}>{residence.filter(Boolean).join(', ')}</Fact>
      {profile.birthdayMonth !== null && <Fact name={t('field.birthdayMonth')}>{month(profile.birthdayMonth)}</Fact>}
      {profile.knowsUsFrom && <Fact name={t('field.knowsUsFrom')}>{t(`channel.${profile.knowsUsFrom}`)}</Fact>}
    </dl>
  );
}

function Visits({ purchases }: { purchases: Purchases }) {
  const { t } = useTranslation('customer');
  if (purchases.visits.length === 0) return <p className="mut2">{t('panel.noVisits')}</p>;
  const sizes = purchases.sizes.map((size) => `${size.itemClass} ${size.sizeCode}`);
  return (
    <>
      <dl className={css.counts}>
        <Fact name={t('panel.times')}>{`${purchases.purchaseTimes}${purchases.isMore ? '+' : ''}`}</Fact>
        <Fact name={t('panel.quantity')}>{`${purchases.purchaseQuantity}${purchases.isMore ? '+' : ''}`}</Fact>
        {purchases.lastPurchaseDate && (
          <Fact name={t('panel.last')}>
            <bdi dir="ltr">{formatDay(purchases.lastPurchaseDate)}</bdi>
          </Fact>
        )}
        <Fact name={t('panel.boutiques')}>
          <bdi>{purchases.boutiquesVisited.join(', ')}</bdi>
        </Fact>
      </dl>
      <Words title={t('panel.sizes')} words={sizes} />
      <ul className={css.visits}>
        {purchases.visits.map((visit) => (
          <li key={visit.orderId} className={css.visit}>
            <span className={css.pictures}>
              {visit.pictures.slice(0, 2).map((source) => (
                <Picture key={source} src={source} size="s52" />
              ))}
            </span>
            <span className={css.hitText}>
              <b>
                <Parts text={t('panel.visit', { count: visit.pieces, date: formatDay(visit.date) })} isWhole />
              </b>
              <span className="t-cap">
                <bdi>{visit.storeName}</bdi> · <bdi>{visit.salespersonName}</bdi>
              </span>
            </span>
            <Amount money={visit.total} className="t-strong" />
          </li>
        ))}
      </ul>
    </>
  );
}

const CONSENT_ICONS: Record<ConsentKind, typeof IconMail> = {
  PRIVACY_POLICY: IconShieldCheck,
  EMAIL: IconMail,
  PHONE: IconPhone,
  TEXT_MESSAGE: IconMessage,
};

function Consents({ consents }: { consents: readonly Consent[] }) {
  const { t } = useTranslation('customer');
  const timeZone = useTimeZone();
  const given = consents.filter((consent) => consent.granted);
  if (given.length === 0) return <p className="mut2">{t('panel.noConsents')}</p>;
  return (
    <ul className={css.consents}>
      {given.map((consent) => {
        const Icon = CONSENT_ICONS[consent.kind];
        return (
          <li key={consent.kind} className={css.consent}>
            <Icon size={22} stroke={1.6} aria-hidden="true" />
            <span>
              {t(`granted.${consent.kind}`)}
              <span className="t-cap">
                {t('panel.consentSince', {
                  date: formatDate(consent.givenAt, timeZone),
                  staffName: consent.staffName,
                  version: leftToRight(consent.textVersion),
                })}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface CustomerPanelProps {
  customerId: string;
  onEdit: (customer: Customer) => void;
  onSearch: () => void;
  onClose: () => void;
}

/** What is known of who buys, at a glance. */
export function CustomerPanel({ customerId, onEdit, onSearch, onClose }: CustomerPanelProps) {
  const { t } = useTranslation('customer');
  const { data: customer, error, refetch } = useQuery(customerQuery(customerId));
  const purchases = useQuery(purchasesQuery(customerId));
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <DialogContent
      title={customer?.name ?? t('panel.title')}
      lead={customer && t('panel.number', { number: String(customer.customerNo) })}
      onClose={onClose}
      isFootApart
      foot={
        <>
          <Button variant="quiet" isGrowing icon={<IconArrowsExchange size={22} stroke={1.6} />} onClick={onSearch}>
            {t('panel.change')}
          </Button>
          {customer && (
            <Button variant="primary" isGrowing icon={<IconPencil size={22} stroke={1.6} />} onClick={() => onEdit(customer)}>
              {t('panel.edit')}
            </Button>
          )}
        </>
      }
    >
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={start} tabIndex={0} role="group" aria-label={t('panel.title')} className={css.panel} data-autofocus>
        {!customer && error && <ErrorState title={t('panel.failed')} text={errorText(error)} onRetry={() => void refetch()} />}
        {!customer && !error && (
          <Loading>
            <Bone height={120} radius={10} />
          </Loading>
        )}
        {customer && (
          <>
            <section className={css.who}>
              <Portrait customer={customer} />
              <Identity customer={customer} />
            </section>
            <section className={css.taste}>
              <Words title={t('field.likes')} words={customer.profile.likes} />
              <Words title={t('field.dislikes')} words={customer.profile.dislikes} isPlain />
              <Words title={t('field.buyFor')} words={customer.profile.buyFor} />
              <Words title={t('field.interests')} words={customer.profile.interests} />
            </section>
            <section className={css.block} aria-label={t('panel.visits')}>
              <h2 className="t-lead">{t('panel.visits')}</h2>
              {purchases.data && <Visits purchases={purchases.data} />}
              {purchases.isError && <Note tone="citrine">{errorText(purchases.error)}</Note>}
              {purchases.isLoading && (
                <Loading>
                  <Bone height={52} radius={10} />
                </Loading>
              )}
            </section>
            <Gifts customer={customer} />
            <LoyaltyCredit customerId={customer.customerId} />
            <RecyclingCredit customerId={customer.customerId} />
            <section className={css.block} aria-label={t('panel.consents')}>
              <h2 className="t-lead">{t('panel.consents')}</h2>
              <Consents consents={customer.consents} />
            </section>
          </>
        )}
      </div>
    </DialogContent>
  );
}
