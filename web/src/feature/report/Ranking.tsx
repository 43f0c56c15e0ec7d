import { useTranslation } from 'react-i18next';
import { formatMoney, formatRate } from '#/lib/money';
import type { Part } from './queries';
import { share } from './report';
import css from './Report.module.css';

interface RankingProps {
  title: string;
  parts: readonly Part[];
  /** What stands for a part without a name. */
  none: string;
}

/** Parts of the turnover, the greatest first, each with its bar. */
export function Ranking({ title, parts, none }: RankingProps) {
  const { t } = useTranslation('report');
  const greatest = Math.max(1, ...parts.map(({ figures }) => figures.turnover.minor));
  const whole = parts.reduce((sum, { figures }) => sum + figures.turnover.minor, 0);
  return (
    <section className={css.panel} aria-label={title}>
      <h2 className="t-lead">{title}</h2>
      {parts.length === 0 && <p className="t-meta">{t('nothing')}</p>}
      <ul className={css.ranking}>
        {parts.map(({ key, name, figures }) => {
          const part = share(figures.turnover.minor, whole);
          return (
            <li key={key}>
              <div className={css.rank}>
                <bdi className="trunc">{name || key || none}</bdi>
                <span className={css.rankFigures}>
                  <bdi dir="ltr">{formatMoney(figures.turnover)}</bdi>
                  {part !== null && <span className={`mut2 ${css.share}`}>{formatRate(part)}</span>}
                </span>
              </div>
              <div className={css.track} aria-hidden="true">
                <div className={css.fill} style={{ inlineSize: `${(Math.max(0, figures.turnover.minor) / greatest) * 100}%` }} />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
