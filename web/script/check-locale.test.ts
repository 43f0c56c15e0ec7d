import { expect, it } from 'vitest';
import { faults, flatten } from './check-locale';

const ENGLISH = flatten({ a: { hello: 'Hello {{name}}' }, left_one: 'Last one', left_other: '{{count}} left', by_other: 'by another' });
const check = (catalogue: Parameters<typeof flatten>[0], language: string): string[] => faults(ENGLISH, flatten(catalogue), language);

it('accepts a complete catalogue with the forms of its language', () => {
  expect(check({ a: { hello: '{{name}}，你好' }, left_other: '剩 {{count}}', by_other: '他人' }, 'zh-Hans')).toEqual([]);
});
it('asks Arabic for six forms', () => {
  const six = { left_zero: 'ز', left_one: 'و', left_two: 'ا', left_few: '{{count}} ق', left_many: '{{count}} ك', left_other: '{{count}} غ' };
  expect(check({ a: { hello: '{{name}}' }, by_other: 'x', ...six }, 'ar')).toEqual([]);
  const { left_few: _, ...five } = six;
  expect(check({ a: { hello: '{{name}}' }, by_other: 'x', ...five }, 'ar')).toEqual(['misses left_few']);
});
it('finds missing and surplus keys and other placeholders', () => {
  const found = check({ a: { hello: 'Hallo {{nom}}', old: 'x' }, left_one: 'Letztes', left_other: '{{count}} übrig', by_other: 'x' }, 'de');
  expect(found).toEqual(['a.hello uses {nom} and not {name}', 'has a.old, which English has not']);
});
