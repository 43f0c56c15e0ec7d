import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '#/api/client';
import { refusalText } from '#/api/refusal';
import type { RecyclingOrder, RecyclingQuotedPiece, RecyclingSetup, RecyclingTest } from '#/api/types';
import { formatMoney } from '#/lib/money';
import { formatWeight } from '#/lib/weight';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { Chip } from '#/ui/Chip';
import { TextField } from '#/ui/Field';
import { IconButton } from '#/ui/IconButton';
import { Note } from '#/ui/Note';
import { Segment } from '#/ui/Segment';
import { SelectField } from '#/ui/SelectField';
import { finenessesOf, metalsOf, newPiece, pieceOf, TESTS, usualFineness, type DraftPiece } from './piece';
import css from './Recycling.module.css';

/** What is typed is asked about when the hand rests. */
const REST_MS = 250;

function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** What the pieces bring now, by the server. */
export function useQuote(pieces: readonly DraftPiece[], orderId: string | null, recyclingId: string | null) {
  const rested = useRested(pieces);
  return useQuery({
    queryKey: ['recycling-quote', orderId, recyclingId, rested],
    queryFn: ({ signal }) =>
      post('/recycling/quote', { body: { orderId, recyclingId, pieces: rested.map(pieceOf) }, signal, notice: 'none', isKeyed: false }),
    placeholderData: (known) => known,
    gcTime: 0,
  });
}

interface PieceProps {
  setup: RecyclingSetup;
  order: RecyclingOrder | null;
  piece: DraftPiece;
  quoted: RecyclingQuotedPiece | undefined;
  onChange: (part: Partial<DraftPiece>) => void;
  onRemove: (() => void) | null;
}

/** How a fineness pays, as the law wants it shown for what is melted. */
function Rate({ setup, piece }: Pick<PieceProps, 'setup' | 'piece'>) {
  const { t } = useTranslation('recycling');
  const metal = setup.metals.find((known) => known.metal === piece.metal);
  const pays = metal?.gramPays[metal.finenesses.indexOf(piece.fineness)];
  if (pays === undefined) return null;
  const perGram = formatMoney({ minor: Math.round(pays / 100), currency: setup.currency });
  return <p className="t-cap">{t('piece.rate', { amount: perGram, metal: t(`metal.${piece.metal}`), fineness: String(piece.fineness) })}</p>;
}

