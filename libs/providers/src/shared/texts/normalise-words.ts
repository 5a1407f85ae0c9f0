import { isRecord } from '@multilane/contracts';

type Json = Record<string, unknown>;

/**
 * True if the words of a message or a delta have the reference shape already: `normaliseWords` then looks no further.
 */
export function areReferenceWords({
  content,
  function_call: called,
  reasoning,
  reasoning_content,
  refusal,
  tool_calls: calls,
}: Json): boolean {
  return (
    (typeof content === 'string' || content === null || content === undefined) &&
    (typeof refusal === 'string' || refusal === null || refusal === undefined) &&
    (called === null || called === undefined) &&
    calls !== null &&
    !(Array.isArray(calls) && calls.length === 0) &&
    (typeof reasoning_content === 'string' ||
      ((reasoning_content === null || reasoning_content === undefined) &&
        (typeof reasoning !== 'string' || reasoning === '')))
  );
}

/**
 * Brings the words of a message or a delta to the reference shape, in place (docs/contract/chat.md#response): the content is a text,
 * reasoning is `reasoning_content`, a legacy `function_call` is a tool call, and a list of no calls is left out. True when something changed.
 */
export function normaliseWords(words: Json): boolean {
  if (areReferenceWords(words)) return false;
  const { content, function_call: called, refusal } = words;
  if (typeof content !== 'string' && content !== null && content !== undefined) writeContent(words, content);
  normaliseReasoning(words);
  if (typeof refusal !== 'string' && refusal !== null && refusal !== undefined) words.refusal = null;
  if (called !== undefined && called !== null) moveCall(words, called);
  // An empty list is rejected by many when it comes back in a history.
  if (words.tool_calls === null || (Array.isArray(words.tool_calls) && words.tool_calls.length === 0)) {
    words.tool_calls = undefined;
  }
  return true;
}

/** Copied from `reasoning`, the name that some hosts have for it. */
function normaliseReasoning(words: Json): void {
  const { reasoning, reasoning_content: given } = words;
  if (typeof given === 'string') return;
  if (given !== undefined && given !== null) words.reasoning_content = Array.isArray(given) ? joinTexts(given) : null;
  else if (typeof reasoning === 'string' && reasoning !== '') words.reasoning_content = reasoning;
}

/**
 * Content that is no text: the texts of a list of parts, and the thoughts among them as reasoning (docs.mistral.ai, "Reasoning");
 * anything else as its JSON, as a model that was asked for JSON has meant it.
 */
function writeContent(words: Json, content: unknown): void {
  if (!Array.isArray(content) || !content.every(isPart)) {
    words.content = JSON.stringify(content);
    return;
  }
  const thoughts = content.flatMap((part) => (isRecord(part) ? readThoughts(part) : []));
  if (thoughts.length > 0 && typeof words.reasoning_content !== 'string') words.reasoning_content = joinTexts(thoughts);
  const texts = content.filter((part) => !isRecord(part) || typeof part.text === 'string');
  words.content = texts.length === 0 ? null : joinTexts(texts);
}

/** A part of a message, of whichever type: it says so. A text may come bare. */
function isPart(part: unknown): boolean {
  return (
    typeof part === 'string' || (isRecord(part) && (typeof part.type === 'string' || typeof part.text === 'string'))
  );
}

function readThoughts({ thinking }: Json): unknown[] {
  return Array.isArray(thinking) ? thinking : typeof thinking === 'string' ? [thinking] : [];
}

function joinTexts(parts: readonly unknown[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : isRecord(part) && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

/** The format that calls of tools had before: one function, without an id (developers.openai.com/api/reference, `function_call`). */
function moveCall(words: Json, called: unknown): void {
  words.function_call = undefined;
  const hasCalls = Array.isArray(words.tool_calls) && words.tool_calls.length > 0;
  if (isRecord(called) && !hasCalls) words.tool_calls = [{ function: called }];
}
