import { useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, post } from '#/api/client';
import { isUnanswered } from '#/api/refusal';
import type { components } from '#/api/schema';
import type { Money } from '#/api/types';
import { showNotice } from '#/lib/notice';
import type { DrawerFilter } from './drawer-search';

type Schema = components['schemas'];

export type Drawer = Schema['DrawerView'];
export type DrawerEntry = Schema['DrawerEntryView'];
export type DrawerTill = Schema['DrawerTillView'];
export type EntryType = Schema['DrawerEntryType'];
/** What can be done to a drawer; taking its float back is one of them. */
export type DrawerAction = EntryType | 'CORRECTION';
/** A paper of an entry: the slip stays in the shop, the other goes with a bank bag. */
export type DrawerPaper = Schema['DrawerPaper'];

const KEY = ['drawer'] as const;
const PAGE = 50;

/** The drawer of this till today: its floats, and what takes a colleague. */
export function useDrawer() {
  return useQuery({
    queryKey: [...KEY, 'own'],
    queryFn: ({ signal }) => get('/drawer', { signal, notice: 'none' }),
    staleTime: 0,
  });
}

/** What happened to the drawers of the store, page by page. */
export function useEntries(filter: DrawerFilter) {
  return useInfiniteQuery({
    queryKey: [...KEY, 'entries', filter],
    queryFn: ({ pageParam, signal }) =>
      get('/drawer/entry', { query: { ...filter, limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal, notice: 'none' }),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
}

/** What somebody says of an action. */
export interface Said {
  amount: Money;
  reason: string;
  bagNo: string;
}

/** When it was read last what happened to the drawers. */
const readAt = (client: QueryClient): string =>
  String(Math.max(0, ...client.getQueryCache().findAll({ queryKey: KEY }).map(({ state }) => state.dataUpdatedAt)));

interface Entered extends Said {
  approvalId: string | null;
  /** What was seen of the drawers before. */
  about: string;
}

function send(action: DrawerAction, { amount, reason, bagNo, approvalId, about }: Entered): Promise<DrawerEntry> {
  switch (action) {
    case 'FLOAT':
      return post('/drawer/float', { body: { amount }, about, notice: 'none' });
    case 'CORRECTION':
      return post('/drawer/float/correction', { body: { currency: amount.currency, reason }, about, notice: 'none' });
    case 'CASH_IN':
      return post('/drawer/cash-in', { body: { amount, reason }, about, notice: 'none' });
    case 'CASH_OUT':
      return post('/drawer/cash-out', { body: { amount, reason, approvalId }, about, notice: 'none' });
    case 'SAFE_DROP':
      return post('/drawer/safe-drop', { body: { amount }, about, notice: 'none' });
    case 'BANK_BAG':
      return post('/drawer/bank-bag', { body: { amount, bagNo }, about, notice: 'none' });
    case 'NO_SALE':
      return post('/drawer/opening', { body: { reason }, about, notice: 'none' });
  }
}

/** Enters an action, says whether the drawer opened for it, and has its papers printed. */
export function useEnter(action: DrawerAction, onEntered: (entry: DrawerEntry) => void) {
  const client = useQueryClient();
  const { t } = useTranslation('drawer');
  // A repeat in the same dialog is the same intent; whoever has read meanwhile what happened means the same anew.
  const [about] = useState(() => readAt(client));
  return async (said: Said, approvalId: string | null): Promise<void> => {
    const entry = await send(action, { ...said, approvalId, about }).catch((error: unknown) => {
      // Perhaps it was entered all the same: the list says so.
      if (isUnanswered(error)) void client.invalidateQueries({ queryKey: KEY });
      throw error;
    });
    const { kick } = entry;
    const isShut = kick === 'NOT_REACHED' || kick === 'UNCERTAIN';
    showNotice(isShut ? 'warning' : 'success', t(`kick.${kick ?? 'NONE'}`));
    void client.invalidateQueries({ queryKey: KEY });
    onEntered(entry);
  };
}

/** Asks for a second person, for this amount. */
export const askSecondPerson = ({ amount }: Said): Promise<{ approvalId: string }> =>
  post('/drawer/cash-out/approval', { body: { amount }, notice: 'none' });
