import type { ChatMessage, ToolCall } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import type { Losses } from '../losses.js';
import { mapMessages } from '../map-messages.js';
import { toParts } from './content-parts.js';
import { toToolName } from './tool-name.js';
import { trimText } from './trim-text.js';

/** Demands of a provider on the earlier turns of a conversation. */
export interface HistoryRules {
  /** Ids of calls are unique in the whole conversation, and each call has one result at most. */
  readonly uniqueCallIds?: true;
  /** Each call has its result in the messages behind it. */
  readonly answeredCalls?: true;
  /** Speaker that must precede the assistant. `calls`: only before its calls. */
  readonly opening?: 'user-before-assistant' | 'user-before-calls';
  /** The last turn, if it is the assistant's, has no white space at its end. */
  readonly trimmedEnd?: true;
}

/** Placeholders for missing parts of a history, if the operator has it repaired (`repair_history`). */
export const MISSING_RESULT = '[The result of this tool call is missing from the conversation.]';
export const MISSING_OPENING = '[The beginning of the conversation is missing.]';

/**
 * Brings the earlier turns of a conversation to what a provider takes, where that changes no meaning, and rejects the rest
 * (docs/contract/translation.md#histories). Returns the same array when nothing has to change; changes that somebody could notice are
 * declared as a loss of `messages`.
 *
 * @param repairs Whether missing results and openings get a placeholder instead of a refusal.
 * @throws GatewayError `invalid_value` for a call without its result, `unsupported_parameter` for an opening, with the path.
 */
export function repairHistory(
  messages: readonly ChatMessage[],
  rules: HistoryRules,
  repairs: boolean,
  losses: Losses,
): readonly ChatMessage[] {
  const named = mapMessages(messages, nameCalls);
  const joined = rules.uniqueCallIds ? separateCalls(named, losses) : named;
  const answered = rules.answeredCalls ? answerCalls(joined, repairs, losses) : joined;
  const opened = rules.opening === undefined ? answered : open(answered, rules.opening, repairs, losses);
  return rules.trimmedEnd ? trimEnd(opened, losses) : opened;
}

/** A message whose calls have names in the alphabet of tools. A model may invent one; what it was told about it stays in the result. */
export function nameCalls(message: ChatMessage): ChatMessage {
  const calls = message.tool_calls;
  if (!calls?.some((call) => call.type === 'function' && toToolName(call.function.name) !== call.function.name)) {
    return message;
  }
  return { ...message, tool_calls: calls.map(nameCall) };
}

function nameCall(call: ToolCall): ToolCall {
  if (call.type !== 'function') return call;
  return { ...call, function: { ...call.function, name: toToolName(call.function.name) } };
}

/**
 * Gives repeated ids of calls new ones, in the call and in its result, and joins several results of one call. The results of calls
 * that share an id belong to them in their order.
 */
function separateCalls(messages: readonly ChatMessage[], losses: Losses): readonly ChatMessage[] {
  if (!hasRepetition(messages)) return messages;
  const used = new UsedIds();
  const kept: ChatMessage[] = [];
  let waiting = new Map<string, WaitingCalls>();
  let results = new Map<string, number>();
  for (const message of messages) {
    if (message.role !== 'tool') {
      waiting = new Map();
      results = new Map();
      kept.push(withUniqueIds(message, used, waiting));
      continue;
    }
    const id = takeWaiting(waiting.get(message.tool_call_id ?? '')) ?? message.tool_call_id ?? '';
    const place = results.get(id);
    const earlier = place === undefined ? undefined : kept[place];
    if (place !== undefined && earlier !== undefined) {
      losses.lose('messages');
      kept[place] = joinResults(earlier, message);
      continue;
    }
    results.set(id, kept.length);
    kept.push(id === message.tool_call_id ? message : { ...message, tool_call_id: id });
  }
  return kept;
}

/** The calls of one turn that had the same id, and how many of them have a result. */
interface WaitingCalls {
  readonly ids: string[];
  next: number;
}

/** The id of the next call without a result; of the last one for every further result. */
function takeWaiting(waiting: WaitingCalls | undefined): string | undefined {
  if (waiting === undefined) return undefined;
  const id = waiting.ids[Math.min(waiting.next, waiting.ids.length - 1)];
  waiting.next += 1;
  return id;
}

function hasRepetition(messages: readonly ChatMessage[]): boolean {
  // Most conversations have no calls: they need no sets.
  let ids: Set<string> | undefined;
  let answered: Set<string> | undefined;
  for (const { role, tool_call_id: result = '', tool_calls: calls } of messages) {
    if (role === 'tool') {
      answered ??= new Set();
      if (answered.has(result)) return true;
      answered.add(result);
      continue;
    }
    answered = undefined;
    for (const { id } of calls ?? []) {
      ids ??= new Set();
      if (ids.has(id)) return true;
      ids.add(id);
    }
  }
  return false;
}

