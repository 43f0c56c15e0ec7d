import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '#/api/client';
import type { components } from '#/api/schema';
import type { Choice } from './section';

export type StaffChoices = components['schemas']['StaffChoiceView'];
type Store = StaffChoices['stores'][number];

const NOTHING: StaffChoices = { companies: [], stores: [], permissionGroups: [], permissions: [] };

const choicesQuery = queryOptions({
  queryKey: ['setting', 'staffChoice'],
  queryFn: ({ signal }) => get('/setting/staff-choice', { signal, notice: 'none' }),
});

/** What the forms of people and groups may name; nothing until it is known. */
export function useStaffChoices(): StaffChoices {
  return useQuery(choicesQuery).data ?? NOTHING;
}

export const storeChoice = ({ storeNo, name }: Store): Choice => ({ value: storeNo, label: `${storeNo} · ${name}` });
