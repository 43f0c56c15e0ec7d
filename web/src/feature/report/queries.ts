import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from '#/api/client';
import type { components } from '#/api/schema';
import type { ReportFilter } from './report-search';

type Schema = components['schemas'];

export type DayReport = Schema['DayReportView'];
export type Figures = Schema['ReportFiguresView'];
export type Part = Schema['ReportPartView'];
export type Given = Schema['ReportGivenView'];
export type ReportException = Schema['ReportExceptionView'];

/** Sales go on while somebody reads. */
const LOOK_MS = 60_000;
const PAGE_ROWS = 20;

export const reportQuery = (filter: ReportFilter) =>
  queryOptions({
    queryKey: ['report', 'day', filter],
    queryFn: ({ signal }) => get('/report/day', { query: filter, signal, notice: 'none' }),
    staleTime: 0,
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
  });

export const exceptionsQuery = (filter: ReportFilter) =>
  infiniteQueryOptions({
    queryKey: ['report', 'exception', filter],
    queryFn: ({ pageParam, signal }) =>
      get('/report/day/exception', { query: { ...filter, cursor: pageParam ?? '', limit: PAGE_ROWS }, signal, notice: 'none' }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 0,
  });