function withUniqueIds(message: ChatMessage, used: UsedIds, waiting: Map<string, WaitingCalls>): ChatMessage {
  if (!message.tool_calls?.length) return message;
  let isSame = true;
  const calls = message.tool_calls.map((call) => {
    const id = used.take(call.id);
    const others = waiting.get(call.id);
    if (others === undefined) waiting.set(call.id, { ids: [id], next: 0 });
    else others.ids.push(id);
    isSame &&= id === call.id;
    return id === call.id ? call : { ...call, id };
  });
  return isSame ? message : { ...message, tool_calls: calls };
}

/** Ids that a conversation has so far. */
export class UsedIds {
  private readonly ids = new Set<string>();
  /** The number that was tried last for an id, so that many repetitions of one are not searched through again. */
  private readonly numbers = new Map<string, number>();

  /** The id itself, else the first of `id_2`, `id_3`, … that is free. */
  take(id: string): string {
    let free = id;
    if (this.ids.has(id)) {
      let number = this.numbers.get(id) ?? 1;
      do {
        number += 1;
        free = `${id}_${number}`;
      } while (this.ids.has(free));
      this.numbers.set(id, number);
    }
    this.ids.add(free);
    return free;
  }
}

function joinResults(first: ChatMessage, second: ChatMessage): ChatMessage {
  if (typeof first.content === 'string' && typeof second.content === 'string') {
    return { ...first, content: `${first.content}\n${second.content}` };
  }
  return { ...first, content: [...toParts(first.content), ...toParts(second.content)] };
}

function answerCalls(messages: readonly ChatMessage[], repairs: boolean, losses: Losses): readonly ChatMessage[] {
  let changed: ChatMessage[] | undefined;
  for (const [index, { tool_calls: calls }] of messages.entries()) {
    const missing = calls?.length ? findUnanswered(messages, index, calls) : NONE;
    if (missing.length > 0 && !repairs) {
      const param = `messages[${index}].tool_calls[${missing[0]}]`;
      throw new GatewayError('invalid_value', {
        param,
        message: `\`${param}\` has no result: this provider requires a message with the role "tool" for each call.`,
      });
    }
    if (missing.length === 0 && changed === undefined) continue;
    changed ??= messages.slice(0, index);
    changed.push(messages[index] as ChatMessage);
    for (const place of missing) {
      losses.lose('messages');
      changed.push({ role: 'tool', tool_call_id: calls?.[place]?.id ?? '', content: MISSING_RESULT });
    }
  }
  return changed ?? messages;
}

const NONE: readonly number[] = [];

/** The places of calls that no tool message behind their turn answers. */
function findUnanswered(
  messages: readonly ChatMessage[],
  index: number,
  calls: readonly ToolCall[],
): readonly number[] {
  const answered = new Set<string>();
  for (let next = index + 1; messages[next]?.role === 'tool'; next++) answered.add(messages[next]?.tool_call_id ?? '');
  if (answered.size >= calls.length) return NONE;
  return calls.flatMap(({ id }, place) => (answered.has(id) ? [] : [place]));
}

function open(
  messages: readonly ChatMessage[],
  opening: 'user-before-assistant' | 'user-before-calls',
  repairs: boolean,
  losses: Losses,
): readonly ChatMessage[] {
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const message = messages[first];
  if (message?.role !== 'assistant') return messages;
  if (opening === 'user-before-calls' && !message.tool_calls?.length) return messages;
  if (!repairs) {
    throw unsupported(
      `messages[${first}]`,
      'is not supported: with this provider a conversation begins with the user.',
    );
  }
  losses.lose('messages');
  return [...messages.slice(0, first), { role: 'user', content: MISSING_OPENING }, ...messages.slice(first)];
}

function trimEnd(messages: readonly ChatMessage[], losses: Losses): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant' || last.tool_calls?.length) return messages;
  const { content } = last;
  const part = Array.isArray(content) ? content.at(-1) : undefined;
  const text = typeof content === 'string' ? content : part?.type === 'text' ? part.text : undefined;
  const trimmed = trimText(text);
  if (trimmed === undefined) return messages;
  losses.lose('messages');
  const changed = Array.isArray(content)
    ? [...content.slice(0, -1), { ...part, type: 'text', text: trimmed }]
    : trimmed;
  return [...messages.slice(0, -1), { ...last, content: changed } as ChatMessage];
}
