import { useState } from 'react';
import type { BasketLine, Customised, CustomisedFamily, CustomisedModel, Refusal, Wanted } from '#/api/types';
import { engrave } from '#/widget/customised/engraving';

type Side = NonNullable<Wanted['side']>;
type MedalSymbol = NonNullable<Wanted['symbol']>;

/** What somebody chose; what the model does not have is left out of what is asked for. */
export interface Choice {
  itemNo: string;
  sizeCode: string | null;
  text: string;
  side: Side | null;
  symbol: MedalSymbol;
  lines: string[];
  medals: string[];
  isChecked: boolean;
}

export const LINES = 3;

function start(models: Customised, line: BasketLine | null): Choice {
  const made = line?.customisation;
  return {
    itemNo: line?.itemNo ?? models.families[0]?.pieces[0]?.itemNo ?? '',
    sizeCode: line?.sizeCode ?? null,
    text: made?.text ?? '',
    side: made?.side ?? null,
    symbol: made?.symbol ?? 'PLAIN',
    lines: Array.from({ length: LINES }, (_, index) => made?.messageLines[index] ?? ''),
    medals: made?.medals.map(({ itemNo }) => itemNo) ?? [],
    isChecked: false,
  };
}

/** What is chosen on the page, and what the server is asked to make of it. */
export function useWanted(models: Customised, line: BasketLine | null) {
  const [choice, setChoice] = useState(() => start(models, line));
  const found = models.families
    .flatMap((family) => family.pieces.map((model) => ({ family, model })))
    .find(({ model }) => model.itemNo === choice.itemNo);
  // Whatever changes what is engraved must be checked anew.
  const change = (part: Partial<Choice>): void => setChoice((known) => ({ ...known, isChecked: false, ...part }));
  return { choice, change, family: found?.family ?? null, model: found?.model ?? null };
}

export const sizeOf = (choice: Choice, model: CustomisedModel): string =>
  model.sizes.find(({ sizeCode }) => sizeCode === choice.sizeCode)?.sizeCode ?? model.sizes[0]?.sizeCode ?? '';

export const sideOf = (choice: Choice, model: CustomisedModel): Side | null =>
  model.sides.find((side) => side === choice.side) ?? model.sides[0] ?? null;

export const symbolOf = (choice: Choice, model: CustomisedModel): MedalSymbol =>
  model.symbols.find((symbol) => symbol === choice.symbol) ?? 'PLAIN';

/** What is asked for. */
export function wantedOf(choice: Choice, model: CustomisedModel): Wanted {
  const symbol = symbolOf(choice, model);
  return {
    text: model.charactersMax > 0 ? choice.text : '',
    side: sideOf(choice, model),
    symbol: symbol === 'PLAIN' ? null : symbol,
    messageLines: choice.lines.slice(0, model.linesMax),
    medals: choice.medals.slice(0, model.medalsMax),
    textChecked: choice.isChecked,
  };
}

/** Why the text cannot be engraved, as far as the till sees it. */
export function textRefusal(choice: Choice, model: CustomisedModel): Refusal | null {
  return model.charactersMax > 0 ? engrave(choice.text, model.charactersMax).refusal : null;
}

/** What would be engraved, line by line, whatever is wrong with it. */
export function previewOf(choice: Choice, model: CustomisedModel): string[] {
  if (model.linesMax === 0) return [engrave(choice.text, model.charactersMax).text];
  return choice.lines.slice(0, model.linesMax).map((line) => engrave(line, model.lineCharactersMax, true).text);
}

/** Whether something still has to be chosen or typed before the customer can check it. */
export function isComplete(choice: Choice, family: CustomisedFamily, model: CustomisedModel): boolean {
  const lines = choice.lines.slice(0, model.linesMax);
  const isRefused = textRefusal(choice, model) !== null || lines.some((line) => engrave(line, model.lineCharactersMax, true).refusal !== null);
  if (isRefused) return false;
  if (family.asks === 'TEXT') return choice.text !== '';
  return family.asks === 'MESSAGE' || choice.text !== '' || symbolOf(choice, model) !== 'PLAIN';
}
