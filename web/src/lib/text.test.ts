import { expect, it } from 'vitest';
import { fold, initials } from './text';

it.each([
  ['Inès Marchetti', 'IM'],
  ['王小明', '王'],
  ['Jörg 2 Müller', 'JM'],
  ['№ 100601', '№'],
  ['', ''],
])('%s has the initials %s', (name, expected) => expect(initials(name)).toBe(expected));

it.each([
  ['Méridienne', 'meridienne'],
  ['SØREN Łukasz', 'soren lukasz'],
  ['Œuvre, Æsop, Straße', 'oeuvre, aesop, strasse'],
])('%s is searched as %s', (text, expected) => expect(fold(text)).toBe(expected));
