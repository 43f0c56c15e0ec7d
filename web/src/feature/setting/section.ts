import type { ComponentType, ReactNode } from 'react';
import type { Tone } from '#/ui/Tag';
import type { SettingSearch } from './setting-search';

/** What a list is asked for. Empty texts ask for nothing. */
export interface EntryQuery {
  search: string;
  sort: string;
  filter: Readonly<Record<string, string>>;
}

export interface EntryPageQuery extends EntryQuery {
  /** Where the page before ended; blank for the first. */
  cursor: string;
  limit: number;
  signal: AbortSignal;
}

/** An entry of a list: two lines, and a word for what is not normal. */
export interface Entry {
  /** What the address of the page and `Form` know it by. */
  id: string;
  title: string;
  sub?: ReactNode;
  tag?: { tone?: Tone; text: string };
  imageUrl?: string;
  /** Of a person. */
  initials?: string;
}

export interface EntryPage {
  items: Entry[];
  nextCursor: string | null;
  total: number;
}

export interface Choice {
  value: string;
  label: string;
}

export interface Filter {
  name: string;
  label: string;
  /** The choice of all is added by the list. */
  options: readonly Choice[];
}

/** What the list of a section shows. */
export interface EntryListing {
  load: (query: EntryPageQuery) => Promise<EntryPage>;
  /** What can be searched for: "Name or number". */
  placeholder: string;
  /** The first is what holds when nobody chose. */
  sorts?: readonly Choice[];
  filters?: readonly Filter[];
  /** Words of the plus button; without them nothing can be added here. */
  add?: string;
  /** Where such entries come from, for a list that is empty. */
  empty: string;
  /** The list as a table for spreadsheets, and the name of its file. */
  table?: { address: (query: EntryQuery) => string; fileName: string };
  /** More to do with the list, beside search and export. */
  actions?: ReactNode;
}

export interface FormProps {
  /** The entry; none for a new one. */
  id: string | null;
  /** It was saved and is known by this from now on. */
  onSaved: (id: string) => void;
  /** Back to the list, or to nothing chosen. */
  onClose: () => void;
}

export type SearchChange = { [K in keyof SettingSearch]: SettingSearch[K] | undefined };

export interface ListProps {
  /** The name of the section. */
  name: string;
  search: SettingSearch;
  onChange: (change: SearchChange) => void;
}

/** What a section's folder gives to the frame. */
export interface Section {
  /** Draws an `EntryList` with its own listing. */
  List: ComponentType<ListProps>;
  Form: ComponentType<FormProps>;
}
