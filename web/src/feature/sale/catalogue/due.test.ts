import { expect, it } from 'vitest';
import { dueOf } from './due';

it('says when something is due as people at the counter do', () => {
  const due = (dueOn: string, daysUntil: number, language = 'en') => dueOf({ dueOn, daysUntil }, language);
  expect(due('2026-11-21', 0)).toEqual({ kind: 'today' });
  expect(due('2026-11-22', 1)).toEqual({ kind: 'tomorrow' });
  expect(due('2026-11-27', 6)).toEqual({ kind: 'day', day: 'Friday' });
  expect(due('2026-11-27', 6, 'fr')).toEqual({ kind: 'day', day: 'vendredi' });
  expect(due('2026-11-28', 7)).toEqual({ kind: 'day', day: '28-Nov-2026' });
  expect(due('2026-11-20', -1)).toEqual({ kind: 'late', day: '20-Nov-2026' });
});
