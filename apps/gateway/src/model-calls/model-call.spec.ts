import { describe, expect, it } from '@jest/globals';
import type { AnswerStream } from '../upstream/streamed-answer.js';
import { type CallFacts, type CallPlan, type CallServices, ModelCall } from './model-call.js';

const model = { logicalName: 'claude' };
const reported = { prompt_tokens: 50_000, completion_tokens: 1, total_tokens: 50_001 };

function start(): ModelCall {
  const plan = { model } as CallPlan;
  return new ModelCall({ streamed: true } as CallFacts, { plan }, {} as CallServices);
}

const stream = (usage: typeof reported | undefined) => ({ usage: () => usage }) as unknown as AnswerStream;

// A stream may say at its opening what the prompt costs, and fail before its first word.
describe('an attempt whose stream has failed, and that another one follows', () => {
  it('is paid for with what the stream reported, once', () => {
    const call = start();
    call.streamedAnswer = stream(reported);
    call.forgetAttempt();
    call.forgetAttempt();
    expect(call.lostUsage).toEqual([{ model, usage: reported }]);
  });

  it('is paid for once too where another credential follows', () => {
    const call = start();
    call.streamedAnswer = stream(reported);
    call.loseUsage();
    call.loseUsage();
    call.forgetAttempt();
    expect(call.lostUsage).toEqual([{ model, usage: reported }]);
  });

  it('costs nothing if the stream reported nothing', () => {
    const call = start();
    call.streamedAnswer = stream(undefined);
    call.forgetAttempt();
    expect(call.lostUsage).toBeUndefined();
  });
});
