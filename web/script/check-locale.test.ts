import { expect, it } from 'vitest';
import { declaredErrors, errorFaults, faults, flatten } from './check-locale';

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
it('lets only a form for exactly one number leave the number out', () => {
  const french = { a: { hello: '{{name}}' }, by_other: 'x', left_many: '{{count}}', left_other: '{{count}}' };
  expect(check({ ...french, left_one: '{{count}}' }, 'fr')).toEqual([]);
  expect(check({ ...french, left_one: 'Le dernier' }, 'fr')).toEqual(['left_one uses {} and not {count}']);
});
it('finds empty texts', () => {
  expect(check({ a: { hello: '{{name}}' }, left_one: ' ', left_other: '{{count}}', by_other: '' }, 'de')).toEqual([
    'left_one is empty',
    'by_other is empty',
  ]);
});

const RUST = `
pub static LOCKED: ErrorKind =
    ErrorKind::new("session.locked", 423, "Locked");
pub static TOO_SOON: ErrorKind = ErrorKind::new(
    "session.too_soon",
    429,
    "Again in {seconds} seconds",
);
pub static BY_OTHER: ErrorKind = ErrorKind::new("stock.by_other", 409, "Taken by {name}");
pub static OVER: ErrorKind = ErrorKind {
    key: "session.over",
    status: 401,
    message: "jwt expired",
};
`;
it('reads the errors of the server', () => {
  expect([...declaredErrors(RUST)]).toEqual([
    ['session.locked', 'Locked'],
    ['session.too_soon', 'Again in {seconds} seconds'],
    ['stock.by_other', 'Taken by {name}'],
    ['session.over', 'jwt expired'],
  ]);
});
it('asks for a sentence with the values of each error', () => {
  const complete = {
    session: { locked_one: 'Locked', locked_other: 'Locked {{count}}', too_soon: 'In {{seconds}} s', over_plain: 'Over' },
    stock: { by_other: 'Taken by {{name}}' },
  };
  expect(errorFaults(declaredErrors(RUST), flatten(complete))).toEqual([]);
  expect(errorFaults(declaredErrors(RUST), flatten({ session: { locked: 'x', too_soon: 'Later' }, stock: {} }))).toEqual([
    'leaves out {seconds} of session.too_soon',
    "has no sentence for the server's stock.by_other",
    "has no sentence for the server's session.over",
  ]);
});
