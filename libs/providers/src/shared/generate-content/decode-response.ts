import type { ChatChoice, ChatCompletion } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../../adapter.js';
import { CallIds } from '../call-ids.js';
import { unreadable } from '../failures/map-error.js';
import { SearchCounter } from './count-searches.js';
import { mapFinishReason } from './map-finish-reason.js';
import { mapUsage } from './map-usage.js';
import { isBlocked, readAnswer, readIdentity } from './read-answer.js';
import { type Candidate, readCandidate } from './read-candidate.js';

/**
 * The completion that a generateContent answer says. A blocked prompt, which has no candidates, is a completion that
 * the content filter ended. Throws a `ProviderFailure` for an error or an unreadable shape inside a 2xx answer.
 */
export function decodeResponse(bodies: readonly unknown[], facts: DecodeFacts): Decoded<ChatCompletion> {
  const body = readAnswer(bodies[0]);
  const candidates = Array.isArray(body.candidates) ? body.candidates : [];
  if (candidates.length === 0 && !isBlocked(body)) throw unreadable('no candidates');
  const ids = new CallIds(facts.request);
  const choices =
    candidates.length === 0
      ? [BLOCKED]
      : candidates.map((candidate, position) => toChoice(readCandidate(candidate, position, facts, ids), facts));
  const usage = mapUsage(body.usageMetadata, new SearchCounter(facts.model).count(body));
  const response: ChatCompletion = {
    ...readIdentity(body, facts),
    object: 'chat.completion',
    choices,
    ...(usage && { usage }),
  };
  return { response, usage, verbatim: false };
}

const BLOCKED: ChatChoice = {
  index: 0,
  message: { role: 'assistant', content: null, refusal: null },
  finish_reason: 'content_filter',
  logprobs: null,
};

function toChoice(candidate: Candidate, facts: DecodeFacts): ChatChoice {
  const { index, text, reasoning, calls, finishReason, logprobs } = candidate;
  return {
    index,
    message: {
      role: 'assistant',
      content: text === '' ? null : text,
      refusal: null,
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      ...(calls.length > 0 && { tool_calls: [...calls] }),
    },
    finish_reason: mapFinishReason(finishReason, calls.length > 0, facts.onUnknownFinishReason),
    logprobs: logprobs ?? null,
  };
}
