import { describe, expect, it } from '@jest/globals';
import { boundLists, keepApproved, needsApproval, readSeen } from './seen-items.js';
import { EMPTY_LISTS, type ServerLists } from './upstreams/upstream.js';

const inputSchema = { type: 'object' } as const;

const LISTS: ServerLists = {
  tools: [{ name: 'search', inputSchema }],
  prompts: [{ name: 'greet' }],
  resources: [{ uri: 'file:///a', name: 'a' }],
  templates: [{ uriTemplate: 'file:///{x}', name: 'x' }],
  instructions: 'Be kind.',
};

const named = (...names: string[]): ServerLists => ({
  ...EMPTY_LISTS,
  tools: names.map((name) => ({ name, inputSchema })),
});
const namesOf = ({ tools }: ServerLists): string[] => tools.map(({ name }) => name);

// docs/contract/mcp.md#approval
describe('an item that waits for an approval', () => {
  it.each([
    ['none', []],
    ['tools', ['tool']],
    ['changes', ['tool', 'prompt', 'resource', 'template', 'instructions']],
    ['all', ['tool', 'prompt', 'resource', 'template', 'instructions']],
  ] as const)('follows the rule %s', (approval, kinds) => {
    const waiting = readSeen(LISTS).filter(({ kind }) => needsApproval(approval, kind));
    expect(waiting.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('is left out of the lists until it is approved, and nothing else', () => {
    const nothing = () => false;
    expect(keepApproved(LISTS, 'tools', nothing)).toEqual({ ...LISTS, tools: [] });
    expect(keepApproved(LISTS, 'all', nothing)).toEqual(EMPTY_LISTS);
    expect(keepApproved(LISTS, 'all', (key) => key === 'prompt greet')).toEqual({
      ...EMPTY_LISTS,
      prompts: LISTS.prompts,
    });
  });

  it('is told apart by its kind, also where a tool has the name that a prompt is stored under', () => {
    const seen = readSeen({ ...LISTS, tools: [{ name: 'prompt greet', inputSchema }] });
    expect(new Set(seen.map(({ key }) => key)).size).toBe(seen.length);
  });
});

describe('an item that a server lists', () => {
  it('counts once under a name: the first', () => {
    const [first, second] = [
      { name: 'a', description: 'first', inputSchema },
      { name: 'a', description: 'second', inputSchema },
    ];
    expect(boundLists({ ...EMPTY_LISTS, tools: [first, second] }).tools).toEqual([first]);
  });

  it.each([
    ['a NUL', 'a\0b'],
    ['a line break', 'a\nb'],
    ['an escape of a terminal', 'a\x1b[31mb'],
    ['a turned direction', 'a\u202eb'],
    ['a line separator', 'a\u2028b'],
    ['half of a surrogate pair', 'a\ud800b'],
  ])('is left out where its name has %s', (_what, name) => {
    expect(namesOf(boundLists(named('fine', name)))).toEqual(['fine']);
  });

  it.each([
    ['\0', false],
    ['\ud83d', false],
    ['😀', true],
    [String.raw`\u0000`, true],
    [String.raw`C:\users`, true],
  ])('is left out where no database stores %j', (description, isKept) => {
    const { tools } = boundLists({ ...EMPTY_LISTS, tools: [{ name: 'a', description, inputSchema }] });
    expect(tools.length).toBe(isKept ? 1 : 0);
  });

  it('is left out where it says too much', () => {
    const long = { name: 'long', description: 'a'.repeat(70_000), inputSchema };
    expect(namesOf(boundLists({ ...EMPTY_LISTS, tools: [long, { name: 'fine', inputSchema }] }))).toEqual(['fine']);
  });

  it('keeps instructions that can be stored', () => {
    expect(boundLists({ ...EMPTY_LISTS, instructions: 'a\0b\ud800c' }).instructions).toBe('ab\ufffdc');
  });
});
