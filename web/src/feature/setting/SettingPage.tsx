import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { ADMINISTER, useMay } from '#/api/permission';
import { loadChunk } from '#/lib/chunk';
import { formatInteger } from '#/lib/money';
import { page } from '#/lib/path';
import { useIsNarrow } from '#/lib/use-media';
import { cx } from '#/ui/cx';
import { intoView } from '#/ui/into-view';
import { EmptyState } from '#/ui/EmptyState';
import { GROUPS, SECTIONS, sectionOf, type SectionEntry } from './registry';
import type { SearchChange, Section } from './section';
import css from './Setting.module.css';
import { changed, readSettingSearch, type SettingSearch } from './setting-search';
import { countQuery } from './use-entries';

function Count({ section }: { section: SectionEntry }) {
  const { data } = useQuery(countQuery(section));
  return <span className={css.count}>{data === undefined ? '' : formatInteger(data)}</span>;
}

/** The sections with how many entries each has. */
function Sections({ current }: { current: string | undefined }) {
  const { t } = useTranslation('setting');
  return (
    <nav className={cx(css.panel, css.sections)} aria-label={t('sections')} data-scroll>
      {GROUPS.filter((group) => SECTIONS.some((section) => section.group === group)).map((group) => (
        <div key={group}>
          <h2 className={css.group}>{t(`group.${group}`)}</h2>
          {SECTIONS.filter((section) => section.group === group).map((section) => (
            <Link
              key={section.name}
              to={page.settingSection}
              params={{ section: section.name }}
              className={cx(css.entry, section.name === current && css.sectionOn)}
              aria-current={section.name === current ? 'page' : undefined}
              ref={section.name === current ? intoView : undefined}
            >
              {section.icon}
              <span className={css.sectionName}>{t(`section.${section.name}` as never)}</span>
              <Count section={section} />
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

interface ContentProps {
  section: Section;
  name: string;
  search: SettingSearch;
}

/** List and form of a section; one of them where there is no room for both. */
function Content({ section, name, search }: ContentProps) {
  const { t } = useTranslation('setting');
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const isOpen = search.id !== undefined || search.isNew === true;
  const onChange = (change: SearchChange): void => {
    const isChoosing = 'id' in change || 'isNew' in change;
    void navigate({ to: page.settingSection, params: { section: name }, search: (known) => changed(readSettingSearch(known), change), replace: !isChoosing });
  };
  const { List, Form } = section;
  return (
    <>
      {!(isNarrow && isOpen) && <List name={name} search={search} onChange={onChange} />}
      {isOpen && (
        <div className={cx(css.panel, css.form)}>
          <Form
            key={search.id ?? 'new'}
            id={search.id ?? null}
            onSaved={(id) => onChange({ id, isNew: undefined })}
            onClose={() => onChange({ id: undefined, isNew: undefined })}
          />
        </div>
      )}
      {!isOpen && !isNarrow && (
        <div className={cx(css.panel, css.form)}>
          <EmptyState piece="bangle" title={t('choose')} text={t('chooseText')} />
        </div>
      )}
    </>
  );
}

type LazyContent = ComponentType<Omit<ContentProps, 'section'>>;
const contents = new Map<string, LazyContent>();

/** The section's own part of the till, read when it is first opened. */
function contentOf(entry: SectionEntry): LazyContent {
  const known = contents.get(entry.name);
  if (known) return known;
  const load = loadChunk(entry.load);
  const content = lazy(async () => {
    const { section } = await load();
    return { default: (props: Omit<ContentProps, 'section'>) => <Content section={section} {...props} /> };
  });
  contents.set(entry.name, content);
  return content;
}

function SectionContent({ entry, search }: { entry: SectionEntry; search: SettingSearch }) {
  const [Shown] = useState(() => contentOf(entry));
  return (
    <Suspense>
      <Shown name={entry.name} search={search} />
    </Suspense>
  );
}

/** Administration: sections, the list of one, and the form of one entry. */
export function SettingPage() {
  const { t } = useTranslation('setting');
  const { section: name } = useParams({ strict: false });
  const search = readSettingSearch(useSearch({ strict: false }));
  const isNarrow = useIsNarrow();
  const may = useMay(ADMINISTER);
  const entry = sectionOf(name);
  if (!may) return <Navigate to={page.order} replace />;
  if (name !== undefined && !entry) return <Navigate to={page.setting} replace />;
  const first = SECTIONS[0];
  if (name === undefined && !isNarrow && first) {
    return <Navigate to={page.settingSection} params={{ section: first.name }} replace />;
  }
  return (
    <div className={css.page}>
      <div className={css.title}>
        {isNarrow && entry && search.id === undefined && !search.isNew && (
          <Link to={page.setting} className={css.up} aria-label={t('back')}>
            <IconArrowLeft size={24} stroke={1.6} className="mirror" aria-hidden="true" />
          </Link>
        )}
        <h1 className="t-disp">{isNarrow && entry ? t(`section.${entry.name}` as never) : t('title')}</h1>
      </div>
      <div className={css.columns}>
        {!(isNarrow && entry) && <Sections current={entry?.name} />}
        {entry && <SectionContent key={entry.name} entry={entry} search={search} />}
      </div>
    </div>
  );
}
