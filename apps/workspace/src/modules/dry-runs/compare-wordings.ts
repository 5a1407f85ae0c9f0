import type { SemanticSettings } from '@multilane/config';
import {
  type ConversationTurns,
  isComparedByMeaning,
  isSameByWords,
  readQuestions,
  readTurnsOf,
} from '@multilane/policy';
import { type Asked, compareRequests } from './compare-requests.js';

/** `incomparable`: the policy leaves one of the requests out, or the gateway cannot compare its question. */
export const WORDINGS = ['same', 'different', 'incomparable'] as const;

/** Compares the last questions of two requests by their words, as the gateway does before it compares vectors. */
export function compareWordings(one: Asked, other: Asked, settings: SemanticSettings): (typeof WORDINGS)[number] {
  const [first, second] = [readTurns(one, settings), readTurns(other, settings)];
  if (first === undefined || second === undefined) return 'incomparable';
  const [ones, others] = [readQuestions(first.texts), readQuestions(second.texts)];
  if (ones === undefined || others === undefined) return 'incomparable';
  const rest = compareRequests({ ...one, request: first.rest }, { ...other, request: second.rest });
  return rest.length === 0 && isSameByWords(ones, others) ? 'same' : 'different';
}

const READERS = { messages: readTurnsOf('messages'), input: readTurnsOf('input') };

/** Messages that are compared; undefined if the policy leaves the request out. */
function readTurns({ request }: Asked, settings: SemanticSettings): ConversationTurns | undefined {
  const { include, max_temperature: maxTemperature, turns: count } = settings;
  const turns = READERS[request.messages === undefined ? 'input' : 'messages'](request, count);
  const withToolResults = include.includes('tool_results');
  const withMedia = include.includes('media');
  return turns && isComparedByMeaning(turns, { maxTemperature, withMedia, withToolResults }) ? turns : undefined;
}
