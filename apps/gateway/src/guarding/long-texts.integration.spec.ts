// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/src/guarding/streams/stream-rewriters.spec.ts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  CheckPool,
  compileGuardrail,
  type Guardrail,
  mergePiiPolicies,
  type PiiPolicy,
  PiiSession,
} from '@multilane/policy';
import type { Endpoint } from '@multilane/providers';
import { expectWithin, measureHold } from '@multilane/testing/measure-hold';
import fc from 'fast-check';
import { CHAT_FORMAT } from '../endpoints/chat/chat.endpoint.js';
import { formatOf } from '../endpoints/formats.tools.spec.js';
import type { GuardedExchange, GuardedPlan } from './guarded-exchange.js';
import { RequestGuard } from './request-guard.js';
import { redactWith } from './rewrite-with.js';

/** Threads run what was built. */
const SCRIPT = pathToFileURL(join(import.meta.dirname, '../../../../libs/policy/dist/check-pool/check.process.js'));

const POLICY: PiiPolicy = {
  entities: ['email', 'phone', 'credit_card', 'ip_address'],
  custom_entities: [{ name: 'badge', pattern: 'B-[0-9]{4}', ignore_case: false }],
  input: 'redact',
  output: 'buffer',
  placeholder: '[EMAIL_1]',
  restore: true,
};
/** Longest turn of the event loop, in milliseconds of processor time. */
const LIMIT_MS = 50;
/** Number of tries, of which the best counts: other processes may have the processor. */
const TRIES = 6;
const CHUNKS = 10_000;

const pools: CheckPool[] = [];
const open = (ruleMs: number, script = SCRIPT): CheckPool => {
  const pool = new CheckPool({ workers: 2, ruleMs, script });
  pools.push(pool);
  return pool;
};
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

function rulesOf(changes: Partial<PiiPolicy>) {
  const rules = mergePiiPolicies([{ ...POLICY, ...changes }]);
  if (!rules) throw new Error('there are rules');
  return rules;
}

const failures: string[] = [];

function guardWith(
  checks: CheckPool,
  changes: Partial<PiiPolicy> = {},
  before: readonly Guardrail[] = [],
): RequestGuard {
  const metrics = {
    recordPolicyDecision: () => undefined,
    recordGuardrailFailure: (kind: string, verdict: string) => failures.push(`${kind} ${verdict}`),
  };
  const context = {
    asked: { caller: {}, endpoint: { name: 'chat' } },
    planned: {},
    services: { checks, metrics },
  } as unknown as GuardedExchange;
  return new RequestGuard(context, { before, after: [], pii: rulesOf(changes) });
}

const planOf = (request: object): GuardedPlan => ({ format: CHAT_FORMAT, request }) as unknown as GuardedPlan;
const asking = (...contents: string[]) => ({
  model: 'm',
  messages: contents.map((content) => ({ role: 'user', content })),
});
const answering = (content: string) => ({ choices: [{ index: 0, message: { role: 'assistant', content } }] });

const PROSE =
  'Please look at the order of 2024-01-15, no. 48213, for B-1234 or jane@example.com at 192.0.2.7; thanks a lot. ';
// Through bytes, for V8 puts a repeated text together only when it is first read.
const textOf = (unit: string, length: number): string =>
  Buffer.from(unit.repeat(Math.ceil(length / unit.length))).toString('latin1');

/** Runs it, and fails if it holds the event loop for longer than the limit. */
const expectNoHold = (run: () => unknown): Promise<void> =>
  expectWithin(LIMIT_MS, () => measureHold(run), { tries: TRIES });

