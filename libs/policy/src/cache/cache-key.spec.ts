import { describe, expect, it } from '@jest/globals';
import { keepLongIntegers } from '@multilane/contracts';
import fc from 'fast-check';
import { type CacheSubject, makeCacheKey } from './cache-key.js';
import { canonicalJson } from './canonical-json.js';

const SUBJECT: CacheSubject = {
  owner: { organization: 'o', workspace: 'w', team: 't' },
  endpoint: 'chat',
  streamed: false,
  model: 'gpt-4o',
  targets: ['openai gpt-4o-2024-11-20'],
  headers: [undefined],
  request: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }], temperature: 1 },
};

const keyOf = (request: object): string => makeCacheKey({ ...SUBJECT, request: request as CacheSubject['request'] });
const { request: HELLO } = SUBJECT;

describe('the key of an answer is exact: the canonical body (docs/contract/cache.md#key)', () => {
  it.each<[string, object]>([
    ['members in another order', { temperature: 1, messages: [{ content: 'Hello', role: 'user' }], model: 'gpt-4o' }],
    ['the model by another of its names', { ...HELLO, model: 'default' }],
    ['a null field, which is an absent one', { ...HELLO, top_p: null, stop: undefined }],
    ['user', { ...HELLO, user: 'u-1' }],
    ['metadata', { ...HELLO, metadata: { session: '1' } }],
    ['safety_identifier', { ...HELLO, safety_identifier: 's' }],
    ['prompt_cache_key', { ...HELLO, prompt_cache_key: 'k' }],
    ['a number written in another way', { ...HELLO, temperature: 1.0 }],
  ])('is the same for %s', (_what, request) => {
    expect(keyOf(request)).toBe(keyOf(HELLO));
  });

  it.each<[string, object]>([
    ['another word', { ...HELLO, messages: [{ role: 'user', content: 'Hello ' }] }],
    ['another role', { ...HELLO, messages: [{ role: 'system', content: 'Hello' }] }],
    ['the same messages in another order', { ...HELLO, messages: [{ role: 'user', content: 'A' }, 'B'] }],
    ['another temperature', { ...HELLO, temperature: 0 }],
    ['a seed', { ...HELLO, seed: 1 }],
    ['a field that the gateway does not know', { ...HELLO, custom: false }],
    ['what a stream reports', { ...HELLO, stream_options: { include_usage: true } }],
    ['text in place of a number', { ...HELLO, temperature: '1' }],
    ['null within a list', { ...HELLO, stop: [null] }],
    ['null within a schema', { ...HELLO, tools: [{ default: null }] }],
    ['an empty list', { ...HELLO, stop: [] }],
    ['metadata of a tool', { ...HELLO, tools: [{ metadata: 1 }] }],
  ])('is another for %s', (_what, request) => {
    expect(keyOf(request)).not.toBe(keyOf(HELLO));
  });

  it.each<[string, Partial<CacheSubject>]>([
    ['teams', { owner: { ...SUBJECT.owner, team: 'u' } }],
    ['workspaces', { owner: { ...SUBJECT.owner, workspace: 'v' } }],
    ['organizations', { owner: { ...SUBJECT.owner, organization: 'p' } }],
    ['a team and none', { owner: { ...SUBJECT.owner, team: undefined } }],
    ['a team and a workspace of the same name', { owner: { organization: 'o', workspace: 't', team: 'w' } }],
    ['endpoints', { endpoint: 'messages' }],
    ['a stream and a whole answer', { streamed: true }],
    ['models', { model: 'gpt-4' }],
    ['models at the provider', { targets: ['openai gpt-4o-2025-01-01'] }],
    ['one target and two', { targets: [...SUBJECT.targets, 'azure-openai deployment'] }],
    ['headers that go along', { headers: ['context-1m'] }],
  ])('is never shared between %s', (_what, other) => {
    expect(makeCacheKey({ ...SUBJECT, ...other })).not.toBe(makeCacheKey(SUBJECT));
  });

  it('keeps the digits of integers that a double cannot hold', () => {
    const read = (text: string): object => keepLongIntegers(text, JSON.parse(text)) as object;
    expect(keyOf(read('{"seed":9007199254740993}'))).not.toBe(keyOf(read('{"seed":9007199254740992}')));
    expect(keyOf(read('{"seed":9007199254740993}'))).toBe(keyOf(read('{ "seed" : 9007199254740993 }')));
  });

  it('is the same for any JSON value however its members are ordered, and another for another value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(canonicalJson(reversed(one))).toBe(canonicalJson(one));
        expect(JSON.parse(canonicalJson(one))).toEqual(JSON.parse(JSON.stringify(one)));
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(canonicalJson(one) === canonicalJson(other)).toBe(isSame);
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  return rebuild(value, (names) => names.reverse());
}

function sorted(value: unknown): unknown {
  return rebuild(value, (names) => names.sort());
}

function rebuild(value: unknown, order: (names: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => rebuild(item, order));
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  const made: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name of order(Object.keys(members))) made[name] = rebuild(members[name], order);
  return made;
}
