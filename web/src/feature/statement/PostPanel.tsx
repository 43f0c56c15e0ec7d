import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText, refusalText, wholeSentence } from '#/api/refusal';
import { useMay } from '#/api/permission';
import { ApprovalForm } from '#/feature/sale/deal/ApprovalForm';
import { useApproval } from '#/feature/sale/deal/use-approved';
import { formatMoney } from '#/lib/money';
import { Button } from '#/ui/Button';
import { DialogFrame } from '#/ui/Dialog';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { BAG_MAX, REASON_MAX } from './limits';
import { askSecondPerson, POST, usePost, type PostRequest, type Statement } from './queries';
import { failedBy, isAboveMaximum } from './statement';
import css from './Count.module.css';

const ABOVE_MAXIMUM = 'statement.difference_too_large';
const OPENING_DIFFERENCE = 'statement.opening_difference';

/** What is said when a statement is posted, and what of it is missing or refused. */
function usePosting(statement: Statement, onPosted: (statement: Statement) => void) {
  const { t } = useTranslation('statement');
  const [reason, setReason] = useState('');
  const [bagNo, setBagNo] = useState('');
  const [isMissing, setMissing] = useState(false);
  const post = usePost(statement.statementNo, onPosted);
  const approved = useApproval<PostRequest>({
    run: post,
    ask: () => askSecondPerson(statement.statementNo),
    askedBy: [ABOVE_MAXIMUM, OPENING_DIFFERENCE, 'statement.cash_below_zero'],
    onDone: () => undefined,
  });
  const refusal = approved.error instanceof ApiError ? approved.error.refusal : null;
  const isAbove = isAboveMaximum(statement);
  const changing =
    (set: (text: string) => void) =>
    (text: string): void => {
      setMissing(false);
      approved.clearError();
      set(text);
    };
  const wrongReason = isMissing ? t('missing.reason') : refusal?.field === 'reason' && errorText(approved.error);
  const wrongBag = refusal?.field === 'bagNo' && errorText(approved.error);
  return {
    approved,
    isAbove,
    reason,
    setReason: changing(setReason),
    bagNo,
    setBagNo: changing(setBagNo),
    wrongReason,
    wrongBag,
    failure: approved.error !== null && approved.approval === null && !wrongReason && !wrongBag ? errorText(approved.error) : null,
    isBusy: approved.isBusy,
    submit: (event: FormEvent): void => {
      event.preventDefault();
      if (approved.isBusy) return;
      const lacks = isAbove && reason.trim() === '';
      setMissing(lacks);
      if (lacks) return;
      void approved.submit({ ...(reason.trim() ? { reason: reason.trim() } : {}), ...(bagNo.trim() ? { bagNo: bagNo.trim() } : {}) });
    },
  };
}

/** Why it could not be posted the last time. */
export function Failure({ statement }: { statement: Statement }) {
  const { t } = useTranslation('statement');
  if (!statement.failure) return null;
  const refusal = failedBy(statement);
  const reason = refusal ? refusalText(refusal) : t('balance.no');
  return (
    <Note tone="garnet" role="alert">
      {t('failed.text', { reason: wholeSentence(reason) })}
    </Note>
  );
}

/** A colleague who may post any difference signs on the same screen. */
function Approval({ statement, approved }: { statement: Statement; approved: ReturnType<typeof usePosting>['approved'] }) {
  const { t } = useTranslation('statement');
  const { statementNo, difference, lineDiscount } = statement;
  const said = {
    [ABOVE_MAXIMUM]: { what: t('approval.what', { statementNo, amount: formatMoney(difference ?? lineDiscount) }), text: t('approval.text') },
    [OPENING_DIFFERENCE]: { what: t('approval.opening', { statementNo }), text: t('approval.openingText') },
  }[approved.approval?.refusal ?? ''] ?? { what: t('approval.below', { statementNo }), text: t('approval.belowText') };
  return (
    // Its own form lies on the page elsewhere, but what is typed there rises to this one.
    <div onSubmit={(event) => event.stopPropagation()}>
      <DialogFrame onClose={approved.withdraw} width={480} isFullOnPhone>
        <ApprovalForm
          what={said.what}
          text={said.text}
          error={approved.error}
          isBusy={approved.isBusy}
          onSign={approved.sign}
          onBack={approved.withdraw}
          onClose={approved.withdraw}
        />
      </DialogFrame>
    </div>
  );
}

interface PostPanelProps {
  statement: Statement;
  onPosted: (statement: Statement) => void;
  /** What stands before the button that posts. */
  before: ReactNode;
  /** Without it, it stands in a dialog that has its own frame. */
  className?: string | undefined;
}

/** The last step: reason and bank bag, and the statement is posted for ever. */
export function PostPanel({ statement, onPosted, before, className = css.actions }: PostPanelProps) {
  const { t } = useTranslation('statement');
  const { t: ui } = useTranslation();
  const posting = usePosting(statement, onPosted);
  const mayPost = useMay(POST);
  const hasCash = statement.tenders.some(({ isCash }) => isCash);
  if (!mayPost) {
    return (
      <section className={className} aria-label={t('post.name')}>
        <Note>{t('post.mayNot')}</Note>
        <div className={css.buttons}>{before}</div>
      </section>
    );
  }
  return (
    <form className={className} aria-label={t('post.name')} noValidate onSubmit={posting.submit}>
      <Failure statement={statement} />
      <div className={hasCash && !posting.wrongBag ? css.fields : css.one}>
        {posting.isAbove && <p className={css.help}>{t('post.above', { amount: formatMoney(statement.maximumDifference) })}</p>}
        <TextField
          label={t('post.reason')}
          isRequired={posting.isAbove}
          autoComplete="off"
          maxLength={REASON_MAX}
          value={posting.reason}
          error={posting.wrongReason}
          onChange={(event) => posting.setReason(event.target.value)}
        />
        {hasCash && (
          <TextField
            label={t('post.bagNo')}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={BAG_MAX}
            value={posting.bagNo}
            error={posting.wrongBag}
            onChange={(event) => posting.setBagNo(event.target.value)}
          />
        )}
      </div>
      {posting.failure !== null && (
        <Note tone="garnet" role="alert">
          {posting.failure}
        </Note>
      )}
      <div className={css.buttons}>
        {before}
        <Button variant="primary" size="lg" isGrowing type="submit" isBusy={posting.isBusy}>
          {statement.failure || posting.failure !== null ? ui('tryAgain') : t('post.go')}
        </Button>
      </div>
      {posting.approved.approval && <Approval statement={statement} approved={posting.approved} />}
    </form>
  );
}

/** The books are being written: by this till, another one, or the job that goes on after a power cut. */
export function PostingPanel() {
  const { t } = useTranslation('statement');
  return (
    <section className={css.actions} aria-label={t('post.name')} aria-busy="true">
      <div className={css.progress} role="status">
        <span className={css.ring} aria-hidden="true" />
        <div>
          <p className="t-strong">{t('posting.title')}</p>
          <p className="t-meta">{t('posting.text')}</p>
        </div>
      </div>
    </section>
  );
}
