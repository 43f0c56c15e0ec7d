import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '#/api/client';
import { currencyExponent } from '#/lib/money';
import type { Choice } from './section';
import { sectionKey } from './use-entries';

/** There are fewer of each than a page holds. */
const ALL = 200;

const collectionsQuery = queryOptions({
  queryKey: [...sectionKey('collection'), 'options'],
  queryFn: ({ signal }) => get('/setting/collection', { query: { limit: ALL }, signal, notice: 'none' }),
});
const classesQuery = queryOptions({
  queryKey: [...sectionKey('itemClass'), 'options'],
  queryFn: ({ signal }) => get('/setting/item-class', { query: { limit: ALL }, signal, notice: 'none' }),
});
const groupsQuery = queryOptions({
  queryKey: [...sectionKey('priceGroup'), 'options'],
  queryFn: ({ signal }) => get('/setting/price-group', { query: { limit: ALL }, signal, notice: 'none' }),
});
const vatQuery = queryOptions({
  queryKey: [...sectionKey('vat'), 'options'],
  queryFn: ({ signal }) => get('/setting/vat', { query: { limit: ALL }, signal, notice: 'none' }),
});

const storesQuery = queryOptions({
  queryKey: [...sectionKey('storePriceGroup'), 'options'],
  queryFn: ({ signal }) => get('/setting/store-price-group', { query: { limit: ALL }, signal, notice: 'none' }),
});

export function useStores(): Choice[] {
  return (useQuery(storesQuery).data?.items ?? []).map(({ key, value }) => ({ value: key, label: value.name }));
}

/** The currency of a store decides the decimals of its amounts. */
export function useStoreExponent(storeNo: string): number {
  const store = useQuery(storesQuery).data?.items.find(({ key }) => key === storeNo);
  return currencyExponent(store?.value.currencyCode ?? 'EUR');
}

export function useCollections(): Choice[] {
  return (useQuery(collectionsQuery).data?.items ?? []).map(({ key, value }) => ({ value: key, label: value.name }));
}

export function useItemClasses(): Choice[] {
  return (useQuery(classesQuery).data?.items ?? []).map(({ key, value }) => ({ value: key, label: value.name }));
}

/** The price groups with their currency and whose they are. */
export function usePriceGroups() {
  return useQuery(groupsQuery).data?.items ?? [];
}

export function usePriceGroupOptions(): Choice[] {
  return usePriceGroups().map(({ key, value }) => ({ value: key, label: `${key} · ${value.description}` }));
}

/** The VAT groups of items that have a rate anywhere. */
export function useVatGroups(): Choice[] {
  const groups = new Set((useQuery(vatQuery).data?.items ?? []).map(({ value }) => value.itemGroup));
  return [...groups].map((group) => ({ value: group, label: group }));
}
