import type { ToolCall } from '@multilane/contracts';
import { isIndex, isRecord } from '@multilane/contracts';
import type { DecodeFacts } from '../../adapter.js';
import type { CallIds } from '../call-ids.js';
import { unreadable } from '../failures/map-error.js';
import { writeSignature } from './encode-tool-calls.js';
import { type Logprobs, mapLogprobs } from './map-logprobs.js';
import type { Json } from './native-types.js';

/** A candidate, or what one event of a stream brings of it, in the reference's terms. */
export interface Candidate {
  readonly index: number;
  readonly text: string;
  /** Thoughts of the model, as far as the provider shows them (`thought: true` parts). */
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  /** The native reason; undefined while the candidate continues. */
  readonly finishReason: unknown;
  readonly logprobs: Logprobs | undefined;
}

/**
 * Reads one of `candidates`. `callsBefore` is the number of calls in earlier events of the same candidate: the id of
 * a call that has none is made from its place. Parts that only the provider's own tools produce are passed over.
 */
export function readCandidate(
  candidate: unknown,
  position: number,
  facts: DecodeFacts,
  ids: CallIds,
  callsBefore: (index: number) => number = () => 0,
): Candidate {
  if (!isRecord(candidate)) throw unreadable('a candidate');
  const index = isIndex(candidate.index) ? candidate.index : position;
  const content = isRecord(candidate.content) ? candidate.content : {};
  const parts: readonly unknown[] = Array.isArray(content.parts) ? content.parts : [];
  const first = callsBefore(index);
  let text = '';
  let reasoning = '';
  const calls: ToolCall[] = [];
  for (const part of parts) {
    if (!isRecord(part)) continue;
    if (typeof part.text === 'string') {
      if (part.thought === true) reasoning += part.text;
      else text += part.text;
    }
    if (isRecord(part.functionCall)) {
      calls.push(readCall(part, `call_${facts.idSeed}_${index}_${first + calls.length}`, ids));
    }
  }
  const finishReason = candidate.finishReason ?? undefined;
  return { index, text, reasoning, calls, finishReason, logprobs: mapLogprobs(candidate.logprobsResult) };
}

function readCall(part: Json, madeId: string, ids: CallIds): ToolCall {
  const { id, name, args } = part.functionCall as Json;
  if (typeof name !== 'string' || name === '') throw unreadable('a call without a name');
  return {
    id: ids.claim(typeof id === 'string' && id !== '' ? id : madeId),
    type: 'function',
    function: { name, arguments: JSON.stringify(isRecord(args) ? args : {}) },
    ...writeSignature(part),
  };
}
