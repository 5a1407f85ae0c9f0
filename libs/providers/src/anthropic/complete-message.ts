import { isRecord, parseBoundedJson, readCount } from '@multilane/contracts';
import type { DecodeFacts } from '../adapter.js';
import { CallIds } from '../shared/call-ids.js';
import { unreadable } from '../shared/failures/map-error.js';
import { mapFinishReason } from '../shared/finish-reasons.js';
import { readBlocks } from './decode-response.js';

type Json = Record<string, unknown>;

/** platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
const STOP_REASONS: ReadonlySet<unknown> = new Set([
  ...['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'pause_turn', 'refusal', 'model_context_window_exceeded'],
]);

/** The stop reasons that reasons of other dialects mean. */
const MEANINGS = { stop: 'end_turn', length: 'max_tokens', tool_calls: 'tool_use', content_filter: 'refusal' } as const;

/**
 * The stop reason in the words of the format: a turn ends in `tool_use` if it calls tools, and only then. One that neither the format nor
 * another dialect knows stays, since the format grows. Throws a `ProviderFailure` for one that is an error.
 */
export function nameStopReason(reason: unknown, hasCalls: boolean): string {
  if (reason === 'tool_use') return hasCalls ? reason : 'end_turn';
  if (reason === 'end_turn') return hasCalls ? 'tool_use' : reason;
  if (typeof reason === 'string' && STOP_REASONS.has(reason)) return reason;
  let isUnknown = false;
  const meant = mapFinishReason(reason, hasCalls, () => {
    isUnknown = true;
  });
  if (isUnknown && typeof reason === 'string') return reason;
  return MEANINGS[meant ?? (hasCalls ? 'tool_calls' : 'stop')];
}

/** The counts of a message with those that the format requires: nought for what is none. The object itself where it has them. */
export function completeUsage(usage: unknown): Json {
  const reported = isRecord(usage) ? usage : {};
  const input = readCount(reported.input_tokens);
  const output = readCount(reported.output_tokens);
  if (input !== undefined && output !== undefined) return reported;
  return { ...reported, input_tokens: input ?? 0, output_tokens: output ?? 0 };
}

/**
 * A whole message with every member that the format requires, its calls with unique ids and inputs that are objects. The body itself where
 * nothing has to change. Throws a `ProviderFailure` for what cannot be brought into the format.
 */
export function completeMessage(body: Json, facts: DecodeFacts): Json {
  const ids = new CallIds(facts.request);
  const given = readBlocks(body);
  const blocks = given.map((block, index) => completeBlock(block, index, facts, ids));
  const hasCalls = blocks.some(({ type }) => type === 'tool_use');
  const areGiven = Array.isArray(body.content) && body.content.every((block, index) => block === blocks[index]);
  const stop_reason = nameStopReason(body.stop_reason, hasCalls);
  const head = completeHead(body, facts);
  const usage = completeUsage(body.usage);
  if (head === body && areGiven && stop_reason === body.stop_reason && usage === body.usage) return body;
  return { ...head, content: blocks, stop_reason, usage };
}

/** Completes the members that name a message; returns the message itself if nothing is missing. */
export function completeHead(message: Json, { idSeed, model }: DecodeFacts): Json {
  const { id, model: named, role, stop_sequence: stop, type } = message;
  const isWhole =
    typeof id === 'string' &&
    type === 'message' &&
    role === 'assistant' &&
    typeof named === 'string' &&
    (stop === null || typeof stop === 'string');
  if (isWhole) return message;
  return {
    ...message,
    id: typeof id === 'string' ? id : `msg_${idSeed}`,
    type: 'message',
    role: 'assistant',
    model: typeof named === 'string' ? named : (model ?? ''),
    stop_sequence: typeof stop === 'string' ? stop : null,
  };
}

/** A block with the members that its type requires; of a type that is not known it stays as it is. */
export function completeBlock(block: Json, index: number, { idSeed }: DecodeFacts, ids: CallIds): Json {
  if (block.type === 'text') return typeof block.text === 'string' ? block : { ...block, text: toText(block.text) };
  if (block.type === 'thinking') {
    if (typeof block.thinking === 'string' && typeof block.signature === 'string') return block;
    const signature = typeof block.signature === 'string' ? block.signature : '';
    return { ...block, thinking: toText(block.thinking), signature };
  }
  if (block.type !== 'tool_use') return typeof block.type === 'string' ? block : toTextBlock(block);
  if (typeof block.name !== 'string' || block.name === '') throw unreadable('a tool call without a name');
  const id = ids.claim(typeof block.id === 'string' && block.id !== '' ? block.id : `toolu_${idSeed}_${index}`);
  const input = readInput(block.input);
  return id === block.id && input === block.input ? block : { ...block, id, input };
}

function toTextBlock(block: Json): Json {
  if (typeof block.text !== 'string') throw unreadable('a block without a type');
  return { ...block, type: 'text' };
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Some who speak the format write the input as a text. */
function readInput(given: unknown): unknown {
  if (isRecord(given)) return given;
  if (given === undefined || given === null || given === '') return {};
  try {
    const input: unknown = typeof given === 'string' ? parseBoundedJson(given) : undefined;
    if (isRecord(input)) return input;
  } catch {
    // Below.
  }
  throw unreadable('the input of a tool call');
}
