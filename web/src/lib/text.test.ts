import { expect, it } from 'vitest';
import { initials } from './text';

it.each([
  ['Inès Marchetti', 'IM'],
  ['王小明', '王'],
  ['Jörg 2 Müller', 'JM'],
  ['№ 100601', '№'],
  ['', ''],
])('%s has the initials %s', (name, expected) => expect(initials(name)).toBe(expected));
