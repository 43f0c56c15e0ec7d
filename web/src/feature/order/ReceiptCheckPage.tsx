import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '#/api/client';
import { ApiError, errorText, wholeSentence } from '#/api/refusal';
import type { ReceiptCheck } from '#/api/types';
import { formatDay } from '#/lib/date';
import { LANGUAGE_NAMES, LANGUAGES, nearestLanguage } from '#/lib/i18n';
import { formatInteger } from '#/lib/money';
import { page } from '#/lib/path';
import { deviceSettings } from '#/lib/storage';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { cx } from '#/ui/cx';
import { Logo } from '#/ui/Logo';
import { Note } from '#/ui/Note';
import { SelectField } from '#/ui/SelectField';
import { Bone, Loading } from '#/ui/Skeleton';
import css from './ReceiptCheck.module.css';

const isUnknown = (error: Error): boolean => error instanceof ApiError && error.key === 'order.receipt_unknown';

/** Clients read it on a telephone of their own, in its language; nothing of theirs is kept. */
function useOwnLanguage(): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    if (deviceSettings().language) return;
    const own = navigator.languages.map(nearestLanguage).find((language) => language !== null);
    if (own && own !== i18n.language) void i18n.changeLanguage(own);
    // The choice made on this page wins afterwards.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

function Genuine({ check }: { check: ReceiptCheck }) {
  const { t } = useTranslation('order');
  return (
    <div role="status">
      <span className={cx(css.disc, css.good)} aria-hidden="true">
        <IconCircleCheck size={34} stroke={1.6} />
      </span>
      <h1 className={css.title}>{t('check.genuine')}</h1>
      <p className={css.text}>{t('check.genuineText')}</p>
      {check.isDemonstration && <Note tone="citrine">{t('check.demonstration')}</Note>}
      <dl className={css.facts}>
        {check.paper === 'DEPOSIT' && <Fact name={t('check.paper')}>{t('check.deposit')}</Fact>}
        <Fact name={t('check.number')}>
          <bdi dir="ltr">{check.receiptNo}</bdi>
        </Fact>
        <Fact name={t('check.date')}>
          <bdi dir="ltr">{formatDay(check.date)}</bdi>
        </Fact>
        <Fact name={t('check.store')}>
          <bdi>{check.companyName}</bdi>
          <br />
          <bdi>{check.storeName}</bdi>
        </Fact>
        <Fact name={t('check.pieces')}>{formatInteger(check.pieces)}</Fact>
        {check.total && (
          <Fact name={t(check.paper === 'DEPOSIT' ? 'check.depositAmount' : 'check.total')}>
            <Amount money={check.total} />
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('order');
  const { t: ui } = useTranslation();
  if (isUnknown(error)) {
    return (
      <div role="alert">
        <span className={cx(css.disc, css.bad)} aria-hidden="true">
          <IconCircleX size={34} stroke={1.6} />
        </span>
        <h1 className={css.title}>{t('check.unknown')}</h1>
        <p className={css.text}>{t('check.unknownText')}</p>
      </div>
    );
  }
  return (
    <div role="alert">
      <span className={cx(css.disc, css.doubt)} aria-hidden="true">
        <IconAlertTriangle size={32} stroke={1.6} />
      </span>
      <h1 className={css.title}>{t('check.failed')}</h1>
      <p className={css.text}>{t('check.failedText', { reason: wholeSentence(errorText(error)) })}</p>
      <Button variant="primary" size="lg" onClick={onRetry}>
        {ui('tryAgain')}
      </Button>
    </div>
  );
}

/** Whether the receipt in somebody's hand is genuine. Public: no session, nothing about a person. */
export function ReceiptCheckPage() {
  const { t, i18n } = useTranslation('order');
  const { t: session } = useTranslation('session');
  const { code } = useParams({ from: page.receipt });
  useOwnLanguage();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['receipt-check', code],
    queryFn: ({ signal }) => get('/receipt/{code}', { path: { code }, signal, notice: 'none' }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className={css.page}>
      <header className={css.top}>
        <Logo size={34} />
        <span className={css.heading}>{t('check.title')}</span>
        <SelectField label={session('language')} isLabelHidden value={i18n.language} onChange={(language) => void i18n.changeLanguage(language)}>
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </SelectField>
      </header>
      <main className={css.card}>
        {data && <Genuine check={data} />}
        {error && !data && !isFetching && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && (isFetching || !error) && (
          <Loading>
            <p className="sr">{t('check.checking')}</p>
            <Bone height={56} radius={28} width="56px" />
            <Bone height={30} radius={8} />
            <Bone height={140} radius={10} />
          </Loading>
        )}
      </main>
    </div>
  );
}
