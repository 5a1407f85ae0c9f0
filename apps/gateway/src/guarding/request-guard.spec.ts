import { describe, expect, test } from '@jest/globals';
import { compileGuardrail, mergePiiPolicies, type PiiPolicy } from '@multilane/policy';
import { CHAT_FORMAT } from '../endpoints/chat/chat.endpoint.js';
import { COMPLETIONS } from '../endpoints/completions/completions.endpoint.js';
import type { GuardedExchange, GuardedPlan } from './guarded-exchange.js';
import { RequestGuard } from './request-guard.js';

const rulesOf = (output: PiiPolicy['output']) =>
  mergePiiPolicies([{ entities: ['email'], input: 'redact', output, placeholder: '[EMAIL_1]', restore: true }]);

const CONTEXT = {
  asked: { caller: {}, endpoint: { name: 'chat.completions' }, requestId: 'r' },
  planned: {},
  services: { metrics: { recordPolicyDecision: () => undefined } },
} as unknown as GuardedExchange;

const answerOf = (content: string): object => ({ choices: [{ index: 0, message: { role: 'assistant', content } }] });

function guardOf(prompt: string, output: PiiPolicy['output'] = 'stream'): RequestGuard {
  const guard = new RequestGuard(CONTEXT, { before: [], after: [], pii: rulesOf(output) });
  const request = { model: 'm', messages: [{ role: 'user', content: prompt }] };
  void guard.checkRequest({ format: CHAT_FORMAT, request } as unknown as GuardedPlan);
  return guard;
}

const SAID = '[EMAIL_1] or carol@example.com; carol@example.com, that is [EMAIL_2].';
const RESTORED = 'bob@example.com or [EMAIL_2]; [EMAIL_2], that is [EMAIL_2].';

describe("docs/contract/personal-data.md#restore: `restore` puts the person's own values back, and no others", () => {
  test('a value that the model wrote stays hidden however often it says it', () => {
    expect(guardOf('I am bob@example.com').guardAnswer(CHAT_FORMAT.texts, answerOf(SAID))).toEqual(answerOf(RESTORED));
  });

  test('also in a stream', () => {
    const stream = guardOf('I am bob@example.com').startStream(CHAT_FORMAT.texts);
    let restored = '';
    const emit = (chunk: object | undefined): void => {
      restored += (chunk as { choices: { delta: { content: string } }[] }).choices[0]?.delta.content ?? '';
    };
    for (const content of SAID) stream?.push({ choices: [{ index: 0, delta: { content } }] }, undefined, emit);
    void stream?.complete(emit);
    expect(restored).toBe(RESTORED);
  });
});

describe('tokens beside the words of a whole answer', () => {
  const tokens = { logprobs: { content: [{ token: '[EMAIL_1]' }] }, token_ids: [7] };
  const choice = (said: string) => ({ index: 0, message: { role: 'assistant', content: said }, ...tokens });
  const text = (said: string) => ({ index: 0, text: said, ...tokens });

  test.each([
    ['chat', CHAT_FORMAT.texts, choice],
    ['completions', COMPLETIONS.format?.texts, text],
  ])('stay where values are only put back, and go where values are hidden: %s', (_name, texts, say) => {
    if (!texts) throw new Error('texts of completions are known');
    const answer = { choices: [say('Hi [EMAIL_1]')] };
    const restored = say('Hi bob@example.com');
    expect(guardOf('I am bob@example.com', 'off').guardAnswer(texts, answer)).toEqual({ choices: [restored] });
    const { token_ids: _ids, ...hidden } = restored;
    expect(guardOf('I am bob@example.com').guardAnswer(texts, answer)).toEqual({
      choices: [{ ...hidden, logprobs: null }],
    });
  });
});

describe('docs/contract/guardrails.md#guardrails: a guardrail of the kind json_schema on requests', () => {
  const schema = { type: 'object', required: ['ok'] };
  const definition = { name: 'g', phase: 'before', mode: 'enforce', kind: 'json_schema', config: { schema } } as const;
  const guardrail = compileGuardrail(definition, { post: () => Promise.reject(new Error('no network here')) });
  const check = (content: string, more: object) => {
    const request = { model: 'm', messages: [{ role: 'user', content }], ...more };
    const plan = { format: CHAT_FORMAT, request } as unknown as GuardedPlan;
    return new RequestGuard(CONTEXT, { before: [guardrail], after: [], pii: undefined }).checkRequest(plan);
  };

  test.each([
    ['a user', { user: '{"ok":1}' }],
    ['tools', { tools: [{ type: 'function', function: { name: 'f', description: '{"ok":1}' } }] }],
    ['stop sequences and tools', { stop: ['{"ok":1}'], tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['a prediction', { prediction: { type: 'content', content: '{"ok":1}' } }],
  ])('judges the last message, whatever is beside it: %s', (_what, more) => {
    expect(() => check('no JSON', more)).toThrow('The guardrail g blocked the request.');
    expect(() => check('{"ok":1}', more)).not.toThrow();
  });
});
