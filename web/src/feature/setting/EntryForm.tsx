import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showNotice } from '#/lib/notice';
import { Parts } from '#/ui/Parts';
import { FormFrame, FormWaiting, type FormFrameProps } from './FormFrame';
import { History } from './History';
import type { FormProps } from './section';
import { useForm, type Form } from './use-form';
import { entryKey, sectionKey } from './use-entries';

/** An entry as the server has it. */
export interface Stored<T> {
  key: string;
  version: number;
  value: T;
}

/** What is typed: the value, and for a new entry its code. */
export type Draft<T> = T & { key: string };

/** What the server has of an entry that is changed, and how to read it again. */
export interface Opened<S> {
  stored: S | null;
  reload: () => Promise<unknown>;
}

export interface EntryFormProps<T extends object, S extends Stored<T>> extends FormProps {
  /** The name of the section. */
  name: string;
  read: (key: string, signal: AbortSignal) => Promise<S>;
  write: (key: string, body: { version: number | null; value: T }) => Promise<{ key: string }>;
  /** What a new entry begins with. */
  blank: () => T;
  titleOf: (value: T, stored: S | null) => string;
  /** Shows under the form who changed the entry and what. */
  hasHistory?: boolean;
  /** The key of a new entry, where it is not typed. */
  keyOf?: (value: T) => string;
  /** What stands around the form: beside the title and under it, and the words of the button. */
  around?: (form: Form<Draft<T>>, opened: Opened<S>) => Partial<Pick<FormFrameProps<Draft<T>>, 'title' | 'lead' | 'sub' | 'aside' | 'saveLabel'>>;
  children: (form: Form<Draft<T>>, isNew: boolean, opened: Opened<S>) => ReactNode;
}

type LoadedProps<T extends object, S extends Stored<T>> = EntryFormProps<T, S> & { stored: S | null; reload: () => Promise<S | undefined> };

function Loaded<T extends object, S extends Stored<T>>(props: LoadedProps<T, S>) {
  const { name, stored, reload, write, blank, titleOf, keyOf, around, hasHistory, children, onSaved, onClose } = props;
  const { t } = useTranslation('setting');
  const client = useQueryClient();
  const [empty] = useState(blank);
  const draftOf = (entry: Stored<T> | null): Draft<T> => ({ ...(entry?.value ?? empty), key: entry?.key ?? '' });
  const form = useForm<Draft<T>>(draftOf(stored), {
    save: async ({ key, ...rest }) => {
      const value = rest as unknown as T;
      const answer = await write(stored?.key ?? keyOf?.(value) ?? key.trim(), { version: stored?.version ?? null, value });
      if (stored) await reload();
      return answer;
    },
    onSaved: (answer) => {
      showNotice('success', t('form.saved'));
      void client.invalidateQueries({ queryKey: sectionKey(name) });
      onSaved((answer as { key: string }).key);
    },
    reload: async () => draftOf((await reload()) ?? stored),
  });
  const title = stored ? titleOf(form.value, stored) : t('newEntry');
  return (
    <FormFrame
      title={title === '' ? (stored?.key ?? '') : title}
      sub={stored && <Parts text={stored.key.replaceAll('~', ' · ')} />}
      form={form}
      saveLabel={stored ? t('save', { name: stored.key.split('~')[0] ?? '' }) : t('saveNew')}
      onClose={onClose}
      {...around?.(form, { stored, reload })}
    >
      {children(form, stored === null, { stored, reload })}
      {hasHistory && stored && <History setting={name} entryKey={stored.key} version={stored.version} />}
    </FormFrame>
  );
}

/** Reads an entry and shows its form. */
export function EntryForm<T extends object, S extends Stored<T>>(props: EntryFormProps<T, S>) {
  const { id, name, read, onClose } = props;
  // What is typed belongs to the entry that was opened, also when it gets its key in between.
  const [opened] = useState(id);
  const query = useQuery({
    queryKey: entryKey(name, opened),
    queryFn: ({ signal }) => read(opened ?? '', signal),
    enabled: opened !== null,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (opened !== null && query.data === undefined) {
    return <FormWaiting error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />;
  }
  const reload = async (): Promise<S | undefined> => (await query.refetch()).data;
  return <Loaded {...props} stored={query.data ?? null} reload={reload} />;
}
