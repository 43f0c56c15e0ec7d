import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNT_STATEMENT, useMay } from '#/api/permission';
import { sessionQuery } from '#/api/queries';
import { formatDay } from '#/lib/date';
import { formatInteger, type Money } from '#/lib/money';
import { page } from '#/lib/path';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import buttonCss from '#/ui/Button.module.css';
import { cx } from '#/ui/cx';
import { Dialog } from '#/ui/Dialog';
import { DocumentFact, DocumentFoot, DocumentPane, DocumentSum } from '#/widget/document-pane/DocumentPane';
import { LedgerEntry } from '#/widget/ledger/LedgerEntry';
import { Breakdown } from './Breakdown';
import { Causes } from './Causes';
import { ClearButton } from './ClearButton';
import count from './Count.module.css';
import { OrdersLink } from './OrdersLink';
import { Papers } from './PaperButton';
import { Failure, PostPanel } from './PostPanel';
import { POST, statementQuery, type Count, type Drawer, type Statement, type Tender } from './queries';
import { StateTag } from './StateTag';
import css from './StatementPane.module.css';
import { Terminals } from './Terminals';
import { ZFacts } from './ZFacts';

function Told({ money }: { money: Money | null }) {
  const { t } = useTranslation('statement');
  return money ? <Amount money={money} {...(money.minor < 0 && css.below ? { className: css.below } : {})} /> : t('hidden');
}

