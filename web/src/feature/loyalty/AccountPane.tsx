import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { address } from '#/api/operation';
import { useMay } from '#/api/permission';
import { errorText } from '#/api/refusal';
import { formatDay } from '#/lib/date';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { ErrorState } from '#/ui/ErrorState';
import { Bone, Loading } from '#/ui/Skeleton';
import { Tag, type Tone } from '#/ui/Tag';
import { useExport } from '#/widget/list/ExportButton';
import { PaneFrame } from '#/widget/list/ListPage';
import { LedgerEntry } from '#/widget/ledger/LedgerEntry';
import css from '#/widget/ledger/Ledger.module.css';
import { AdjustDialog } from './AdjustDialog';
import { accountQuery, pathOf, type Account, type Lot } from './queries';

const TONES: Partial<Record<Lot['state'], Tone>> = { ACTIVE: 'emerald', PENDING: 'sapphire', EXPIRED: 'citrine' };

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="mut2">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Lots({ lots }: { lots: readonly Lot[] }) {
  const { t } = useTranslation('loyalty');
  return (
    <>
      <h2 className="t-lead">{t('lots')}</h2>
      <ul className={css.ledger}>
        {lots.map((lot) => (
          <li key={lot.lotId} className={css.ledgerRow}>
            <span className={css.rowText}>
              <span>
                <Tag {...(TONES[lot.state] ? { tone: TONES[lot.state] as Tone } : {})}>{t(`state.${lot.state}`)}</Tag>
              </span>
              <span className="t-cap">
                <bdi dir="ltr">{formatDay(lot.usableFrom)}</bdi> – <bdi dir="ltr">{formatDay(lot.expiresOn)}</bdi>
              </span>
              {lot.receiptNo && (
                <span className="t-cap">
                  <bdi dir="ltr">{lot.receiptNo}</bdi>
                </span>
              )}
            </span>
            <span className={css.rowAmounts}>
              <Amount money={lot.remaining} className="t-strong" />
              <span className="t-cap">
                <Amount money={lot.granted} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Somebody's account: what there is, in which lots, and all that happened to it. */
export function AccountPane({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('loyalty');
  return (
    <PaneFrame title={t('one')} onClose={onClose}>
      <AccountBody account={account} />
    </PaneFrame>
  );
}

function AccountBody({ account }: { account: Account }) {
  const { t } = useTranslation('loyalty');
  const { isExporting, run } = useExport(
    address('/loyalty/{customerId}/{currencyCode}/export.csv', { path: pathOf(account) }),
    `${t('exportName')}-${account.customerNo}.csv`,
  );
  const mayAdjust = useMay('admin.all');
  const [isAdjusting, setAdjusting] = useState(false);
  const { data, error, refetch } = useQuery(accountQuery(account));
  if (error && !data) return <ErrorState title={t('failed')} text={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Loading>
        <Bone height={240} radius={10} />
      </Loading>
    );
  }
  const { endsFirst, points, redeemed, balance } = data.account;
  return (
    <div className={css.detail}>
      <dl className={css.facts}>
        <Fact name={t('customer')}>
          <bdi>{data.account.name}</bdi>
        </Fact>
        <Fact name={t('balance')}>
          <Amount money={balance} className="t-strong" />
        </Fact>
        {endsFirst && (
          <Fact name={t('endsFirst')}>
            <Amount money={endsFirst.amount} /> {t('until')} <bdi dir="ltr">{formatDay(endsFirst.expiresOn)}</bdi>
          </Fact>
        )}
        <Fact name={t('redeemed')}>
          <Amount money={redeemed} />
        </Fact>
        <Fact name={t('pointsName')}>{t('points', { count: points })}</Fact>
      </dl>
      <div className={css.buttons}>
        <Button variant="quiet" isBusy={isExporting} onClick={run}>
          {t('exportLedger')}
        </Button>
        {mayAdjust && (
          <Button variant="quiet" onClick={() => setAdjusting(true)}>
            {t('adjust.title')}
          </Button>
        )}
      </div>
      {isAdjusting && <AdjustDialog account={data.account} onClose={() => setAdjusting(false)} />}
      {data.lots.length > 0 && <Lots lots={data.lots} />}
      <h2 className="t-lead">{t('ledger')}</h2>
      <ul className={css.ledger}>
        {data.ledger.map((entry) => (
          <LedgerEntry
            key={entry.entryNo}
            title={t(`entry.${entry.entryType}`)}
            at={entry.bookedAt}
            facts={[entry.storeNo, entry.terminalNo, entry.staffName, entry.receiptNo, entry.reason]}
            amounts={
              <>
                <Amount money={entry.amount} className="t-strong" />
                <span className="t-cap">
                  <Amount money={entry.balance} />
                </span>
              </>
            }
          />
        ))}
      </ul>
    </div>
  );
}
