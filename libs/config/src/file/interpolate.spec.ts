import { describe, expect, it } from '@jest/globals';
import { interpolate, markReferences, unmarkReferences } from './interpolate.js';

const environment = { NAME: 'value', EMPTY: '', NESTED: `\${NAME}`, YAML: 'a: [1' };

describe('interpolate', () => {
  it.each([
    ['a set variable is its value', `\${NAME}`, 'value'],
    ['several variables in one string are all replaced', `\${NAME}-\${NAME}/\${OTHER:-x}`, 'value-value/x'],
    ['a default is used when the variable is not set', `\${OTHER:-fallback}`, 'fallback'],
    ['a default is used when the variable is empty, as in a shell', `\${EMPTY:-fallback}`, 'fallback'],
    ['a default is not used when the variable is set', `\${NAME:-fallback}`, 'value'],
    ['an empty default is an empty string', `a\${OTHER:-}b`, 'ab'],
    ['an empty variable counts as set', `[\${EMPTY}]`, '[]'],
    ['a default may hold colons, dashes and slashes', `\${OTHER:-redis://h:1/-x:-y}`, 'redis://h:1/-x:-y'],
    ['a default may span lines', `\${OTHER:-a\nb}`, 'a\nb'],
    ['an escaped reference is literal', `$\${NAME}`, `\${NAME}`],
    ['a dollar before an escaped reference stays', `$$\${NAME}`, `$\${NAME}`],
    ['a dollar sign alone stays', 'cost: $5 {x} $NAME', 'cost: $5 {x} $NAME'],
    ['what a variable holds is not interpolated again', `\${NESTED}`, `\${NAME}`],
    ['what a variable holds is not YAML', `\${YAML}`, 'a: [1'],
  ])('%s', (_rule, text, expected) => {
    expect(interpolate(text, environment)).toEqual({ text: expected, problems: [] });
  });

  it('names every variable that is not set', () => {
    expect(interpolate(`\${FIRST}\${SECOND}`, environment).problems).toEqual([
      'the environment variable FIRST is not set, and there is no default',
      'the environment variable SECOND is not set, and there is no default',
    ]);
  });

  it.each([`\${}`, `\${1X}`, `\${A B}`, `\${A-x}`, `\${A`, `\${a.b}`])('rejects the malformed reference %s', (text) => {
    expect(interpolate(text, environment).problems).toEqual([expect.stringContaining('malformed reference')]);
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'does not take %s of the environment object for a variable',
    (name) => {
      expect(interpolate(`\${${name}}`, environment).problems).toHaveLength(1);
    },
  );
});

describe('markReferences', () => {
  it.each([`{ a: \${X}, b: \${Y:-z} }`, `$\${X}`, `\${A:-{}}`, 'plain {x} $y', `\${A`])(
    'keeps length and text of %s',
    (text) => {
      const marked = markReferences(text);
      expect(marked).toHaveLength(text.length);
      expect(unmarkReferences(marked)).toBe(text);
    },
  );
});
