import { cx } from '#/ui/cx';
import css from './PackageMark.module.css';

const COLOURS = 6;

/** The number of a package's application in the basket: all its pieces carry the same number and colour. */
export function PackageMark({ no }: { no: number }) {
  return (
    <span className={css.mark} dir="ltr">
      <i className={cx(css.dot, css[`c${((no - 1) % COLOURS) + 1}`])} aria-hidden="true" />
      {no}
    </span>
  );
}
