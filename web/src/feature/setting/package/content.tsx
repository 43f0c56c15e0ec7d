import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromotionChoices } from '#/api/types';
import { formatMoment } from '#/lib/date';
import { unbroken } from '#/lib/left-to-right';
import { showNotice } from '#/lib/notice';
import { useTimeZone } from '#/widget/use-time-zone';
import { FormWaiting } from '../FormFrame';
import { entryKey, sectionKey } from '../use-entries';
import { useForm, type Form } from '../use-form';
import { choicesQuery } from './package';

interface ContentOptions<C, V> {
  /** The name of the section. */
  section: string;
  base: C;
  idOf: (content: C) => string;
  contentOf: (view: V) => C;
  read: (id: string) => Promise<V>;
  write: (content: C) => Promise<V>;
  onSaved: (id: string) => void;
}

/** The form of what is written with its faults, a package or a campaign. What the server answers is the entry as it stands. */
export function useContent<C extends object, V>({ section, base, idOf, contentOf, read, write, onSaved }: ContentOptions<C, V>): Form<C> {
  const { t } = useTranslation('package');
  const client = useQueryClient();
  const keep = (now: V): C => {
    const content = contentOf(now);
    client.setQueryData(entryKey(section, idOf(content)), now);
    return content;
  };
  return useForm<C>(base, {
    save: write,
    onSaved: (answer) => {
      const id = idOf(keep(answer as V));
      void client.invalidateQueries({ queryKey: sectionKey(section) });
      showNotice('success', t('saved'));
      onSaved(id);
    },
    reload: async () => keep(await read(idOf(base))),
  });
}

/** Who changed it last, and when. */
export function useChangedBy(): (view: { changedBy: string; changedAt: string }) => string {
  const { t } = useTranslation('package');
  const zone = useTimeZone();
  return ({ changedBy, changedAt }) => t('changedBy', { name: changedBy, at: unbroken(formatMoment(changedAt, zone)) });
}

interface OpenedProps<V> {
  section: string;
  /** None for a new one. */
  id: string | null;
  read: (id: string, signal: AbortSignal) => Promise<V>;
  onClose: () => void;
  children: (view: V | null, choices: PromotionChoices) => ReactNode;
}

/** Reads an entry and what its form may name, and shows the form then. */
export function Opened<V>({ section, id, read, onClose, children }: OpenedProps<V>) {
  const choices = useQuery(choicesQuery);
  const found = useQuery({
    queryKey: entryKey(section, id),
    queryFn: ({ signal }) => read(id ?? '', signal),
    enabled: id !== null,
  });
  const view = id === null ? null : found.data;
  if (!choices.data || view === undefined) {
    const retry = (): void => void Promise.all([choices.refetch(), ...(id === null ? [] : [found.refetch()])]);
    return <FormWaiting error={choices.error ?? found.error} onRetry={retry} onClose={onClose} />;
  }
  return children(view, choices.data);
}
