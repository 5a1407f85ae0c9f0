import { describe, expect, it } from '@jest/globals';
import {
  anyBase64,
  arrayOf,
  base64,
  boolean,
  integer,
  mapOf,
  nullable,
  number,
  oneOf,
  record,
  type Shape,
  tagged,
  text,
  textOr,
  union,
} from './shape.js';

const part = tagged('type', { text: record({ text }), image: record({ url: text }, { detail: oneOf('low', 'high') }) });
const body = record(
  { model: text, messages: arrayOf(record({ content: textOr(arrayOf(part, 1)) }), 1, 2) },
  {
    temperature: nullable(number(0, 1)),
    top: integer(1),
    labels: mapOf(text),
    choice: union({ auto: record({}), name: text }),
  },
);
const good = { model: 'm', messages: [{ content: [{ type: 'text', text: '' }] }] };
const find = (members: object, shape: Shape = body) => shape({ ...good, ...members }, '')?.param;

describe('shapes', () => {
  it.each([
    [{}],
    [{ temperature: null, top: 1, labels: { any: 'label' } }],
    [{ messages: [{ content: 'text' }, { content: [{ type: 'image', url: 'u', detail: 'low' }] }] }],
    [{ choice: { auto: {} } }],
    [{ choice: { name: 'n' } }],
  ])('accept %j', (members) => {
    expect(find(members)).toBeUndefined();
  });

  it.each([
    ['model', { model: undefined }],
    ['model', { model: null }],
    ['model', { model: 1 }],
    ['other', { other: 1 }],
    ['toString', { toString: 1 }],
    ['temperature', { temperature: 1.1 }],
    ['temperature', { temperature: Number.NaN }],
    ['top', { top: 1.5 }],
    ['top', { top: '1' }],
    ['labels.one', { labels: { one: 1 } }],
    ['choice', { choice: {} }],
    ['choice', { choice: { auto: {}, name: 'n' } }],
    ['choice', { choice: { constructor: {} } }],
    ['choice.name', { choice: { name: 1 } }],
    ['messages', { messages: [] }],
    ['messages', { messages: {} }],
    ['messages', { messages: [1, 2, 3] }],
    ['messages[0]', { messages: [[]] }],
    ['messages[0].content', { messages: [{ content: [] }] }],
    ['messages[0].content[0].type', { messages: [{ content: [{ type: 'audio' }] }] }],
    ['messages[0].content[0].type', { messages: [{ content: [{ type: 'toString' }] }] }],
    ['messages[0].content[0].url', { messages: [{ content: [{ type: 'image' }] }] }],
    [
      'messages[1].content[0].detail',
      { messages: [{ content: '' }, { content: [{ type: 'image', url: '', detail: 'x' }] }] },
    ],
  ])('name %s as the place of the fault in %j', (param, members) => {
    expect(find(members)).toBe(param);
  });

  it('say what was expected and what came', () => {
    expect(boolean(1, 'stream')).toEqual({ param: 'stream', message: 'expected a boolean, got 1' });
  });
});

describe('base64', () => {
  it.each(['YQ==', 'YWI=', 'YWJj', '+/+/', 'A'.repeat(32_000_000)])('is %#', (value) => {
    expect(base64(value, '')).toBeUndefined();
  });

  it.each(['', '=', '==', 'Y=Q=', 'YQ===', 'Y Q', 'a-_b', 3])('is not %j', (value) => {
    expect(base64(value, 'data')).toMatchObject({ param: 'data' });
  });

  it('has another alphabet for addresses', () => {
    expect(anyBase64('a-_b', '')).toBeUndefined();
  });
});
