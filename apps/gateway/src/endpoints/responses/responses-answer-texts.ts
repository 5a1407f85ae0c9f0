import type { TextRole } from '@multilane/policy';
import { mapFreely, mapOthers } from '../../guarding/texts/parameter-texts.js';
import { isMembers, mapItems, mapMember, mapText, type TextMap } from '../../guarding/texts/text-map.js';
import { mapCalled, mapCitation, mapItem, mapPart } from './responses-texts.js';
import { DELTAS } from './stream/stream-deltas.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Members of a response that are no words of the model: who answers and how, and what the response repeats of its request, which the
 * client is told in its own words (`echoOwnWords`).
 */
const OF_RESPONSE: ReadonlySet<string> = new Set([
  ...['id', 'object', 'created_at', 'completed_at', 'status', 'model', 'output', 'usage', 'service_tier', 'store'],
  ...['background', 'billing', 'previous_response_id', 'conversation', 'content_filters'],
  ...['instructions', 'metadata', 'user', 'safety_identifier', 'prompt', 'prompt_cache_key', 'prompt_cache_retention'],
  ...['tools', 'tool_choice', 'parallel_tool_calls', 'text', 'reasoning', 'truncation', 'include', 'moderation'],
]);

/** Reasons of an answer's cut-off, in the terms of the format. */
const REASONS: ReadonlySet<unknown> = new Set(['max_output_tokens', 'content_filter']);

/** The texts of an answer are one content. */
const ANSWER = 1;

/** Maps every text of a whole response that the client is given. Tokens beside texts would give away what is hidden in them. */
export function mapResponsesAnswer<Answer extends Members>(answer: Answer, map: TextMap, hides = true): Answer {
  const mapped = mapMember(answer, 'output', (output) =>
    Array.isArray(output)
      ? mapItems(output, (item) => mapAnswerItem(item, map, hides))
      : mapFreely(output, map, 'parameter', false),
  );
  const isKnown = REASONS.has(Object(mapped.incomplete_details).reason);
  return mapOthers(mapped, isKnown ? WITH_REASON : OF_RESPONSE, map, 'parameter', false);
}

const WITH_REASON: ReadonlySet<string> = new Set([...OF_RESPONSE, 'incomplete_details']);

/** The same for one item of it. */
function mapAnswerItem(item: unknown, map: TextMap, hides: boolean): unknown {
  if (!isMembers(item)) return mapFreely(item, map, 'parameter', false);
  const mapped = mapItem(item, map, ANSWER, false);
  if (!hides || !Array.isArray(mapped.content)) return mapped;
  return mapMember(mapped, 'content', (content) => mapItems(content as readonly unknown[], withoutTokens));
}

/** The part, or the event, without the tokens that spell its text once more. */
function withoutTokens(part: unknown): unknown {
  return isMembers(part) && Array.isArray(part.logprobs) && part.logprobs.length > 0 ? { ...part, logprobs: [] } : part;
}

/** Members of an event that are no words, or that are mapped by what they are. */
const OF_EVENT: ReadonlySet<string> = new Set([
  ...['type', 'sequence_number', 'event_id', 'response_id', 'item_id', 'call_id', 'output_index', 'content_index'],
  ...['summary_index', 'annotation_index', 'command_index', 'obfuscation', 'logprobs', 'name', 'namespace'],
  ...['response', 'item', 'part', 'annotation', 'text', 'refusal', 'arguments', 'input'],
]);

const OF_DELTA: ReadonlySet<string> = new Set([...OF_EVENT, 'delta']);

/** Maps every text of an event that comes whole. A piece of a text in `delta` stays: it is no whole text. */
export function mapResponsesEvent(event: Members, map: TextMap, hides: boolean): Members {
  const role = roleOf(event);
  const beside = role === 'assistant' ? 'parameter' : role;
  let mapped = mapMember(event, 'response', (response) =>
    isMembers(response) ? mapResponsesAnswer(response, map, hides) : mapFreely(response, map, 'parameter', false),
  );
  mapped = mapMember(mapped, 'item', (item) => mapAnswerItem(item, map, hides));
  mapped = mapMember(mapped, 'part', (part) => mapEventPart(part, role, map, hides));
  mapped = mapMember(mapped, 'annotation', (annotation) => mapCitation(annotation, map));
  for (const name of ['text', 'refusal']) {
    mapped = mapMember(mapped, name, (value) =>
      typeof value === 'string' ? mapText(map, role, 'plain', ANSWER)(value) : mapFreely(value, map, beside, false),
    );
  }
  mapped = mapMember(mapped, 'arguments', (value) => mapCalled(value, map, 'json'));
  mapped = mapMember(mapped, 'input', (value) => mapCalled(value, map, 'plain'));
  mapped = mapOthers(mapped, typeof event.delta === 'string' ? OF_DELTA : OF_EVENT, map, beside, false);
  return hides ? (withoutTokens(mapped) as Members) : mapped;
}

function mapEventPart(part: unknown, role: TextRole, map: TextMap, hides: boolean): unknown {
  if (!isMembers(part)) return mapFreely(part, map, role === 'assistant' ? 'parameter' : role, false);
  const isThought = role === 'reasoning' || /^(?:summary|reasoning)_text$/.test(Object(part).type);
  const mapped = mapPart(part, map, isThought ? 'reasoning' : 'assistant', ANSWER);
  return hides ? withoutTokens(mapped) : mapped;
}

/** Role of an event's words: `response.output_text.done` has that of `response.output_text.delta`. */
function roleOf({ type }: Members): TextRole {
  const name = String(type);
  const [, role] = DELTAS.get(name.replace(/\.(?:done|added)$/, '.delta')) ?? [];
  return role ?? (name.includes('reasoning') ? 'reasoning' : 'assistant');
}
