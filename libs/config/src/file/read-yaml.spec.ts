import { describe, expect, it } from '@jest/globals';
import { InterpolatedText } from './interpolate.js';
import { readYaml } from './read-yaml.js';

const read = (text: string) => readYaml(text, { KEY: 'value', LINES: 'a\nb: c' });

describe('readYaml', () => {
  it('reads an unquoted reference inside a flow mapping', () => {
    expect(read(`{ name: ci, key: \${KEY}, list: [\${KEY}, "\${X:-y}"] }`).root).toEqual({
      name: 'ci',
      key: new InterpolatedText('value'),
      list: [new InterpolatedText('value'), new InterpolatedText('y')],
    });
  });

  it('leaves keys and comments alone', () => {
    const { root, problems } = read(`\${UNSET}: 1 # \${UNSET}\n# \${UNSET}`);
    expect(Object.entries(root as object)).toEqual([[`\${UNSET}`, 1]]);
    expect(problems).toEqual([]);
  });

  it('never reads the value of a variable as YAML', () => {
    expect(read(`a: \${LINES}`).root).toEqual({ a: new InterpolatedText('a\nb: c') });
  });

  it('interpolates block scalars', () => {
    expect(read(`a: |\n  x \${KEY}\n  y\n`).root).toEqual({ a: new InterpolatedText('x value\ny\n') });
  });

  it('reads anchors, aliases and merge keys', () => {
    expect(read('a: &a { x: 1 }\nb: *a\nc: { <<: *a, y: 2 }').root).toEqual({
      a: { x: 1 },
      b: { x: 1 },
      c: { x: 1, y: 2 },
    });
  });

  it('reads a blank file as an empty mapping', () => {
    expect(read('# nothing\n').root).toEqual({});
  });

  it('reports a key that is there twice, at every depth, at the second', () => {
    const { problems } = read('a: 1\nb:\n  - c: 1\n    c: 2\na: 2\n');
    expect(problems).toMatchObject([
      { path: ['a'], line: 5, message: 'is here twice' },
      { path: ['b', 0, 'c'], line: 4, message: 'is here twice' },
    ]);
  });

  it('reports a variable that is not set with its path and line', () => {
    expect(read(`a:\n  - x: 1\n  - y:\n      "\${UNSET}"\n`).problems).toMatchObject([
      { path: ['a', 1, 'y'], line: 4, message: expect.stringContaining('UNSET is not set') },
    ]);
  });

  it.each([
    ['an unclosed quote', 'a: 1\nb: "TOPSECRET', 2],
    ['an unclosed list', 'a: [TOPSECRET', 1],
    ['a tab as indentation', 'a:\n\tb: TOPSECRET', 2],
    ['an unknown escape', 'a: "\\qTOPSECRET"', 1],
    ['an unknown tag', 'a: !TOPSECRET x', 1],
    ['text after a value', 'a: "x" TOPSECRET', 1],
    ['two documents', 'a: 1\n---\nb: TOPSECRET', 2],
    ['an alias without its anchor', 'a: *TOPSECRET', 1],
    ['an alias that holds itself', 'a: &TOPSECRET [*TOPSECRET]', 1],
    ['a key that is a mapping', '{ { TOPSECRET: 1 }: 2 }', 1],
    ['text before a directive', '%TOPSECRET\n---\n', 1],
    ['a misplaced bracket', 'a: ]TOPSECRET', 1],
  ])('reports %s with its line, without quoting the file', (_name, text, line) => {
    const { problems, root } = read(text);
    expect(root).toBeUndefined();
    expect(problems[0]?.line).toBe(line);
    expect(JSON.stringify(problems.map((problem) => problem.message))).not.toContain('TOPSECRET');
  });

  it('rejects aliases that would grow beyond measure', () => {
    const level = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(`*${of}`).join(', ')}]\n`;
    const bomb = `a: &a [x]\n${level('b', 'a')}${level('c', 'b')}${level('d', 'c')}${level('e', 'd')}`;
    expect(read(bomb).problems).toEqual([expect.objectContaining({ message: 'not valid YAML: too many aliases' })]);
  });

  it.each([
    ['a key', ['b', 'c'], 3],
    ['a list entry', ['list', 1], 6],
    ['a key of a list entry', ['list', 1, 'x'], 7],
    ['a key that is missing: what is around it', ['list', 0, 'missing'], 5],
    ['a value behind an alias', ['alias', 'c'], 3],
    ['the file', [], 1],
  ])('finds the line of %s', (_name, path, line) => {
    const { lineOf } = read('a: 1\nb: &b\n  c: 2\nlist:\n  - x: 1\n  - y: 1\n    x: 2\nalias: *b\n');
    expect(lineOf(path)).toBe(line);
  });
});
