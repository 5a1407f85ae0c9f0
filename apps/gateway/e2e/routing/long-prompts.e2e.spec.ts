import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonReply, serverError } from '@multilane/testing';
import { readRefusal } from '../read-refusal.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { answerWith, calledModels, recordOf, route, startRouting } from './start-routing.js';

const LONG = { messages: [{ role: 'user', content: 'word '.repeat(3000) }] };

const tooLong = jsonReply(
  { error: { message: "This model's maximum context length is 1000 tokens.", code: 'context_length_exceeded' } },
  { status: 400 },
);

let pair: Pair;

beforeAll(async () => {
  const large = { model: 'large', on: 'context_length' };
  pair = await startRouting({
    models: ['small', 'medium', 'usual', 'other', 'large'],
    settings: { small: { context_window: 1000 }, medium: { context_window: 2000 }, large: { context_window: 100_000 } },
    virtual: [
      route('windowed', ['small', 'medium', 'usual']),
      route('reserved', [large, 'small', 'medium']),
      route('learned', [large, 'usual']),
      route('failing', [large, 'usual', 'other']),
      route('inner', ['usual']),
      route('outer', [{ ...large, model: 'inner' }, 'small']),
    ],
    configs: [route('config', [large, 'small'])],
  });
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  answerWith(pair, {});
});

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

// docs/contract/routing.md#long-prompts
describe('a prompt that is longer than a context window', () => {
  it('passes over the targets that are too small for it', async () => {
    const answer = await pair.chat({ model: 'windowed', ...LONG });
    expect([answer.status, calledModels(pair)]).toEqual([200, ['usual']]);
    const record = await recordOf(pair, answer);
    expect(record.details).toMatchObject({
      routing: {
        candidates: ['usual'],
        skipped: [
          { model: 'small', why: 'context_length_exceeded' },
          { model: 'medium', why: 'context_length_exceeded' },
        ],
      },
    });
  });

  it.each(['reserved', 'outer'])('goes to the target for long prompts of %s', async (model) => {
    const answer = await pair.chat({ model, ...LONG });
    expect([answer.status, calledModels(pair)]).toEqual([200, [model === 'outer' ? 'usual' : 'large']]);
  });

  it('goes to the target for long prompts of a routing config', async () => {
    await pair.chat({ model: 'usual', ...LONG }, { headers: { 'x-service-config': 'config' } });
    expect(calledModels(pair)).toEqual(['large']);
  });

  it('goes there after a provider has called it too long', async () => {
    answerWith(pair, { usual: tooLong });
    const answer = await pair.chat({ model: 'learned' });
    expect([answer.status, calledModels(pair)]).toEqual([200, ['usual', 'large']]);
  });
});

describe('a prompt that fits', () => {
  it('never reaches the target for long prompts, and its record says so', async () => {
    const answer = await pair.chat({ model: 'reserved' });
    expect(calledModels(pair)).toEqual(['small']);
    const record = await recordOf(pair, answer);
    expect(record.details).toMatchObject({
      routing: { candidates: ['small', 'medium'], skipped: [{ model: 'large', why: 'for_long_prompts' }] },
    });
  });

  it('is not sent there after other failures', async () => {
    answerWith(pair, { usual: serverError(), other: serverError() });
    const answer = await pair.chat({ model: 'failing' });
    expect(readRefusal(answer)).toMatchObject({ status: 502, code: 'provider_error' });
    expect(calledModels(pair)).not.toContain('large');
  });
});
