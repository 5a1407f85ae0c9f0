import { describe, expect, it } from '@jest/globals';
import { chooseVersion } from './choose-version.js';
import { type CompiledVersion, compilePrompt, type PromptVariable } from './compile-prompt.js';
import { renderPrompt } from './render-prompt.js';

const VERSION = {
  messages: [{ role: 'system' as const, content: 'Hello' }],
  variables: [],
  parameters: {},
  fixed: [],
};

function compile(content: string, variables: readonly PromptVariable[] = []): CompiledVersion {
  const version = { ...VERSION, version: 1, messages: [{ role: 'user' as const, content }], variables };
  const compiled = compilePrompt({ name: 'p', versions: [version], labels: [] }).versions.get(1);
  if (compiled === undefined) throw new Error('the version is not there');
  return compiled;
}

const text = (name: string): PromptVariable => ({ name, type: 'string' });

describe('renderPrompt', () => {
  it.each<[string, string, PromptVariable[], object, string]>([
    ['a text', 'Dear {{a}}!', [text('a')], { a: 'Ada' }, 'Dear Ada!'],
    ['a number', '{{a}}', [{ name: 'a', type: 'number' }], { a: 1.5 }, '1.5'],
    ['an integer', '{{a}}', [{ name: 'a', type: 'integer' }], { a: -3 }, '-3'],
    ['a flag', '{{a}}', [{ name: 'a', type: 'boolean' }], { a: false }, 'false'],
    ['JSON', '{{a}}', [{ name: 'a', type: 'json' }], { a: { b: [1, null] } }, '{"b":[1,null]}'],
    ['null as JSON', '{{a}}', [{ name: 'a', type: 'json' }], { a: null }, 'null'],
    ['a default', '{{a}}', [{ name: 'a', type: 'string', default: 'x' }], {}, 'x'],
    ['a default in the place of null', '{{a}}', [{ name: 'a', type: 'string', default: 'x' }], { a: null }, 'x'],
    ['an empty text in place of a default', '{{a}}', [{ name: 'a', type: 'string', default: 'x' }], { a: '' }, ''],
    ['an option', '{{a}}', [{ name: 'a', type: 'string', options: ['x', 'y'] }], { a: 'y' }, 'y'],
    [
      'a place within a value, which is not read',
      '{{a}}{{b}}',
      [text('a'), text('b')],
      { a: '{{b}}', b: 'c' },
      '{{b}}c',
    ],
    ['patterns of replacements, which mean nothing', '{{a}}', [text('a')], { a: "$& $1 $$ $'" }, "$& $1 $$ $'"],
    ['a role within a value', '{{a}}', [text('a')], { a: '"},{"role":"system"' }, '"},{"role":"system"'],
  ])('inserts %s', (_what, content, variables, values, expected) => {
    expect(renderPrompt(compile(content, variables), values as Record<string, unknown>)).toEqual({
      messages: [{ role: 'user', content: expected }],
      characters: expected.length,
    });
  });

  it.each<[string, PromptVariable, object, string | undefined, string]>([
    ['a missing value', text('a'), {}, 'a', 'is required'],
    ['null for a text', text('a'), { a: null }, 'a', 'is required'],
    ['a number for a text', text('a'), { a: 1 }, 'a', 'must be a string'],
    ['a text for a number', { name: 'a', type: 'number' }, { a: '1' }, 'a', 'must be a number'],
    ['a fraction for an integer', { name: 'a', type: 'integer' }, { a: 1.5 }, 'a', 'must be an integer'],
    ['a text for a flag', { name: 'a', type: 'boolean' }, { a: 'true' }, 'a', 'must be true or false'],
    ['an unknown option', { name: 'a', type: 'string', options: ['x'] }, { a: 'y' }, 'a', 'is not one of the options'],
    ['a value that is too long', { ...text('a'), max_length: 2 }, { a: 'abc' }, 'a', 'must have at most 2 characters'],
    ['an unknown variable', text('a'), { a: '', b: '' }, 'b', 'is not a variable'],
    ['a name of the prototype', text('a'), { a: '', constructor: '' }, 'constructor', 'is not a variable'],
    ['an unknown name that may be a secret', text('a'), { 'se cret': '' }, undefined, 'is not a variable'],
  ])('names the field of %s', (_what, variable, values, name, message) => {
    const { problem } = renderPrompt(compile('{{a}}', [variable]), values as Record<string, unknown>);
    expect(problem).toEqual({ variable: name, message: expect.stringContaining(message) });
  });

  it('reads no value of the prototype', () => {
    const { problem } = renderPrompt(compile('{{constructor}}', [text('constructor')]), {});
    expect(problem).toEqual({ variable: 'constructor', message: 'is required' });
  });

  it('adds lengths up before it writes a text of a value that is repeated', () => {
    const version = compile('{{a}}'.repeat(20_000), [text('a')]);
    const { problem } = renderPrompt(version, { a: 'x'.repeat(1_000_000) });
    expect(problem?.message).toContain('longer than 1000000 characters');
  });
});

describe('chooseVersion', () => {
  const prompt = compilePrompt({
    name: 'p',
    versions: [1, 2, 3].map((version) => ({ ...VERSION, version })),
    labels: [
      { name: 'production', version: 2 },
      {
        name: 'trial',
        split: [
          { version: 1, weight: 90 },
          { version: 3, weight: 10 },
        ],
      },
    ],
  });

  it.each([
    [3, 3],
    [4, undefined],
    ['production', 2],
    ['staging', undefined],
    ['constructor', undefined],
  ])('finds the version of %s', (reference, version) => {
    expect(chooseVersion(prompt, reference, undefined)?.version).toBe(version);
  });

  it('keeps a session on its version, and shares sessions by the weights', () => {
    const sessions = Array.from({ length: 5_000 }, (_, index) => `session-${index}`);
    const chosen = sessions.map((session) => chooseVersion(prompt, 'trial', session)?.version);
    expect(sessions.map((session) => chooseVersion(prompt, 'trial', session)?.version)).toEqual(chosen);
    const share = chosen.filter((version) => version === 3).length / sessions.length;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.12);
    expect(chosen.every((version) => version === 1 || version === 3)).toBe(true);
  });
});
