import type { ChunkDelta } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { DecodeFacts } from '../adapter.js';
import type { CallIds } from '../shared/call-ids.js';
import type { BlockCounter } from '../shared/reasoning/reasoning-details.js';
import { areNoArguments } from '../shared/texts/write-arguments.js';
import { readCall } from './decode-response.js';
import { keepReasoning } from './reasoning-details.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * One content block of a stream (…/API_runtime_ConverseStreamOutput.html). Both methods give the delta that a chunk shall
 * carry, or undefined when there is nothing to say.
 */
export interface OpenBlock {
  take(delta: Json): ChunkDelta | undefined;
  stop(): ChunkDelta | undefined;
}

/** A block of a type that is not known, or of one that chat has no place for. */
export const SILENT_BLOCK: OpenBlock = { take: () => undefined, stop: () => undefined };

/** Opens a block of text or reasoning, which nothing announces, by its first delta; undefined for other deltas. */
export function openByDelta(delta: Json, counter: BlockCounter, facts: DecodeFacts): OpenBlock | undefined {
  if (typeof delta.text === 'string') return openText(counter);
  return isRecord(delta.reasoningContent) ? openReasoning(counter, facts) : undefined;
}

function openText(counter: BlockCounter): OpenBlock {
  counter.pass('text');
  return {
    take: ({ text }) => (typeof text === 'string' && text !== '' ? { content: text } : undefined),
    stop: () => undefined,
  };
}

/** The text streams as `reasoning_content`; at the end the whole block follows as a detail, for it must come back whole. */
function openReasoning(counter: BlockCounter, facts: DecodeFacts): OpenBlock {
  let text = '';
  let signature = '';
  const redacted: Buffer[] = [];
  return {
    take: ({ reasoningContent }) => {
      if (!isRecord(reasoningContent)) return undefined;
      const said = toText(reasoningContent.text);
      text += said;
      signature += toText(reasoningContent.signature);
      const hidden = toText(reasoningContent.redactedContent);
      if (hidden !== '') redacted.push(Buffer.from(hidden, 'base64'));
      return said === '' ? undefined : { reasoning_content: said };
    },
    stop: () => {
      const redactedContent = Buffer.concat(redacted).toString('base64');
      const detail = keepReasoning({ text, signature, redactedContent }, counter, facts.model ?? '');
      return detail === undefined ? undefined : { reasoning_details: [detail] };
    },
  };
}

/** State that the calls of an answer share. */
export interface CallState {
  readonly facts: DecodeFacts;
  readonly ids: CallIds;
  /** The calls that have ended without arguments: whether they have none, or were cut short, the end of the answer says. */
  readonly withoutArguments: number[];
}

/** A tool call, with the delta that begins it. */
export function openToolCall(
  call: Json,
  index: number,
  { facts, ids, withoutArguments }: CallState,
): { block: OpenBlock; begin: ChunkDelta } {
  const { id, name } = readCall(call, index, facts, ids);
  let hasArguments = false;
  const say = (text: string): ChunkDelta => ({ tool_calls: [{ index, function: { arguments: text } }] });
  return {
    begin: { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
    block: {
      take: ({ toolUse }) => {
        const fragment = isRecord(toolUse) ? toText(toolUse.input) : '';
        if (fragment === '' || (!hasArguments && areNoArguments(fragment))) return undefined;
        hasArguments = true;
        return say(fragment);
      },
      // A call without arguments streams no fragment of them, or empty ones; clients parse what they got.
      stop: () => {
        if (!hasArguments) withoutArguments.push(index);
        return undefined;
      },
    },
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
