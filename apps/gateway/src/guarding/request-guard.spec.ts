import { mergePiiPolicies } from '@multilane/policy';
import { describe, expect, test } from 'vitest';
import { CHAT_FORMAT } from '../endpoints/chat/chat.endpoint.js';
import type { GuardedExchange, GuardedPlan } from './guarded-exchange.js';
import { RequestGuard } from './request-guard.js';

const pii = mergePiiPolicies([
  { entities: ['email'], input: 'redact', output: 'stream', placeholder: '[EMAIL_1]', restore: true },
]);

const CONTEXT = { services: { metrics: { recordPolicyDecision: () => undefined } } } as unknown as GuardedExchange;

const answerOf = (content: string): object => ({ choices: [{ index: 0, message: { role: 'assistant', content } }] });

function guardOf(prompt: string): RequestGuard {
  const guard = new RequestGuard(CONTEXT, { before: [], after: [], pii });
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
