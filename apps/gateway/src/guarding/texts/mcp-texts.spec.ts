import { describe, expect, test } from '@jest/globals';
import { deepFreeze } from '@multilane/testing';
import { listAnswerTexts } from './list-texts.js';
import { MCP_TEXTS } from './mcp-texts.js';
import type { TextMap } from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

const SECRET = 'SECRET';
const hide: TextMap = (text, _role, format) => (format === 'name' ? text : text.replaceAll(SECRET, 'x'));
const { answer: RESULT } = MCP_TEXTS;
if (!RESULT) throw new Error('results of tools have texts');

const listed = (result: Members) => listAnswerTexts(RESULT, result);

/** Results in which every text that the caller is given holds the word. */
const READ: [string, Members][] = [
  ['texts', { content: [{ type: 'text', text: SECRET }] }],
  ['structured content', { structuredContent: { a: [SECRET] } }],
  [
    'what is said of a link to a resource',
    { content: [{ type: 'resource_link', uri: 'a:b', name: 'a', title: SECRET, description: SECRET }] },
  ],
  ['embedded resources', { content: [{ type: 'resource', resource: { uri: 'a:b', text: SECRET, title: SECRET } }] }],
  ['members that nobody knows', { content: [{ type: 'text', text: 'a', _meta: { headers: [SECRET] } }] }],
  ['resources', { contents: [{ uri: 'a:b', text: SECRET }] }],
  ['the description of a prompt', { description: SECRET, messages: [] }],
  ['the messages of a prompt', { messages: [{ role: 'user', content: { type: 'text', text: SECRET }, note: SECRET }] }],
  [
    'what stands in the place of something else',
    {
      content: { type: 'text', text: SECRET },
      contents: [SECRET, { text: [SECRET] }],
      messages: { role: 'user', content: SECRET },
    },
  ],
  ['messages of several parts', { messages: [{ role: 'user', content: [{ type: 'text', text: SECRET }] }] }],
];

describe('the texts of a result of MCP', () => {
  test.each(READ)('are mapped and seen: %s', (_what, result) => {
    expect(JSON.stringify(RESULT.map(deepFreeze(result), hide))).not.toContain(SECRET);
    expect(listed(result).some(({ text }) => text.includes(SECRET))).toBe(true);
  });

  test('have names and addresses among them, which stay and are seen', () => {
    for (const link of [{ name: SECRET }, { uri: SECRET }]) {
      const result = deepFreeze({ content: [{ type: 'resource_link', ...link }] });
      expect(RESULT.map(result, hide)).toBe(result);
      expect(listed(result)).toEqual([{ role: 'parameter', text: SECRET }]);
    }
  });

  test('are not what is no text: bytes, types, and for whom a part is', () => {
    const part = { type: 'image', data: SECRET, mimeType: SECRET, annotations: { audience: [SECRET] } };
    const result = deepFreeze({ content: [part], contents: [{ blob: SECRET }], isError: true, resultType: SECRET });
    expect(RESULT.map(result, hide)).toBe(result);
    expect(listed(result)).toEqual([]);
  });

  test('are judged as words of the answer only where they are', () => {
    const result = {
      content: [
        { type: 'text', text: '{}' },
        { type: 'resource_link', title: 'a', uri: 'a:b' },
      ],
    };
    expect(listed(result).filter(({ role }) => role === 'assistant')).toEqual([{ role: 'assistant', text: '{}' }]);
  });
});

describe('the arguments of a call of MCP', () => {
  const mapRequest = (values: Members) => MCP_TEXTS.mapRequest(deepFreeze({ name: 'f', arguments: values }), hide);

  test('are mapped, and their names, nothing and numbers stay', () => {
    const values = { [SECRET]: SECRET, nested: { a: [SECRET] }, none: null, count: 7, missing: undefined };
    expect(mapRequest(values)).toEqual({
      name: 'f',
      arguments: { [SECRET]: 'x', nested: { a: ['x'] }, none: null, count: 7, missing: undefined },
    });
  });

  test('are copied once, however many of them change', () => {
    const values = Object.fromEntries(Array.from({ length: 45_000 }, (_, index) => [`a${index}`, SECRET]));
    const start = performance.now();
    const { arguments: mapped } = MCP_TEXTS.mapRequest({ arguments: values }, hide);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(new Set(Object.values(mapped))).toEqual(new Set(['x']));
    expect(Object.keys(mapped)).toHaveLength(45_000);
  });
});
