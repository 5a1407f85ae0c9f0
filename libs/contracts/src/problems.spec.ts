import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PROBLEMS, type ProblemKind, readProblem, writeProblem } from './problems.js';

const LOCALES = join(import.meta.dirname, '../../../apps/console/src/locales');
const languages = readdirSync(LOCALES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const VALUES = {
  ...{ min: 0, max: 1e6, choices: 'failover, weighted', type: 'chat', other: 'image' },
  ...{ fields: 'a, b-c', step_kind: 'model', secret: 'TOKEN_1', step: 'Ask_1', path: 'process.env', item: 'index' },
  ...{ detail: 'Unexpected token: ) at 3', result: 'map<string, dyn>' },
};

const valuesOf = (kind: ProblemKind): Record<string, string | number> =>
  Object.fromEntries(Object.entries(VALUES).filter(([name]) => PROBLEMS[kind].includes(`{${name}}`)));

describe('the kind of a problem', () => {
  it.each(Object.keys(PROBLEMS) as ProblemKind[])('%s is read back from its sentence, with its values', (kind) => {
    const values = valuesOf(kind);
    const sentence = writeProblem(kind, values);
    expect(sentence).not.toMatch(/(?<!\{)\{\w+\}(?!\})/);
    expect(readProblem(sentence)).toEqual({ kind, values });
    expect(readProblem(`${sentence}.`)).toEqual({ kind, values });
  });

  it('is not guessed for a sentence of another origin, or for a very long one', () => {
    expect(readProblem('must be something else')).toBeUndefined();
    expect(readProblem(`must be one of ${'a, '.repeat(1000)}`)).toBeUndefined();
  });
});

describe('the sentences of the console', () => {
  it('are there in more than one language', () => {
    expect(languages).toEqual(expect.arrayContaining(['en', 'zh-CN']));
  });

  it.each(languages)('are one for each kind, which holds its values: %s', (language) => {
    const texts: Record<string, string> = JSON.parse(readFileSync(join(LOCALES, language, 'problems.json'), 'utf8'));
    expect(Object.keys(texts).sort()).toEqual([...Object.keys(PROBLEMS), 'other'].sort());
    for (const [kind, words] of Object.entries(PROBLEMS)) {
      const named = [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => `{{${name}}}`);
      expect([kind, ...named.filter((name) => !texts[kind]?.includes(name))]).toEqual([kind]);
    }
  });
});
