import { expect, it } from 'vitest';
import { createEventParser } from './events';

it('puts events together however the stream is cut', () => {
  const seen: [string, string][] = [];
  const parse = createEventParser((name, data) => seen.push([name, data]));
  const stream = ': hello\n\nevent: stock\ndata: {"itemNos":["A"]}\n\nevent:alert\r\ndata:{"recall":3}\r\n\r\ndata: x\n';
  for (const character of stream) parse(character);
  parse('data: y\n\n');
  expect(seen).toEqual([
    ['stock', '{"itemNos":["A"]}'],
    ['alert', '{"recall":3}'],
    ['message', 'x\ny'],
  ]);
});
