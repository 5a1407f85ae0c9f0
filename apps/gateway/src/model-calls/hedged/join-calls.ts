import type { ModelCall } from '../model-call.js';

/** Has a request's call account for the attempts of another one that was made for it, and whose answer is not used. */
export function absorbCall(call: ModelCall, other: ModelCall): void {
  if (other.answeredBy !== undefined) noteAnswer(call, other);
  absorbAttempts(call, other);
}

/** The same for one whose answer is the request's. */
export function adoptCall(call: ModelCall, other: ModelCall): void {
  if (other.answeredBy !== undefined) {
    if (call.answeredBy !== undefined) noteAnswer(call, call);
    call.answeredBy = other.answeredBy;
    call.answeredMs = other.answeredMs;
    call.answeredAt = other.answeredAt;
  }
  absorbAttempts(call, other);
  call.abortable = other.abortable;
  call.decoded = other.decoded;
  call.leavesOutThinking = other.leavesOutThinking;
  call.sentWithout = other.sentWithout;
  call.streamedAnswer = other.streamedAnswer;
  call.quotaUses = other.quotaUses;
  call.usage = other.usage;
  call.wholeAnswers = other.wholeAnswers;
}

/** Counts the answer of one call among the others. */
function noteAnswer(call: ModelCall, { answeredBy, answeredMs }: ModelCall): void {
  if (answeredBy === undefined) return;
  call.otherCalls = [...(call.otherCalls ?? []), { plan: answeredBy, durationMs: answeredMs, failure: undefined }];
}

function absorbAttempts(call: ModelCall, other: ModelCall): void {
  call.attempts += other.attempts;
  call.credentials.push(...other.credentials);
  call.answerBegan ||= other.answerBegan;
  call.lostUsage = join(call.lostUsage, other.lostUsage);
  call.otherCalls = join(call.otherCalls, other.otherCalls);
  call.tracedCalls = join(call.tracedCalls, other.tracedCalls);
}

function join<Item>(one: Item[] | undefined, other: readonly Item[] | undefined): Item[] | undefined {
  if (other === undefined) return one;
  return one === undefined ? [...other] : [...one, ...other];
}
