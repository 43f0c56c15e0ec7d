import { expect, it } from 'vitest';
import { physicalLines } from './check-style';

it('finds physical directions and lets excused lines pass', () => {
  const css = 'a {\n  margin-left: 4px;\n  left: 0;\n  text-align: right;\n  padding-inline: 4px;\n  text-align: right; /* physical: figures */\n  border-top-left-radius: 1px;\n}';
  expect(physicalLines('a.css', css).map((line) => line.split(' ')[0])).toEqual(['a.css:2', 'a.css:3', 'a.css:4', 'a.css:7']);
});
it('finds them in shorthands', () => {
  expect(physicalLines('a.css', 'a {\n  padding: 1px 2px 3px 4px;\n  padding: 1px 2px 3px 2px;\n}')).toHaveLength(1);
});
it('finds them in style objects', () => {
  expect(physicalLines('a.tsx', "<p style={{ marginLeft: 4 }} />\n<p style={{ left: 4 }} />\n<p style={{ marginInline: 4 }} />")).toHaveLength(2);
});
