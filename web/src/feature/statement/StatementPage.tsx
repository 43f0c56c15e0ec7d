import { IconCalculator, IconChecklist, IconCircleCheck, IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '#/api/refusal';
import { COUNT_STATEMENT, MANAGE_STATEMENT, SELL, useMay } from '#/api/permission';
import { sessionQuery } from '#/api/queries';
import { formatDay } from '#/lib/date';
import { formatInteger } from '#/lib/money';
import { page } from '#/lib/path';
import { Button } from '#/ui/Button';
import buttonCss from '#/ui/Button.module.css';
import { cx } from '#/ui/cx';
import { EmptyState } from '#/ui/EmptyState';
import { ErrorState } from '#/ui/ErrorState';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import { Causes } from './Causes';
import { CheckDialog } from './CheckDialog';
import { ClearButton } from './ClearButton';
import count from './Count.module.css';
import { CountEntry, CountShown } from './CountSide';
import { Figures } from './Figures';
import { Papers, XButton } from './PaperButton';
import { Failure, PostingPanel, PostPanel } from './PostPanel';
import {
  currentQuery,
  lastQuery,
  POST,
  statementQuery,
  useCalculate,
  type Cause,
  type CurrentStatement,
  type Statement,
} from './queries';
import { StateTag } from './StateTag';
import { nextTarget, targetOf, targetsOf, type Target } from './statement';
import css from './Statement.module.css';
import { BalanceLine, TenderTable } from './TenderTable';
import { Terminals } from './Terminals';
import { ZFacts } from './ZFacts';

/** Refusals that name the till of a payment that is not finished. */
const UNFINISHED = ['statement.payment_live', 'statement.basket_paying'];

/** The way to all statements, for whoever may see them. */
function AllLink() {
  const { t } = useTranslation('statement');
  if (!useMay(MANAGE_STATEMENT)) return null;
  return (
    <Link to={page.statementManagement} className={cx(buttonCss.button, buttonCss.quiet)}>
      <IconList size={20} stroke={1.6} aria-hidden="true" />
      {t('all')}
    </Link>
  );
}

/** The X report of the moment, for whoever may see statements. */
function OwnXButton() {
  return useMay(MANAGE_STATEMENT) && <XButton />;
}

function Frame({ statement, actions, children }: { statement?: Statement | null; actions?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('statement');
  return (
    <div className={css.page} data-scroll>
      <header className={css.head}>
        <h1 className="t-disp">{t('title')}</h1>
        {statement && <StateTag state={statement.state} />}
        {statement && (
          <span className="t-meta num">
            <bdi dir="ltr">{formatDay(statement.transactionDate)}</bdi>
            {' · '}
            <bdi dir="ltr">{statement.statementNo}</bdi>
          </span>
        )}
        <div className={css.headActions}>
          {actions}
          <AllLink />
          <OwnXButton />
        </div>
      </header>
      {children}
    </div>
  );
}

/** An earlier business date has sales that are not posted: it comes first. */
function EarlierDate({ date }: { date: string | null }) {
  const { t } = useTranslation('statement');
  if (!date) return null;
  return (
    <div className={css.banner}>
      <Note tone="garnet" role="alert">
        {t('earlier', { date: formatDay(date) })}
      </Note>
    </div>
  );
}

/** What is known of a day for which nothing is calculated: as far as whoever looks may know it. */
function useDay({ businessDate, earlierDate, statement, orders }: CurrentStatement) {
  const { t } = useTranslation('statement');
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const storeNo = session?.store.storeNo;
  const mayManage = useMay(MANAGE_STATEMENT);
  const { data: last } = useQuery({ ...lastQuery(storeNo ?? ''), enabled: mayManage && storeNo !== undefined });
  const day = earlierDate ?? statement?.transactionDate ?? businessDate;
  const date = formatDay(day);
  if (last && last.transactionDate === day) {
    const z = formatInteger(last.zNo ?? 0);
    return { title: t('begin.posted', { date }), text: t('begin.postedText', { statementNo: last.statementNo, z }) };
  }
  if (orders === 0 && day === businessDate) return { title: t('begin.none'), text: t('begin.noneText') };
  return { title: t('begin.title', { date }), text: t('begin.text') };
}

/** The way to the payment that keeps the day open, where it is one of this till: the sale shows it, whatever it is for. */
function PaymentHereLink({ error }: { error: Error }) {
  const { t } = useTranslation('statement');
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const maySell = useMay(SELL);
  if (!maySell || !(error instanceof ApiError) || !error.refusal || !UNFINISHED.includes(error.key)) return null;
  if (error.refusal.params?.['terminal'] !== session?.terminalNo) return null;
  return (
    <div>
      <Link to={page.sale} className={css.link}>
        {t('begin.toPayment')}
      </Link>
    </div>
  );
}

/** Nothing is calculated: the way to begin. */
function Begin({ current }: { current: CurrentStatement }) {
  const { t } = useTranslation('statement');
  const calculate = useCalculate();
  const { title, text } = useDay(current);
  return (
    <>
      {calculate.error && (
        <div className={css.banner}>
          <Note tone="garnet" role="alert">
            {errorText(calculate.error)}
            <PaymentHereLink error={calculate.error} />
          </Note>
        </div>
      )}
      <div className={css.empty}>
        <EmptyState
          piece="bangle"
          title={title}
          text={text}
          actions={
            <Button
              variant="primary"
              size="lg"
              icon={<IconCalculator size={22} stroke={1.6} aria-hidden="true" />}
              isBusy={calculate.isPending}
              onClick={() => calculate.mutate(current.earlierDate)}
            >
              {t('begin.go')}
            </Button>
          }
        />
      </div>
    </>
  );
}

/** A statement that was posted from here. */
function Posted({ statementNo, onDone }: { statementNo: string; onDone: () => void }) {
  const { t } = useTranslation('statement');
  const { data: statement } = useQuery(statementQuery(statementNo));
  if (!statement) return null;
  return (
    <Frame statement={statement}>
      <div className={css.columns}>
        <section className={css.panel} aria-label={t('tenders')}>
          <Figures statement={statement} />
          <div className={css.scroll} data-scroll>
            <TenderTable statement={statement} />
          </div>
          <BalanceLine statement={statement} />
        </section>
        <div className={count.side}>
          <section className={cx(count.panel, css.z)} aria-label={t('z.name')}>
            <div className={css.done} role="status">
              <IconCircleCheck size={28} stroke={1.6} aria-hidden="true" />
              <h2 className="t-title">{t('posted')}</h2>
            </div>
            {statement.z && <ZFacts z={statement.z} />}
          </section>
          <section className={count.actions}>
            <Papers statement={statement} />
            <Button variant="primary" size="lg" onClick={onDone}>
              {t('done')}
            </Button>
          </section>
        </div>
      </div>
    </Frame>
  );
}

/** What is chosen to be counted, and whether it is counted again. */
function useChoice(statement: Statement) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const targets = targetsOf(statement);
  const [chosen, setChosen] = useState<string | null>(null);
  const [again, setAgain] = useState<string | null>(null);
  // Each press leads to what was chosen, also when it was chosen before.
  const [presses, setPresses] = useState(0);
  const first = nextTarget(targets, session?.terminalNo) ?? targets.find(({ drawer }) => drawer?.terminalNo === session?.terminalNo) ?? targets[0];
  const target = targets.find(({ id }) => id === chosen) ?? first ?? null;
  const show = (id: string | null, isAgain: boolean): void => {
    setChosen(id);
    setAgain(isAgain ? id : null);
    setPresses(presses + 1);
  };
  const choose = (next: Target): void => show(next.id, false);
  return {
    target,
    next: nextTarget(targets, session?.terminalNo, target?.id),
    isAgain: target !== null && again === target.id,
    presses,
    choose,
    recount: (wanted: Target): void => show(wanted.id, wanted.count !== null),
    recountFor: (cause: Cause): void => {
      const wanted = targetOf(targets, cause);
      if (wanted) show(wanted.id, wanted.count !== null);
    },
    cancel: () => setAgain(null),
    saved: (saved: Statement): void => {
      const next = nextTarget(targetsOf(saved), session?.terminalNo, target?.id);
      show((next ?? target)?.id ?? null, false);
    },
  };
}

type Choice = ReturnType<typeof useChoice>;

/** The end of the page: what is counted, then the way to post. */
function Side({ statement, choice, onPosted }: { statement: Statement; choice: Choice; onPosted: (statement: Statement) => void }) {
  const { t } = useTranslation('statement');
  const { target, next } = choice;
  const isCounted = statement.state === 'COUNTED';
  if (!target) {
    return <div className={count.side}>{statement.state === 'POSTING' ? <PostingPanel /> : <PostPanel statement={statement} onPosted={onPosted} before={null} />}</div>;
  }
  if (statement.state === 'POSTING') {
    return (
      <CountShown statement={statement} target={target} presses={0}>
        <PostingPanel />
      </CountShown>
    );
  }
  if (!target.count || choice.isAgain) {
    return (
      <CountEntry
        key={`${target.id} ${choice.isAgain}`}
        statement={statement}
        target={target}
        isAgain={choice.isAgain}
        presses={choice.presses}
        onSaved={choice.saved}
        onCancel={choice.cancel}
      />
    );
  }
  const recount = (
    <Button variant="quiet" size="lg" onClick={() => choice.recount(target)}>
      {t('recount')}
    </Button>
  );
  return (
    <CountShown key={target.id} statement={statement} target={target} presses={choice.presses}>
      {isCounted ? (
        <PostPanel statement={statement} onPosted={onPosted} before={recount} />
      ) : (
        <section className={count.actions} aria-label={t('count.name')}>
          <Failure statement={statement} />
          <div className={count.buttons}>
            {recount}
            {next && (
              <Button variant="primary" size="lg" isGrowing onClick={() => choice.choose(next)}>
                <bdi className="trunc">{t('count.next', { what: next.drawer?.name ?? next.tender.name })}</bdi>
              </Button>
            )}
          </div>
        </section>
      )}
    </CountShown>
  );
}

function CheckButton({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statement');
  const [isOpen, setOpen] = useState(false);
  const mayPost = useMay(POST);
  if (!mayPost || statement.state === 'POSTING') return null;
  return (
    <>
      <Button variant="quiet" icon={<IconChecklist size={20} stroke={1.6} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('check.name')}
      </Button>
      {isOpen && <CheckDialog statement={statement} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A statement at work: what each tender took, what is counted of it, and the way to post it. */
function AtWork({ statement, earlierDate, onPosted }: { statement: Statement; earlierDate: string | null; onPosted: (statement: Statement) => void }) {
  const { t } = useTranslation('statement');
  const choice = useChoice(statement);
  const isOpen = statement.state !== 'POSTING';
  return (
    <Frame
      statement={statement}
      actions={
        <>
          <ClearButton statement={statement} />
          <CheckButton statement={statement} />
        </>
      }
    >
      <EarlierDate date={earlierDate} />
      <div className={css.columns}>
        <section className={css.panel} aria-label={t('tenders')}>
          <Figures statement={statement} />
          <Causes statement={statement} {...(isOpen ? { onRecount: choice.recountFor } : {})} />
          <div className={css.scroll} data-scroll>
            <TenderTable
              statement={statement}
              selected={choice.target?.id ?? null}
              {...(isOpen ? { onSelect: choice.choose } : {})}
            />
            {statement.terminals.length > 0 && (
              <div className={css.terminals}>
                <Terminals statement={statement} hasAnchors />
              </div>
            )}
          </div>
          <BalanceLine statement={statement} />
        </section>
        <Side statement={statement} choice={choice} onPosted={onPosted} />
      </div>
    </Frame>
  );
}

/** What was posted from here, by this page or while it was looking on. */
function usePosted(current: CurrentStatement | undefined) {
  const [postedNo, setPostedNo] = useState<string | null>(null);
  const [postingNo, setPostingNo] = useState<string | null>(null);
  const atWork = current?.statement;
  const isPosting = atWork?.state === 'POSTING';
  if (isPosting && postingNo !== atWork.statementNo) setPostingNo(atWork.statementNo);
  if (current && !isPosting && postingNo !== null) {
    setPostingNo(null);
    if (atWork?.statementNo !== postingNo) setPostedNo(postingNo);
  }
  return { postedNo, setPostedNo };
}

/** The end of the day: calculate, count, post. */
export function StatementPage() {
  const { t } = useTranslation('statement');
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const mayCount = useMay(COUNT_STATEMENT);
  const mayManage = useMay(MANAGE_STATEMENT);
  const current = useQuery({ ...currentQuery, enabled: mayCount });
  const { postedNo, setPostedNo } = usePosted(current.data);
  if (session && !mayCount && mayManage) return <Navigate to={page.statementManagement} replace />;
  if (postedNo !== null) return <Posted statementNo={postedNo} onDone={() => setPostedNo(null)} />;
  if (!current.data) {
    return (
      <Frame>
        {current.isError ? (
          <ErrorState title={t('loadFailed')} text={errorText(current.error)} onRetry={() => void current.refetch()} />
        ) : (
          <Loading>
            <Bone height={420} radius={14} />
          </Loading>
        )}
      </Frame>
    );
  }
  const { statement, earlierDate, businessDate } = current.data;
  if (!statement || statement.state === 'OPEN') {
    return (
      <Frame statement={statement}>
        <EarlierDate date={earlierDate} />
        <Begin current={current.data} />
      </Frame>
    );
  }
  return (
    <AtWork
      key={statement.statementNo}
      statement={statement}
      earlierDate={statement.transactionDate < businessDate ? statement.transactionDate : null}
      onPosted={(posted) => {
        if (posted.state === 'POSTED') setPostedNo(posted.statementNo);
      }}
    />
  );
}