function PieceCard({ setup, order, piece, quoted, onChange, onRemove }: PieceProps) {
  const { t } = useTranslation('recycling');
  const refusal = quoted?.refusal ?? null;
  const isTouched = piece.gross !== '';
  const errorOf = (field: string): string | undefined => (isTouched && refusal?.field === field ? refusalText(refusal) : undefined);
  const isAlloy = piece.metal === 'ALLOY';
  const origin = order?.lines.find((line) => line.orderLineId === piece.orderLineId);
  return (
    <li className={css.piece}>
      <div className={css.line}>
        <Segment
          label={t('piece.metal')}
          value={piece.metal}
          options={metalsOf(setup).map((metal) => ({ value: metal, label: t(`metal.${metal}`) }))}
          onChange={(metal) => onChange({ metal, fineness: usualFineness(setup, metal) })}
        />
        <span className={css.grow} />
        {onRemove && <IconButton label={t('piece.remove')} icon={<IconTrash size={22} stroke={1.6} />} onClick={onRemove} />}
      </div>
      {!isAlloy && (
        <div className={css.chips} role="group" aria-label={t('piece.fineness')}>
          {finenessesOf(setup, piece.metal).map((fineness) => (
            <Chip key={fineness} isOn={fineness === piece.fineness} onPress={() => onChange({ fineness })}>
              {String(fineness)}
            </Chip>
          ))}
        </div>
      )}
      <Rate setup={setup} piece={piece} />
      <div className={css.fields}>
        <TextField
          label={t('piece.gross')}
          isRequired
          unit="g"
          inputMode="decimal"
          autoComplete="off"
          value={piece.gross}
          error={errorOf('grossWeight')}
          onChange={(event) => onChange({ gross: event.target.value })}
        />
        <TextField
          label={t('piece.stones')}
          unit="g"
          inputMode="decimal"
          autoComplete="off"
          value={piece.stones}
          error={errorOf('stoneWeight')}
          onChange={(event) => onChange({ stones: event.target.value })}
        />
        <TextField
          label={t('piece.quantity')}
          isRequired
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          value={piece.quantity}
          help={origin ? t('piece.left', { count: origin.left }) : undefined}
          error={refusal?.field === 'quantity' ? refusalText(refusal) : undefined}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
        {!isAlloy && (
          <SelectField label={t('piece.test')} value={piece.testMethod} onChange={(test) => onChange({ testMethod: test as RecyclingTest })}>
            {TESTS.map((test) => (
              <option key={test} value={test}>
                {t(`test.${test}`)}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          className={css.wide}
          label={t('piece.description')}
          isRequired
          dir="auto"
          autoComplete="off"
          maxLength={200}
          value={piece.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
        <TextField
          className={css.wide}
          label={t('piece.marks')}
          dir="auto"
          autoComplete="off"
          maxLength={200}
          value={piece.marks}
          onChange={(event) => onChange({ marks: event.target.value })}
        />
      </div>
      {refusal && (refusal.field === 'metal' || refusal.field === 'fineness') && <Note tone="citrine">{refusalText(refusal)}</Note>}
      {quoted?.value && (
        <dl className={css.value}>
          <div>
            <dt>{t('piece.net')}</dt>
            <dd dir="ltr">{formatWeight(quoted.value.netWeight)}</dd>
          </div>
          {!isAlloy && (
            <div>
              <dt>{t('piece.fine')}</dt>
              <dd dir="ltr">{formatWeight(quoted.value.fineWeight)}</dd>
            </div>
          )}
          {quoted.value.campaignAmount.minor > quoted.value.metalAmount.minor && !isAlloy && (
            <div>
              <dt>{t('piece.byMetal')}</dt>
              <dd>
                <Amount money={quoted.value.metalAmount} />
              </dd>
            </div>
          )}
          <div className={css.strong}>
            <dt>{quoted.value.campaignAmount.minor > quoted.value.metalAmount.minor ? t('piece.campaign') : t('piece.amount')}</dt>
            <dd>
              <Amount money={quoted.value.amount} />
            </dd>
          </div>
        </dl>
      )}
    </li>
  );
}

interface PieceStepProps {
  setup: RecyclingSetup;
  order: RecyclingOrder | null;
  pieces: readonly DraftPiece[];
  quoted: readonly RecyclingQuotedPiece[];
  onPieces: (pieces: DraftPiece[]) => void;
}

/** The pieces on the scale. */
export function PieceStep({ setup, order, pieces, quoted, onPieces }: PieceStepProps) {
  const { t } = useTranslation('recycling');
  const free = order?.lines.filter((line) => line.left > 0 && !pieces.some((piece) => piece.orderLineId === line.orderLineId)) ?? [];
  return (
    <div className={css.form}>
      <ul className={css.pieces}>
        {pieces.map((piece, index) => (
          <PieceCard
            key={piece.id}
            setup={setup}
            order={order}
            piece={piece}
            quoted={quoted[index]}
            onChange={(part) => onPieces(pieces.map((one) => (one.id === piece.id ? { ...one, ...part } : one)))}
            onRemove={pieces.length > 1 || order ? () => onPieces(pieces.filter((one) => one.id !== piece.id)) : null}
          />
        ))}
      </ul>
      {order && pieces.length === 0 && <p className="mut2">{t('piece.chooseLine')}</p>}
      {order ? (
        <ul className={css.hits}>
          {free.map((line) => (
            <li key={line.orderLineId}>
              <button type="button" className={css.hit} onClick={() => onPieces([...pieces, newPiece(setup, line)])}>
                <bdi className="t-strong">{line.name}</bdi>
                <span className="t-cap">{t('piece.left', { count: line.left })}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Button variant="quiet" icon={<IconPlus size={22} stroke={1.6} />} onClick={() => onPieces([...pieces, newPiece(setup)])}>
          {t('piece.add')}
        </Button>
      )}
    </div>
  );
}
