import { describe, expect, it } from '@jest/globals';
import { parsePromptEntry } from '../entries/read-entries.js';

const VERSION = { version: 1, messages: [{ role: 'user', content: 'Hello' }] };

const parse = (fields: object) => parsePromptEntry({ name: 'p', ...fields });

describe('a prompt', () => {
  it('gets its defaults', () => {
    expect(parse({ versions: [VERSION] }).entry).toEqual({
      name: 'p',
      versions: [{ ...VERSION, variables: [], parameters: {}, fixed: [] }],
      labels: [],
      protected_labels: [],
    });
  });

  const split = [
    { version: 1, weight: 1 },
    { version: 2, weight: 1 },
  ];

  it.each<[string, object, string]>([
    ['a name that headers cannot tell from a version', { name: 'a@b' }, 'name'],
    ['two versions of a number', { versions: [VERSION, VERSION] }, 'versions[1].version'],
    ['a version without messages', { versions: [{ version: 1, messages: [] }] }, 'versions[0].messages'],
    [
      'a place without a variable',
      { versions: [{ ...VERSION, messages: [{ role: 'user', content: '{{a}}' }] }] },
      'versions[0].messages[0].content',
    ],
    [
      'two variables of a name',
      { versions: [{ ...VERSION, variables: [{ name: 'a' }, { name: 'a' }] }] },
      'versions[0].variables[1].name',
    ],
    [
      'a default of another type',
      { versions: [{ ...VERSION, variables: [{ name: 'a', type: 'integer', default: 'x' }] }] },
      'versions[0].variables[0].default',
    ],
    [
      'a default that is none of the options',
      { versions: [{ ...VERSION, variables: [{ name: 'a', default: 'x', options: ['y'] }] }] },
      'versions[0].variables[0].default',
    ],
    [
      'options of numbers',
      { versions: [{ ...VERSION, variables: [{ name: 'a', type: 'number', options: ['1'] }] }] },
      'versions[0].variables[0].options',
    ],
    ['a fixed parameter that is not set', { versions: [{ ...VERSION, fixed: ['model'] }] }, 'versions[0].fixed[0]'],
    ['a label to no version', { versions: [VERSION], labels: [{ name: 'x', version: 2 }] }, 'labels[0].version'],
    ['a label that is a number', { versions: [VERSION], labels: [{ name: '1', version: 1 }] }, 'labels[0].name'],
    ['a label without a target', { versions: [VERSION], labels: [{ name: 'x' }] }, 'labels[0]'],
    [
      'a label with two targets',
      { versions: [VERSION, { ...VERSION, version: 2 }], labels: [{ name: 'x', version: 1, split }] },
      'labels[0]',
    ],
    ['a split to no version', { versions: [VERSION], labels: [{ name: 'x', split }] }, 'labels[0].split[1].version'],
    [
      'two labels of a name',
      {
        versions: [VERSION],
        labels: [
          { name: 'x', version: 1 },
          { name: 'x', version: 1 },
        ],
      },
      'labels[1].name',
    ],
    [
      'texts of one version that are too long together',
      { versions: [{ ...VERSION, messages: [1, 2].map(() => ({ role: 'user', content: 'x'.repeat(60_000) })) }] },
      'versions[0].messages',
    ],
    [
      'versions that are too large together',
      {
        versions: [1, 2, 3, 4].map((version) => ({
          version,
          messages: [{ role: 'user', content: 'x'.repeat(80_000) }],
        })),
      },
      'versions',
    ],
  ])('is rejected with %s', (_what, fields, path) => {
    expect(parse(fields).problems?.[0].path).toBe(path);
  });
});