function Sums({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statement');
  const { depositKept, depositAdded, recyclingGranted, recyclingRepaid } = statement;
  return (
    <dl className={css.section}>
      <DocumentFact name={t('salesAmount')}>
        <Told money={statement.salesAmount} />
      </DocumentFact>
      <DocumentFact name={t('liabilities')}>
        <Told money={statement.liabilities} />
      </DocumentFact>
      <DocumentFact name={t('rounding')}>
        <Told money={statement.roundingAmount} />
      </DocumentFact>
      <DocumentFact name={t('paymentAmount')}>
        <Told money={statement.paymentAmount} />
      </DocumentFact>
      <DocumentFact name={t('moneyIn')}>
        <Told money={statement.moneyIn} />
      </DocumentFact>
      <DocumentFact name={t('lineDiscount')}>
        <Amount money={statement.lineDiscount} />
      </DocumentFact>
      {depositKept.minor !== 0 && (
        <DocumentFact name={t('depositKept')}>
          <Amount money={depositKept} />
        </DocumentFact>
      )}
      {depositAdded.minor !== 0 && (
        <DocumentFact name={t('depositAdded')}>
          <Amount money={depositAdded} />
        </DocumentFact>
      )}
      {recyclingGranted.minor !== 0 && (
        <DocumentFact name={t('recyclingGranted')}>
          <Told money={recyclingGranted} />
        </DocumentFact>
      )}
      {recyclingRepaid.minor !== 0 && (
        <DocumentFact name={t('recyclingRepaid')}>
          <Amount money={recyclingRepaid} />
        </DocumentFact>
      )}
      <DocumentSum name={t('difference')}>
        <Told money={statement.difference} />
      </DocumentSum>
    </dl>
  );
}

/** The drawers of a tender that differ, when it has several: what they differ by may come to nothing together. */
function DrawerFacts({ drawers }: { drawers: Drawer[] }) {
  const { t } = useTranslation('statement');
  if (drawers.length < 2) return null;
  return drawers.map(
    ({ terminalNo, name, differenceAmount }) =>
      Boolean(differenceAmount?.minor) && (
        <p key={terminalNo} className={cx('t-cap num', css.below)}>
          <bdi>{name}</bdi>
          {' · '}
          {t('difference')} <Told money={differenceAmount} />
        </p>
      ),
  );
}

function TenderFact({ tender }: { tender: Tender }) {
  const { t } = useTranslation('statement');
  const { transactionAmount, countedAmount, differenceAmount, differenceQuantity } = tender;
  const isOff = differenceAmount !== null && (differenceAmount.minor !== 0 || Boolean(differenceQuantity));
  return (
    <li className={css.tender}>
      <dl>
        <DocumentFact name={tender.name}>
          <Told money={transactionAmount} />
        </DocumentFact>
      </dl>
      <p className="t-cap num">
        {t('list.transactions', { count: tender.transactionQuantity })}
        {countedAmount && (
          <>
            {' · '}
            {t('column.counted')} <Amount money={countedAmount} />
          </>
        )}
      </p>
      {isOff && (
        <p className={cx('t-cap num', css.below)}>
          {t('difference')} <Amount money={differenceAmount} />
          {differenceQuantity !== null && differenceQuantity !== 0 && (
            <>
              {' · '}
              {t('column.quantity')} <bdi dir="ltr">{formatInteger(differenceQuantity)}</bdi>
            </>
          )}
        </p>
      )}
      <DrawerFacts drawers={tender.drawers} />
    </li>
  );
}

function CountEntry({ entry, statement }: { entry: Count; statement: Statement }) {
  const { t } = useTranslation('statement');
  const tender = statement.tenders.find(({ tenderCode }) => tenderCode === entry.tenderCode);
  const till = tender?.drawers.find(({ terminalNo }) => terminalNo === entry.terminalNo)?.name;
  const slips = entry.slips === null ? null : t('list.slips', { count: entry.slips });
  return (
    <LedgerEntry
      title={<bdi>{tender?.name ?? entry.tenderCode}</bdi>}
      text={entry.reason && <bdi className="t-meta">{entry.reason}</bdi>}
      at={entry.countedAt}
      facts={[till, entry.countedBy, slips]}
      amounts={<Amount money={entry.content} className="t-strong" />}
    />
  );
}

function PostDialog({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const { t } = useTranslation('statement');
  const { t: ui } = useTranslation();
  return (
    <Dialog title={t('post.title', { statementNo: statement.statementNo })} lead={t('post.lead')} width={480} isFullOnPhone onClose={onClose}>
      <PostPanel
        statement={statement}
        className={count.dialog}
        onPosted={onClose}
        before={
          <Button variant="quiet" size="lg" isGrowing onClick={onClose}>
            {ui('cancel')}
          </Button>
        }
      />
    </Dialog>
  );
}

/** What can be done with a statement that is not posted. */
function Foot({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statement');
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const [isPosting, setPosting] = useState(false);
  const mayCount = useMay(COUNT_STATEMENT);
  const mayPost = useMay(POST);
  const isHere = session?.store.storeNo === statement.storeNo;
  const isOpenable = mayCount && isHere && statement.state !== 'POSTED';
  const isPostable = mayPost && statement.state === 'COUNTED';
  return (
    <DocumentFoot reason={null}>
      {statement.state !== 'OPEN' && <Papers statement={statement} />}
      {statement.state !== 'POSTED' && (
        <div className={css.actions}>
          <ClearButton statement={statement} isGrowing />
          {isOpenable && (
            <Link to={page.statement} className={cx(buttonCss.button, buttonCss.grow, isPostable ? buttonCss.quiet : buttonCss.primary)}>
              {t('open')}
            </Link>
          )}
        </div>
      )}
      {isPostable && (
        <Button variant="primary" isWide onClick={() => setPosting(true)}>
          {t('post.go')}
        </Button>
      )}
      {isPosting && <PostDialog statement={statement} onClose={() => setPosting(false)} />}
    </DocumentFoot>
  );
}

/** A statement beside the list: what it comes to, its tenders and counts, and its Z. */
export function StatementPane({ statementNo, onClose }: { statementNo: string; onClose: () => void }) {
  const { t } = useTranslation('statement');
  const query = useQuery(statementQuery(statementNo));
  const statement = query.data;
  const head = statement
    ? {
        title: <bdi dir="ltr">{statement.statementNo}</bdi>,
        badge: <StateTag state={statement.state} />,
        meta: (
          <>
            <bdi dir="ltr">{formatDay(statement.transactionDate)}</bdi>
            {' · '}
            <bdi dir="ltr">{statement.storeNo}</bdi>
            {' · '}
            {t('figure.documents', { count: statement.documents })}
          </>
        ),
      }
    : null;
  const failure = query.error ? { title: t('loadFailed'), error: query.error, onRetry: () => void query.refetch() } : null;
  return (
    <DocumentPane head={head} failure={failure} onClose={onClose} foot={statement && <Foot statement={statement} />}>
      {statement && (
        <>
          {statement.failure && (
            <div className={css.note}>
              <Failure statement={statement} />
            </div>
          )}
          <Sums statement={statement} />
          <OrdersLink statement={statement} className={cx(buttonCss.button, buttonCss.quiet, css.orders)}>
            <IconReceipt size={20} stroke={1.6} aria-hidden="true" />
            {t('showOrders')}
          </OrdersLink>
          <Causes statement={statement} />
          {statement.z && (
            <section className={css.section}>
              <h3>{t('z.name')}</h3>
              <ZFacts z={statement.z} />
            </section>
          )}
          {statement.tenders.length > 0 && (
            <section className={css.section}>
              <h3>{t('tenders')}</h3>
              <ul>
                {statement.tenders.map((tender) => (
                  <TenderFact key={tender.tenderCode} tender={tender} />
                ))}
              </ul>
            </section>
          )}
          <Breakdown statement={statement} />
          {statement.terminals.length > 0 && (
            <div className={css.section}>
              <Terminals statement={statement} hasAnchors />
            </div>
          )}
          {statement.counts.length > 0 && (
            <section className={css.section}>
              <h3>{t('counts')}</h3>
              <ul>
                {statement.counts.toReversed().map((entry) => (
                  <CountEntry key={`${entry.countedAt}${entry.tenderCode}${entry.terminalNo}`} entry={entry} statement={statement} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </DocumentPane>
  );
}
