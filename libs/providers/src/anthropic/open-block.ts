import type { ChunkDelta } from '@multilane/contracts';
import type { CallIds } from '../shared/call-ids.js';
import { unreadable } from '../shared/failures/map-error.js';
import type { BlockCounter } from '../shared/reasoning/reasoning-details.js';
import { areNoArguments, writeArguments } from '../shared/texts/write-arguments.js';
import { keepThinking } from './reasoning-details.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * One content block of a stream, from its start to its stop (platform.claude.com/docs/en/build-with-claude/streaming).
 * Each method gives the delta that a chunk shall carry, or undefined when there is nothing to say.
 */
export interface OpenBlock {
  start(): ChunkDelta | undefined;
  take(delta: Json): ChunkDelta | undefined;
  stop(): ChunkDelta | undefined;
}

/** State of an answer so far. */
export interface AnswerState {
  /** The next tool call's index. */
  toolCalls: number;
  readonly ids: CallIds;
  readonly idSeed: string;
  /** The calls that have ended without arguments: whether they have none, or were cut short, the end of the answer says. */
  readonly withoutArguments: number[];
  readonly blocks: BlockCounter;
}

/** Opens a block. Types that are not known open a silent one, as the provider asks of its clients. */
export function openBlock(block: Json, state: AnswerState): OpenBlock {
  switch (block.type) {
    case 'text':
      state.blocks.pass('text');
      return openText(block);
    case 'thinking':
    case 'redacted_thinking':
      return openThinking(block, state.blocks);
    case 'tool_use':
      state.blocks.pass('call');
      return openToolCall(block, state.toolCalls++, state);
    default:
      return { start: nothing, take: nothing, stop: nothing };
  }
}

function openText(block: Json): OpenBlock {
  return {
    start: () => sayText(block.text),
    take: ({ type, text }) => (type === 'text_delta' ? sayText(text) : undefined),
    stop: nothing,
  };
}

/** The text streams as `reasoning_content`; at the end the whole block follows as a detail, for it must come back whole. */
function openThinking(block: Json, blocks: BlockCounter): OpenBlock {
  let thinking = readText(block.thinking);
  let signature = readText(block.signature);
  return {
    start: () => sayReasoning(thinking),
    take: (delta) => {
      const text = delta.type === 'thinking_delta' ? readText(delta.thinking) : '';
      thinking += text;
      if (delta.type === 'signature_delta') signature += readText(delta.signature);
      return sayReasoning(text);
    },
    stop: () => {
      const detail = keepThinking({ ...block, thinking, signature }, blocks);
      return detail === undefined ? undefined : { reasoning_details: [detail] };
    },
  };
}

function openToolCall({ id: given, name, input }: Json, index: number, state: AnswerState): OpenBlock {
  if (typeof name !== 'string' || name === '') throw unreadable('a tool call without a name');
  const id = state.ids.claim(typeof given === 'string' && given !== '' ? given : `toolu_${state.idSeed}_${index}`);
  let hasArguments = false;
  return {
    start: () => ({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    take: ({ type, partial_json: fragment }) => {
      if (type !== 'input_json_delta' || typeof fragment !== 'string' || fragment === '') return undefined;
      if (!hasArguments && areNoArguments(fragment)) return undefined;
      hasArguments = true;
      return { tool_calls: [{ index, function: { arguments: fragment } }] };
    },
    // A call without arguments streams no fragment of them; the reference's clients parse what they got.
    stop: () => {
      if (hasArguments) return undefined;
      const written = writeArguments(input);
      if (written !== '{}') return { tool_calls: [{ index, function: { arguments: written } }] };
      state.withoutArguments.push(index);
      return undefined;
    },
  };
}

function sayText(text: unknown): ChunkDelta | undefined {
  return typeof text === 'string' && text !== '' ? { content: text } : undefined;
}

function sayReasoning(text: string): ChunkDelta | undefined {
  return text === '' ? undefined : { reasoning_content: text };
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function nothing(): undefined {
  return undefined;
}
