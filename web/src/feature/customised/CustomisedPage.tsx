import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { basketQuery, useBasketChange } from '#/api/basket';
import { get, post, put } from '#/api/client';
import { ApiError, errorText, refusalText } from '#/api/refusal';
import type { BasketLine, Customised, CustomisedFamily, CustomisedModel, Wanted } from '#/api/types';
import { formatDay } from '#/lib/date';
import { page } from '#/lib/path';
import { Amount } from '#/ui/Amount';
import { Button } from '#/ui/Button';
import { Chip } from '#/ui/Chip';
import { ErrorState } from '#/ui/ErrorState';
import { TextField } from '#/ui/Field';
import { Note } from '#/ui/Note';
import { Bone, Loading } from '#/ui/Skeleton';
import { EngravedPiece } from '#/widget/customised/EngravedPiece';
import { countOf, engrave } from '#/widget/customised/engraving';
import { isSalespersonOpen } from '#/widget/salesperson/salesperson-open';
import css from './Customised.module.css';
import { isComplete, previewOf, sideOf, sizeOf, symbolOf, textRefusal, useWanted, wantedOf, type Choice } from './use-wanted';
import { warnedWords } from './warning';

const customisedQuery = queryOptions({
  queryKey: ['customised'],
  queryFn: ({ signal }) => get('/customised', { signal, notice: 'none' }),
  staleTime: 60_000,
});

interface PartProps {
  choice: Choice;
  change: (part: Partial<Choice>) => void;
  models: Customised;
  family: CustomisedFamily;
  model: CustomisedModel;
}

interface ChoicesProps<T extends string> {
  label: string;
  values: readonly T[];
  value: T;
  wordOf: (value: T) => ReactNode;
  onChange: (value: T) => void;
}

/** A row of chips of which one is on. */
function Choices<T extends string>({ label, values, value, wordOf, onChange }: ChoicesProps<T>) {
  return (
    <div className={css.field}>
      <span className={css.label}>{label}</span>
      <div className={css.chips} role="group" aria-label={label}>
        {values.map((one) => (
          <Chip key={one} isOn={one === value} onPress={() => onChange(one)}>
            {wordOf(one)}
          </Chip>
        ))}
      </div>
    </div>
  );
}

function PieceStep({ change, models, family, model }: PartProps) {
  const { t } = useTranslation('customised');
  const codes = [...new Set(family.pieces.map(({ modelCode }) => modelCode))];
  const colours = family.pieces.filter(({ modelCode }) => modelCode === model.modelCode);
  const first = (pieces: readonly CustomisedModel[]): string => pieces[0]?.itemNo ?? model.itemNo;
  return (
    <section className={css.section}>
      <h2>{t('step.piece')}</h2>
      <Choices
        label={t('familyName')}
        values={models.families.map((one) => one.family)}
        value={family.family}
        wordOf={(name) => t(`family.${name}`)}
        onChange={(name) => change({ itemNo: first(models.families.find((one) => one.family === name)?.pieces ?? []) })}
      />
      {codes.length > 1 && (
        <Choices
          label={t('model')}
          values={codes}
          value={model.modelCode}
          wordOf={(code) => family.pieces.find(({ modelCode }) => modelCode === code)?.name}
          onChange={(code) => change({ itemNo: first(family.pieces.filter(({ modelCode }) => modelCode === code)) })}
        />
      )}
      <Choices
        label={t('colourName')}
        values={colours.map(({ itemNo }) => itemNo)}
        value={model.itemNo}
        wordOf={(itemNo) => t(`colour.${(colours.find((one) => one.itemNo === itemNo)?.colour ?? 'WHITE') as 'WHITE'}`)}
        onChange={(itemNo) => change({ itemNo })}
      />
    </section>
  );
}

