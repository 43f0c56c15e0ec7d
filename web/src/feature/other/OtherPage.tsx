import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { alertQuery, sessionQuery } from '#/api/queries';
import { EmptyState } from '#/ui/EmptyState';
import css from './OtherPage.module.css';
import { TILES } from './tiles';

/** A small hub for what has no section of its own. */
export function OtherPage() {
  const { t } = useTranslation('other');
  const { data: session } = useQuery(sessionQuery);
  const { data: waiting } = useQuery({ ...alertQuery, enabled: session !== undefined });
  const tiles = TILES.filter(
    ({ permissions, isThere }) =>
      permissions.some((permission) => session?.permissions.includes(permission)) && (!isThere || (waiting !== undefined && isThere(waiting))),
  );
  return (
    <div className={css.page}>
      <h1 className="t-disp">{t('title')}</h1>
      {session && tiles.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      <div className={css.tiles}>
        {tiles.map(({ name, to, icon }) => (
          <Link key={name} to={to} className={css.tile}>
            {icon}
            <span className="t-lead">{t(`tile.${name}.name`)}</span>
            <span className="t-meta">{t(`tile.${name}.text`)}</span>
          </Link>
        ))}
      </div>
    </div>
  );
}
