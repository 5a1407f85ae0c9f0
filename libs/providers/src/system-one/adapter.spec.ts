import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { DecisionRequest, DecisionResponse } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import type { ProviderTarget } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { getAdapter, simulate } from '../registry.js';
import { TYPESAFE } from '../typesafe/adapter.js';
import { SYSTEM_ONE } from './adapter.js';

const RECORDED = join(SHARED_FIXTURES, 'decision/systemone');
const FACTS = { kind: 'typesafe' as const, idSeed: 's', created: 0, includeUsage: false };
const TARGET: ProviderTarget = { kind: 'typesafe', upstreamModel: 'jev', baseUrl: 'https://h/x', headers: {} };

const REQUEST: DecisionRequest = {
  model: 'triage',
  state: { ticket: 'The export job hangs and blocks users' },
  questions: {
    defect: {
      type: 'noul',
      instructions: 'Is the export job at fault?',
      criteria: { true: null, false: 'as designed' },
    },
    severity: { type: 'choice', instructions: 'How severe?', criteria: { low: 'cosmetic', high: 'blocks users' } },
    sure: { type: 'score', instructions: 'How sure?', criteria: ['unsure', 'sure', 'certain'] },
  },
};
const ANSWER: DecisionResponse = {
  model: 'jev-1.13.0',
  answers: {
    defect: { type: 'noul', noul: 0.78 },
    severity: { type: 'choice', choice: 'high', confidence: 0.99, probabilities: { low: 0.01, high: 0.99 } },
    sure: { type: 'score', score: 0.5, confidence: 0, probabilities: { 0: 0.5, 1: 0.5 }, legend: { 0: 'unsure' } },
  },
  usage: { input_tokens: 377, output_tokens: 62 },
};
/** Reads the recorded answers of TypeSafe, if there are any. */
const readRecorded = (): DecisionResponse[] =>
  existsSync(RECORDED) ? [JSON.parse(readFileSync(join(RECORDED, 'response.json'), 'utf8'))] : [];
const decode = (body: unknown) => TYPESAFE.endpoints.decision?.decode([body], FACTS);

describe('decision models', () => {
  test.each([
    [TYPESAFE, 'https://api.typesafe.ai'],
    [SYSTEM_ONE, undefined],
  ])(
    'are reached at {base_url}/v1/systemone with a bearer key (docs/contract/decision.md#providers): %#',
    (adapter, defaultBaseUrl) => {
      expect(getAdapter(adapter.kind)).toBe(adapter);
      expect(adapter.defaultBaseUrl).toBe(defaultBaseUrl);
      expect(adapter.address(TARGET, 'decision', false)).toEqual({ origin: 'https://h', path: '/x/v1/systemone' });
      const draft = { address: { origin: '', path: '' }, headers: Object.freeze({ a: '1' }), body: '' };
      expect(adapter.authorize(draft, 'key').headers).toEqual({ a: '1', authorization: 'Bearer key' });
      expect(adapter.authorize(draft, undefined).headers).toEqual({ a: '1' });
      expect(Object.keys(adapter.endpoints)).toEqual(['decision']);
    },
  );

  test('get the request as it came with the model swapped', () => {
    const [sent = ''] = TYPESAFE.endpoints.decision?.encode(Object.freeze({ ...REQUEST, newer: 1 }), TARGET) ?? [];
    expect(JSON.parse(sent)).toEqual({ ...REQUEST, newer: 1, model: 'jev' });
  });

  test('answer word for word, their usage counted as prompt and completion', () => {
    expect(decode(ANSWER)).toEqual({
      response: ANSWER,
      usage: { prompt_tokens: 377, completion_tokens: 62, total_tokens: 439 },
      verbatim: true,
    });
  });

  test.each([
    [undefined, undefined],
    [{ input_tokens: 5 }, { prompt_tokens: 5, completion_tokens: 0, total_tokens: 5 }],
    [{ input_tokens: -1, output_tokens: 1 }, undefined],
    [{ input_tokens: '5', output_tokens: 1 }, undefined],
    [{ output_tokens: 1 }, undefined],
  ])('that report the usage %j are believed as %j', (usage, expected) => {
    expect(decode({ ...ANSWER, usage })?.usage).toEqual(expected);
  });

  test.each([
    ['text', 'x'],
    ['an error', { error: { message: 'no' } }],
    ['no answers', { model: 'm' }],
    ['answers in a list', { answers: [ANSWER.answers.defect] }],
    ['an answer that is no object', { answers: { q: 1 } }],
    ['an unknown type', { answers: { q: { type: 'box' } } }],
    ['a probability beyond 1', { answers: { q: { type: 'noul', noul: 1.1 } } }],
    ['a missing probability', { answers: { q: { type: 'noul' } } }],
    ['a choice without confidence', { answers: { q: { type: 'choice', choice: 'a', probabilities: {} } } }],
    ['a score in words', { answers: { q: { type: 'score', score: '1', confidence: 1, probabilities: {} } } }],
  ])('fail with %s', (_name, body) => {
    expect(() => decode(body)).toThrow(ProviderFailure);
  });

  test.each([ANSWER, ...readRecorded()])('are decoded as TypeSafe answers: %#', (answer) => {
    expect(decode(answer)).toMatchObject({ response: answer, verbatim: true, usage: { total_tokens: 439 } });
  });
});

describe('the simulator as a decision model', () => {
  const ask = (request: object) => simulate('/v1/systemone', JSON.stringify(request), { id: 'i', created: 1 });

  test('answers every question in its own type, deterministically, by the words of the state', () => {
    const answer = ask(REQUEST);
    expect(ask(REQUEST)).toEqual(answer);
    const body = JSON.parse('body' in answer ? answer.body : '') as DecisionResponse;
    expect(() => getAdapter('simulator')?.endpoints.decision?.decode([body], FACTS)).not.toThrow();
    expect(body).toMatchObject({
      model: 'triage',
      answers: {
        defect: { type: 'noul' },
        severity: { type: 'choice', choice: 'high' },
        sure: { type: 'score', score: 1, legend: { 0: 'unsure', 1: 'sure', 2: 'certain' } },
      },
      usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
    });
    expect(body.answers.defect).toHaveProperty('noul', expect.any(Number));
    expect(Object(body.answers.defect).noul).toBeGreaterThan(0.5);
  });

  test.each([
    [{ ...REQUEST, model: 'simulator-error-429' }, 429],
    [{ ...REQUEST, state: 'simulator-error-500' }, 500],
    [{ model: 'm' }, 400],
  ])('fails on demand: %#', (request, status) => {
    expect(ask(request)).toMatchObject({ status });
  });
});
