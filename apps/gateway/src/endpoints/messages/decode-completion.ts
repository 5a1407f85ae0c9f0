import {
  type ChatCompletion,
  type ChatMessage,
  isRecord,
  keepLongIntegers,
  type MessageBlock,
  type MessagesRequest,
  type MessagesResponse,
  parseNestedJson,
} from '@multilane/contracts';
import { unreadable, writeForeignSignature } from '@multilane/providers';
import type { AnswerFacts } from '../descriptor.js';
import { mapEnding, mapUsage, readStopSequence } from './map-answer.js';
import { readCallSignature, type SortedDetails, sortDetails } from './reasoning-format.js';
import { createNameRestorer } from './tool-names.js';

/**
 * A chat completion as a native message: its first choice, since the native format asks for one alone. Throws a
 * `ProviderFailure` where a call has arguments that are no JSON object: a client would run the tool with others.
 */
export function decodeCompletion(
  { model, choices: [choice], usage }: ChatCompletion,
  request: Readonly<MessagesRequest>,
  facts: AnswerFacts,
): MessagesResponse {
  const message: ChatMessage = choice?.message ?? { role: 'assistant' };
  const calls = message.tool_calls ?? [];
  const ending = mapEnding({
    reason: choice?.finish_reason,
    hasCalls: calls.length > 0,
    refusal: message.refusal ?? '',
    stopSequence: choice && readStopSequence(choice, request),
  });
  return {
    id: nameMessage(facts),
    type: 'message',
    role: 'assistant',
    model: model || facts.model,
    content: decodeContent(message, createNameRestorer(request), CUT_SHORT.has(choice?.finish_reason)),
    ...ending,
    usage: mapUsage(usage),
  };
}

/** Finish reasons of answers whose end is missing. Clients do not run the tools of such an answer. */
const CUT_SHORT: ReadonlySet<unknown> = new Set(['length', 'content_filter']);

/** The native ids begin like this. */
export function nameMessage({ idSeed }: AnswerFacts): string {
  return `msg_${idSeed}`;
}

function decodeContent(
  message: ChatMessage,
  restoreName: (name: string) => string,
  isCutShort: boolean,
): MessageBlock[] {
  const details = sortDetails(message.reasoning_details);
  const text = readText(message.content) + (message.refusal ?? '');
  const given = message.tool_calls ?? [];
  const calls = given.flatMap((call, index): MessageBlock[] => {
    // A call without arguments, which some runtimes write, is sent as it is in a stream.
    const { id, function: called = { name: '', arguments: '' } } = call;
    const input = readInput(called.arguments, isCutShort && index === given.length - 1);
    return input === undefined ? [] : [{ type: 'tool_use', id, name: restoreName(called.name), input }];
  });
  const others: MessageBlock[] = [...(text === '' ? [] : [{ type: 'text', text }]), ...calls];
  return [...decodeUnsigned(message, details), ...placeSigned(details.signed, others)];
}

/** Thinking that the native provider did not sign, and what else its provider wants back. */
function decodeUnsigned(message: ChatMessage, { signed, foreign }: SortedDetails): MessageBlock[] {
  const thinking = signed.length === 0 ? (message.reasoning_content ?? '') : '';
  const signatures = (message.tool_calls ?? []).flatMap((call) => {
    const signature = readCallSignature(call);
    return signature === undefined ? [] : [[call.id, signature] as const];
  });
  if (thinking === '' && foreign.length === 0 && signatures.length === 0) return [];
  const signature = writeForeignSignature({
    ...(signatures.length > 0 && { calls: Object.fromEntries(signatures) }),
    ...(foreign.length > 0 && { details: foreign }),
  });
  return [{ type: 'thinking', thinking, signature }];
}

/** Puts the signed blocks back where they stood: the provider rejects a turn whose thinking was moved. */
function placeSigned(signed: SortedDetails['signed'], others: readonly MessageBlock[]): MessageBlock[] {
  const placed: MessageBlock[] = [];
  let next = 0;
  for (const { block, index } of signed) {
    while (placed.length < index && next < others.length) placed.push(...others.slice(next, ++next));
    placed.push(block);
  }
  return [...placed, ...others.slice(next)];
}

function readText(content: ChatMessage['content']): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/**
 * The input of a call; undefined for the last one of an answer that was cut short in it. The native format has an object or nothing, and
 * an empty object would be a call that the model did not make.
 */
function readInput(text: string | null | undefined, mayBeCut: boolean): unknown {
  const given = text ?? '';
  if (given.trim() === '') return mayBeCut ? undefined : {};
  const input = parseInput(given);
  if (input !== undefined || mayBeCut) return input;
  throw unreadable('the arguments of a tool call are no JSON object');
}

/** Undefined for what is no JSON object. */
function parseInput(text: string): unknown {
  try {
    const input = parseNestedJson(text);
    return isRecord(input) ? keepLongIntegers(text, input) : undefined;
  } catch {
    return undefined;
  }
}
