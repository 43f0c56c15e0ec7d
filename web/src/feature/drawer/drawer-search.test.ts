import { describe, expect, it } from 'vitest';
import { ALL_TILLS, daysOf, drawerFilterOf, readDrawerSearch } from './drawer-search';

const TODAY = '2026-11-25';

describe('the days and the till of the drawer page', () => {
  it('are those of this till today when nothing is said', () => {
    expect(drawerFilterOf({}, TODAY, 'PAR-1')).toEqual({ terminalNo: 'PAR-1' });
    expect(daysOf({}, TODAY)).toEqual({ from: TODAY, to: TODAY });
  });

  it('can be another till, all of them, and other days', () => {
    expect(drawerFilterOf({ till: 'PAR-2' }, TODAY, 'PAR-1')).toEqual({ terminalNo: 'PAR-2' });
    expect(drawerFilterOf({ till: ALL_TILLS, days: 'yesterday' }, TODAY, 'PAR-1')).toEqual({ from: '2026-11-24', to: '2026-11-24' });
    const own = { days: 'custom', from: '2026-11-01', to: '2026-11-03' } as const;
    expect(drawerFilterOf(own, TODAY, 'PAR-1')).toEqual({ from: '2026-11-01', to: '2026-11-03', terminalNo: 'PAR-1' });
  });

  it('leave out what an address says wrongly', () => {
    expect(readDrawerSearch({ days: 'custom', from: '2026-11-03', to: '2026-11-01', till: '', action: 'FLOAT' })).toEqual({});
    expect(readDrawerSearch({ action: 'SAFE_DROP', days: 'week', till: 'all' })).toEqual({ action: 'SAFE_DROP', days: 'week', till: 'all' });
  });
});