describe('personal data in long texts', () => {
  const pool = open(10_000);
  beforeAll(async () => {
    expect(existsSync(SCRIPT)).toBe(true);
    await guardWith(pool).checkRequest(planOf(asking(textOf(PROSE, 10_000))));
  });

  test.each([
    ['prose of ten megabytes', asking(textOf(PROSE, 10_000_000))],
    [
      'a different value in each word',
      asking(Array.from({ length: 100_000 }, (_, i) => `u${i}@example.com`).join(' ')),
    ],
    ['a result of a tool that is escaped JSON', asking(`["${textOf('\\u0061 jane@example.com ', 5_000_000)}"]`)],
    ['prose beyond Latin-1 of twenty megabytes', asking(`\u4f60${textOf(PROSE, 10_000_000)}`)],
    ['many texts', asking(...Array.from({ length: 2_000 }, (_, index) => textOf(`${index} ${PROSE}`, 2_000)))],
  ])(
    '%s: redacted without holding the event loop',
    async (_, request) => {
      let redacted: object = {};
      await expectNoHold(async () => {
        ({ request: redacted } = await guardWith(pool).checkRequest(planOf(request)));
      });
      const text = JSON.stringify(redacted);
      expect(text).toContain('[EMAIL_1]');
      expect(text).not.toContain('@example.com');
    },
    180_000,
  );

  const address = (index: number): string => `a${index}@example.com`;
  const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
    Array.from({ length: count }, (_, i) => make(i));
  const members = (count: number, make: (index: number) => unknown): object =>
    Object.fromEntries(many(count, (index) => [`k${index}`, make(index)]));

  test.each<[string, Endpoint, object]>([
    ['messages', 'chat', asking(...many(16_000, address))],
    [
      'parts',
      'chat',
      { messages: [{ role: 'user', content: many(16_000, (i) => ({ type: 'text', text: address(i) })) }] },
    ],
    ['members of metadata', 'chat', { ...asking('hi'), metadata: members(20_000, address) }],
    ['members that nobody knows', 'chat', { ...asking('hi'), ...members(20_000, address) }],
    ['members of a message', 'chat', { messages: [{ role: 'user', content: 'hi', ...members(20_000, address) }] }],
    [
      'members of a block',
      'messages',
      { messages: [{ role: 'user', content: [{ type: 'text', ...members(20_000, address) }] }] },
    ],
    ['descriptions', 'chat', { ...asking(address(1)), tools: members(15_000, (i) => ({ description: address(i) })) }],
    ['questions', 'decision', { state: 'x', questions: members(15_000, (i) => ({ instructions: address(i) })) }],
    ['criteria', 'decision', { state: 'x', questions: { q: { criteria: members(20_000, address) } } }],
    ['inputs', 'embeddings', { input: many(49_000, address) }],
  ])(
    'many short %s: each is redacted without holding the event loop',
    async (_, endpoint, request) => {
      let redacted: object = {};
      await expectNoHold(async () => {
        const plan = { format: formatOf(endpoint), request } as unknown as GuardedPlan;
        ({ request: redacted } = await guardWith(pool).checkRequest(plan));
      });
      const text = JSON.stringify(redacted);
      expect(text).toMatch(/EMAIL_\d+/);
      expect(text).not.toContain('@example.com');
    },
    120_000,
  );

  test.each<[string, Endpoint, object]>([
    ['input', 'embeddings', { input: many(400_000, address) }],
    ['input', 'embeddings', { input: many(490_000, () => '') }],
    ['tools', 'chat', { ...asking('hi'), tools: [{ enum: many(400_000, address) }] }],
    ['metadata', 'chat', { ...asking('hi', 'ho'), metadata: members(49_000, address) }],
    ['messages', 'chat', { messages: [{ role: 'user', content: 'hi', x: many(400_000, address) }] }],
    ['messages', 'chat', asking('hi', textOf(PROSE, 12_100_000))],
  ])('more texts than can be listed are rejected at once, naming %s', async (param, endpoint, request) => {
    await expectNoHold(() => {
      const check = (): unknown =>
        guardWith(pool).checkRequest({ format: formatOf(endpoint), request } as unknown as GuardedPlan);
      expect(check).toThrow(expect.objectContaining({ code: 'invalid_value', param }));
    });
  });

  const chatWith = (...parts: object[]): object => ({ messages: [{ role: 'user', content: parts }] });
  const inUrl = (url: string): object => chatWith({ type: 'image_url', image_url: { url } });
  const filesOf = (...data: string[]): object =>
    chatWith(...data.map((each) => ({ type: 'file', file: { file_data: each } })));

  test.each<[string, object]>([
    ['a data URL of 8 MB', inUrl(`data:text/plain;base64,${Buffer.from(textOf(PROSE, 6_000_000)).toString('base64')}`)],
    ['a percent-encoded one', inUrl(`data:text/plain,${textOf('%6aane@example.com%20 ', 8_000_000)}`)],
    ['UTF-16 in base64', filesOf(Buffer.from(textOf(PROSE, 3_000_000), 'utf16le').toString('base64'))],
    [
      'an old charset',
      inUrl(`data:text/plain;charset=gb18030;base64,${Buffer.from(textOf(PROSE, 6_000_000)).toString('base64')}`),
    ],
    [
      'many files whose charset must be guessed',
      filesOf(
        ...many(2_000, (i) => Buffer.from(`caf\xe9 cr\xe8me ${address(i)} `.repeat(40), 'latin1').toString('base64')),
      ),
    ],
  ])(
    '%s: is read and redacted without holding the event loop',
    async (_, request) => {
      let rewritten: object = {};
      await expectNoHold(async () => {
        ({ request: rewritten } = await guardWith(pool).checkRequest(planOf(request)));
      });
      const redacted = JSON.stringify(rewritten);
      const encoded = redacted.split('"').filter((each) => each.length > 200);
      const texts = encoded.map((each) => Buffer.from(each.slice(each.indexOf(',') + 1), 'base64').toString());
      expect(texts.length).toBeGreaterThan(0);
      expect(texts.every((text) => text.includes('[EMAIL_') && !text.includes('@example.com'))).toBe(true);
    },
    240_000,
  );

  test('many short texts are checked by guardrails without holding the event loop', async () => {
    const definition = { name: 'k', phase: 'before', mode: 'enforce', kind: 'keywords' } as const;
    const config = { keywords: ['unicorn'], ignore_case: true, whole_words: true };
    const keywords = compileGuardrail({ ...definition, config }, { post: () => Promise.reject(new Error()) });
    await expectNoHold(async () => {
      const guard = guardWith(pool, { input: 'block' }, [keywords]);
      const request = { input: many(49_000, (i) => `hi ${i}`) };
      await guard.checkRequest({ format: formatOf('embeddings'), request } as never);
    });
    const found = guardWith(pool, {}, [keywords]).checkRequest(
      planOf(asking(...many(10_000, () => 'hi'), 'a unicorn')),
    );
    await expect(found).rejects.toMatchObject({ code: 'guardrail_blocked', guardrail: 'k' });
  }, 60_000);

  test('a long answer is rewritten without holding the event loop', async () => {
    const said = textOf(`It is [EMAIL_1], not other@example.org: ${PROSE.replace('jane', 'joan')}`, 5_000_000);
    let rewritten: object = {};
    await expectNoHold(async () => {
      const guard = guardWith(pool);
      await guard.checkRequest(planOf(asking('I am jane@example.com')));
      rewritten = await guard.guardAnswer(CHAT_FORMAT.texts, answering(said));
    });
    const text = JSON.stringify(rewritten);
    expect(text).toContain('It is jane@example.com, not [EMAIL_2]');
    expect(text).not.toMatch(/joan|other/);
  }, 120_000);

  test(
    'is replaced as in short ones, on both sides of the length that decides',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              words: fc.array(
                fc.constantFrom(
                  'a@example.com ',
                  'B-1234',
                  '[EMAIL_1]',
                  'word ',
                  '"',
                  '\\u0061',
                  '4111111111111111 ',
                  '{',
                ),
                { minLength: 1, maxLength: 8 },
              ),
              times: fc.constantFrom(1, 3, 40, 400),
            }),
            { minLength: 1, maxLength: 4 },
          ),
          async (texts) => {
            const request = asking(...texts.map(({ times, words }) => words.join('').repeat(times)));
            const session = new PiiSession(rulesOf({}));
            for (const { content } of request.messages) session.placeholders.noteTyped(content);
            const expected = CHAT_FORMAT.texts.mapRequest(request, redactWith(session));
            const guard = guardWith(pool);
            const { request: redacted } = await guard.checkRequest(planOf(request));
            expect(redacted).toEqual(expected);
            // Another target is asked the same.
            expect(guard.redactRequest(CHAT_FORMAT.texts, request as never)).toEqual(expected);
          },
        ),
        { numRuns: 60 },
      ),
    120_000,
  );

  test('rejects the request where it is blocked, wherever it is', async () => {
    const checked = guardWith(pool, { input: 'block' }).checkRequest(
      planOf(asking(`${textOf('word ', 1_000_000)} jane@example.com`)),
    );
    await expect(checked).rejects.toMatchObject({ code: 'guardrail_blocked', guardrail: 'pii' });
    const clean = planOf(asking(textOf('word ', 100_000)));
    expect(await guardWith(pool, { input: 'block' }).checkRequest(clean)).toBe(clean);
  }, 60_000);

  test('blocks what is disguised in a long request as in a short one', async () => {
    const filler = { role: 'user', content: textOf('word ', 20_000) };
    const parts = ['jane@exam', 'ple.com'].map((text) => ({ type: 'text', text }));
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":"jane\\u0040example.com"}' } };
    for (const disguised of [
      { role: 'user', content: parts },
      { role: 'assistant', tool_calls: [call] },
    ]) {
      const checked = guardWith(pool, { input: 'block' }).checkRequest(planOf({ messages: [filler, disguised] }));
      await expect(checked).rejects.toMatchObject({ code: 'guardrail_blocked' });
    }
  });

  test.each(['redact', 'block'] as const)(
    'input %s: what cannot be scanned in time is rejected',
    async (input) => {
      failures.length = 0;
      const guard = guardWith(open(0), { input });
      const checked = guard.checkRequest(planOf(asking(textOf('word 4111 ', 3_000_000))));
      await expect(checked).rejects.toMatchObject({ code: 'guardrail_unavailable', guardrail: 'pii' });
      expect(failures).toEqual(['pii timeout']);
    },
    60_000,
  );

  test('a pool that takes no more rejects the request, and an answer too', async () => {
    const closed = open(1_000);
    await closed.close();
    const text = textOf(PROSE, 10_000);
    const refused = { code: 'guardrail_unavailable', guardrail: 'pii' };
    await expect(guardWith(closed).checkRequest(planOf(asking(text)))).rejects.toMatchObject(refused);
    await expect(guardWith(closed).guardAnswer(CHAT_FORMAT.texts, answering(text))).rejects.toMatchObject(refused);
  });

  test('short texts are redacted at once', async () => {
    expect(guardWith(pool).checkRequest(planOf(asking(PROSE)))).not.toBeInstanceOf(Promise);
    const long = guardWith(pool).checkRequest(planOf(asking(textOf(PROSE, 1_000_000))));
    expect(long).toBeInstanceOf(Promise);
    await long;
  });

  test('a long stream that was held is released without holding the event loop', async () => {
    let chunks = 0;
    await expectNoHold(async () => {
      const stream = guardWith(pool).startStream(CHAT_FORMAT.texts);
      const chunk = { choices: [{ index: 0, delta: { content: PROSE } }] };
      for (let count = 0; count < CHUNKS; count++) stream?.push(chunk, undefined, () => undefined);
      chunks = 0;
      await stream?.complete((chunk) => {
        if (!JSON.stringify(chunk).includes('jane@example.com')) chunks += 1;
      });
    });
    expect(chunks).toBeGreaterThanOrEqual(CHUNKS);
  }, 120_000);
});