function OptionStep({ choice, change, models, model }: PartProps) {
  const { t } = useTranslation('customised');
  const sides = model.sides;
  const side = sideOf(choice, model);
  const medals = models.families.find(({ family }) => family === 'CLIP_MEDAL')?.pieces ?? [];
  const chosen = choice.medals.slice(0, model.medalsMax);
  const toggle = (itemNo: string): void =>
    change({ medals: chosen.includes(itemNo) ? chosen.filter((one) => one !== itemNo) : [...chosen, itemNo].slice(-model.medalsMax) });
  const hasSizes = model.sizes.length > 1;
  if (!hasSizes && sides.length < 2 && model.symbols.length === 0 && model.medalsMax === 0) return null;
  return (
    <section className={css.section}>
      <h2>{t('step.options')}</h2>
      {hasSizes && (
        <Choices
          label={t('size')}
          values={model.sizes.map(({ sizeCode }) => sizeCode)}
          value={sizeOf(choice, model)}
          wordOf={(sizeCode) => sizeCode}
          onChange={(sizeCode) => change({ sizeCode, isChecked: choice.isChecked })}
        />
      )}
      {model.symbols.length > 0 && (
        <Choices
          label={t('symbolName')}
          values={['PLAIN', ...model.symbols]}
          value={symbolOf(choice, model)}
          wordOf={(symbol) => t(`symbol.${symbol}`)}
          onChange={(symbol) => change({ symbol })}
        />
      )}
      {side !== null && sides.length > 1 && (
        <Choices label={t('sideName')} values={sides} value={side} wordOf={(one) => t(`side.${one}`)} onChange={(one) => change({ side: one })} />
      )}
      {model.medalsMax > 0 && medals.length > 0 && (
        <div className={css.field}>
          <span className={css.label}>{t('medals', { maximum: model.medalsMax })}</span>
          <div className={css.chips} role="group" aria-label={t('medals', { maximum: model.medalsMax })}>
            {medals.map((medal) => (
              <Chip key={medal.itemNo} isOn={chosen.includes(medal.itemNo)} onPress={() => toggle(medal.itemNo)}>
                <bdi>{medal.name}</bdi> {medal.price && <Amount money={medal.price} />}
              </Chip>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}

function EngravingStep({ choice, change, models, family, model }: PartProps) {
  const { t } = useTranslation('customised');
  const refusal = textRefusal(choice, model);
  const count = (typed: string, maximum: number) => (
    <span className={css.count}>{t('count', { count: countOf(typed), maximum })}</span>
  );
  const allowed = (
    <>
      {family.asks !== 'TEXT' && `${t('optional')} · `}
      {t('allowed', { symbols: `\u2066${models.symbols}\u2069` })}
    </>
  );
  const setLine = (index: number, line: string): void => change({ lines: choice.lines.map((known, at) => (at === index ? line : known)) });
  return (
    <section className={css.section}>
      <h2>{t('step.engraving')}</h2>
      {model.charactersMax > 0 && (
        <TextField
          label={t('text')}
          value={choice.text}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          isRequired={family.asks === 'TEXT'}
          end={count(choice.text, model.charactersMax)}
          help={allowed}
          error={refusal && refusalText(refusal)}
          onChange={(event) => change({ text: event.target.value })}
        />
      )}
      {model.linesMax > 0 && (
        <>
          <div className={css.lines} role="group" aria-label={t('message')}>
            {choice.lines.slice(0, model.linesMax).map((line, index) => {
              const bad = engrave(line, model.lineCharactersMax, true).refusal;
              return (
                <TextField
                  // oxlint-disable-next-line react/no-array-index-key
                  key={index}
                  label={t('line', { line: index + 1 })}
                  value={line}
                  dir="ltr"
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  end={count(line.trim(), model.lineCharactersMax)}
                  error={bad && refusalText(bad)}
                  onChange={(event) => setLine(index, event.target.value)}
                />
              );
            })}
          </div>
          <p className="t-cap">{allowed}</p>
          <div>
            <Button size="sm" variant="quiet" onClick={() => change({ lines: choice.lines.map(() => '') })}>
              {t('skip')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Summary({ family, model }: { family: CustomisedFamily; model: CustomisedModel }) {
  const { t } = useTranslation('customised');
  const lead = family.leadTimeFrom !== family.leadTimeDays ? 'medal' : family.leadTimeDays > 14 ? 'three' : 'two';
  return (
    <dl className={css.facts}>
      <div>
        <dt>{t('price')}</dt>
        <dd>{model.price && <Amount money={model.price} />}</dd>
      </div>
      {model.engravingPrice && (
        <div>
          <dt>{t('engravingPrice')}</dt>
          <dd>
            <Amount money={model.engravingPrice} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('delivery')}</dt>
        <dd>
          {t(`lead.${lead}`)} · {t('promised', { date: formatDay(family.promisedOn) })}
        </dd>
      </div>
    </dl>
  );
}

/** Adds the piece, or changes the one that is in the basket; nobody sells without a salesperson. */
function useSend(line: BasketLine | null, onDone: () => void) {
  const [error, setError] = useState<string | null>(null);
  const { mutate, isPending } = useBasketChange(({ itemNo, sizeCode, wanted }: { itemNo: string; sizeCode: string; wanted: Wanted }) =>
    line
      ? put('/basket/customised/{lineId}', { path: { lineId: line.lineId }, body: { sizeCode, wanted } })
      : post('/basket/customised', { body: { itemNo, sizeCode, wanted } }),
  );
  const send = (choice: Choice, model: CustomisedModel): void => {
    setError(null);
    mutate(
      { itemNo: model.itemNo, sizeCode: sizeOf(choice, model), wanted: wantedOf(choice, model) },
      {
        onSuccess: onDone,
        onError: (reason) => {
          setError(errorText(reason));
          if (reason instanceof ApiError && reason.key === 'sale.salesperson_required') isSalespersonOpen.set(true);
        },
      },
    );
  };
  return { send, isPending, error };
}

function Designer({ models, line }: { models: Customised; line: BasketLine | null }) {
  const { t } = useTranslation('customised');
  const navigate = useNavigate();
  const { choice, change, family, model } = useWanted(models, line);
  const toSale = (): void => void navigate({ to: page.sale });
  const { send, isPending, error } = useSend(line, toSale);
  const [isAsked, setAsked] = useState(false);
  if (!family || !model) return null;
  const lines = previewOf(choice, model);
  const symbol = symbolOf(choice, model);
  const isEmpty = lines.every((text) => text === '') && symbol === 'PLAIN';
  const warned = warnedWords(lines, models.warningWords);
  const complete = isComplete(choice, family, model);
  const spoken = lines.filter(Boolean).join(' / ') || (symbol === 'PLAIN' ? t('nothing') : t(`symbol.${symbol}`));
  const missing = refusalText({ key: !complete ? (family.asks === 'SYMBOL' ? 'customised.symbol_required' : 'customised.text_required') : 'customised.text_not_checked' });
  const part = { choice, change, models, family, model };
  return (
    <div className={css.page}>
      <div className={css.preview}>
        <EngravedPiece
          src={model.imageUrl}
          plate={model.plate}
          lines={isEmpty ? [t('sample')] : lines}
          symbol={symbol}
          isSample={isEmpty}
          label={t('preview', { text: spoken })}
        />
        <p className="t-strong" dir="auto">
          {model.name}
        </p>
      </div>
      <div className={css.form} data-scroll>
        <h1 className="t-disp">{t('title')}</h1>
        {!line && <PieceStep {...part} />}
        <OptionStep {...part} />
        <EngravingStep {...part} />
        <section className={css.section}>
          <h2>{t('step.summary')}</h2>
          <Summary family={family} model={model} />
          <Note tone="citrine">{t('notReturnable')}</Note>
          {warned.length > 0 && (
            <Note tone="citrine" role="status">
              {t('warned', { words: warned.join(', ') })}
            </Note>
          )}
          <label className={css.check}>
            <input
              type="checkbox"
              checked={choice.isChecked}
              disabled={!complete}
              onChange={(event) => change({ isChecked: event.target.checked })}
            />
            <span>{t('checked')}</span>
          </label>
          {(error ?? (isAsked && !choice.isChecked ? missing : null)) && (
            <Note tone="garnet" role="alert">
              {error ?? missing}
            </Note>
          )}
          <div className={css.actions}>
            <Button size="lg" variant="quiet" onClick={toSale}>
              {t('back')}
            </Button>
            <Button
              variant="primary"
              size="lg"
              isGrowing
              isBusy={isPending}
              isBlocked={!complete || !choice.isChecked}
              onBlocked={() => setAsked(true)}
              onClick={() => send(choice, model)}
            >
              {t(line ? 'save' : 'add')}
            </Button>
          </div>
        </section>
      </div>
    </div>
  );
}

/** Pieces that are made or engraved for one customer: piece, options, engraving, summary on one page. */
export function CustomisedPage() {
  const { t } = useTranslation('customised');
  const { line: lineId } = useSearch({ from: '/till/customized' });
  const { data: models, error, refetch } = useQuery(customisedQuery);
  const { data: basket } = useQuery(basketQuery);
  if (error) return <ErrorState title={t('failed')} text={errorText(error)} onRetry={() => void refetch()} />;
  if (!models || (lineId && !basket)) {
    return (
      <Loading>
        <Bone height={320} />
      </Loading>
    );
  }
  const line = basket?.lines.find((one) => one.lineId === lineId && one.customisation) ?? null;
  return <Designer key={line?.lineId ?? 'new'} models={models} line={line} />;
}
