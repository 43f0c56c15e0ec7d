import { IconHeartFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './Engraved.module.css';
import { HEART } from './engraving';

/** A text in the type of the engraving, on its plate; an exclamation mark is a heart. */
export function EngravedText({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation('sale');
  const spoken = lines.join(' / ').replaceAll(HEART, ` ${t('basket.heart')} `);
  return (
    <span className={css.strip} dir="ltr">
      <span className="sr">{spoken}</span>
      <span aria-hidden="true">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={css.stripLine}>
            {/* oxlint-disable-next-line react/no-array-index-key */}
            {[...line].map((character, at) => (character === HEART ? <IconHeartFilled key={at} size={11} /> : character))}
          </span>
        ))}
      </span>
    </span>
  );
}
