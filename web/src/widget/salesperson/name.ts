import type { Salesperson } from '#/api/types';

export const fullName = (person: Pick<Salesperson, 'firstName' | 'lastName'>): string => `${person.firstName} ${person.lastName}`.trim();
