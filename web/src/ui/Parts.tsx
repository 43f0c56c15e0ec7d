import { Fragment } from 'react';

/** Facts in a row, `AC-9001 · EUR-AIRPORT`: each is read in its own direction, their order is the page's. Lines may end between them, and within one where it is not to stay whole. */
export function Parts({ text, isWhole }: { text: string; isWhole?: boolean }) {
  return text.split(' · ').map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the same fact may stand there twice
    <Fragment key={`${part}${index}`}>
      {index > 0 && ' · '}
      <bdi className={isWhole ? 'whole' : undefined}>{part}</bdi>
    </Fragment>
  ));
}
