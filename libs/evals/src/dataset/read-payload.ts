import { isRecord } from '@multilane/contracts';
import { EVAL_BOUNDS } from '../bounds.js';
import { readArguments } from '../json.js';
import type { CaseMessage, EvalCase } from './eval-case.js';
import { readLines } from './read-lines.js';

/** Contents of a request in the audit log. */
export interface StoredExchange {
  readonly request: unknown;
  readonly answer: unknown;
}

/**
 * The case that a stored request of a chat endpoint becomes: its messages, and, with `withAnswer`, what the model answered as what is
 * expected. It reads the formats of chat completions, messages, responses and completions. Undefined for other requests, and for those
 * whose messages have more than text where the format is not that of chat completions.
 */
export function caseOfExchange(
  key: string,
  { answer, request }: StoredExchange,
  withAnswer: boolean,
): EvalCase | undefined {
  const input = readInput(request);
  if (input === undefined) return undefined;
  const { calls, text } = withAnswer ? readAnswer(answer) : { calls: [], text: undefined };
  return check({
    id: key,
    input,
    ...(text !== undefined && text !== '' && { expected: text }),
    ...(calls.length > 0 && { expected_tool_calls: calls }),
  });
}

/** The case that a query of knowledge bases becomes: the one text that was embedded for it. Undefined for other requests. */
export function caseOfQuery(key: string, { request }: StoredExchange): EvalCase | undefined {
  const { input } = Object(request) as { input?: unknown };
  const [text, ...others] = Array.isArray(input) ? (input as unknown[]) : [input];
  return typeof text === 'string' && others.length === 0 ? check({ id: key, input: text }) : undefined;
}

/** The rules of an upload hold here too. */
function check(line: object): EvalCase | undefined {
  const [read] = readLines(JSON.stringify(line));
  return read !== undefined && 'case' in read ? read.case : undefined;
}

function readInput(request: unknown): EvalCase['input'] | undefined {
  if (!isRecord(request)) return undefined;
  const { input, instructions, messages, prompt, system } = request;
  if (Array.isArray(messages)) {
    // Chat completions have their system messages in the list; the other format has them beside it, and parts of its own.
    const isChat = system === undefined && messages.every(isChatMessage);
    if (isChat) return simplify(messages as CaseMessage[]);
    return withSystem(system, messages.map(plainMessage));
  }
  if (typeof input === 'string') return withSystem(instructions, [{ role: 'user', content: input }]);
  if (Array.isArray(input)) return withSystem(instructions, input.map(plainMessage));
  return typeof prompt === 'string' ? prompt : undefined;
}

const CHAT_PARTS = new Set(['text', 'image_url', 'input_audio', 'file', 'refusal']);

function isChatMessage(message: unknown): boolean {
  if (!isRecord(message) || typeof message.role !== 'string') return false;
  const { content } = message;
  return !Array.isArray(content) || content.every((part) => isRecord(part) && CHAT_PARTS.has(String(part.type)));
}

/** Undefined where a message has more than text. */
function withSystem(system: unknown, messages: readonly (CaseMessage | undefined)[]): EvalCase['input'] | undefined {
  const all = system == null ? messages : [plainMessage({ role: 'system', content: system }), ...messages];
  return all.every((message) => message !== undefined) ? simplify(all) : undefined;
}

function plainMessage(message: unknown): CaseMessage | undefined {
  if (!isRecord(message) || typeof message.role !== 'string') return undefined;
  const text = textOfParts(message.content);
  return text === undefined ? undefined : { role: message.role, content: text };
}

/** Agents take one text. */
function simplify(messages: readonly CaseMessage[]): EvalCase['input'] {
  const [message, ...others] = messages;
  const isOne = others.length === 0 && message?.role === 'user' && typeof message.content === 'string';
  return isOne ? (message.content as string) : messages;
}

const TEXT_PARTS = new Set(['text', 'input_text', 'output_text']);

function textOfParts(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part) =>
    isRecord(part) && TEXT_PARTS.has(String(part.type)) && typeof part.text === 'string' ? part.text : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

interface ReadAnswer {
  readonly text: string | undefined;
  readonly calls: readonly object[];
}

function readAnswer(answer: unknown): ReadAnswer {
  if (!isRecord(answer)) return { text: undefined, calls: [] };
  const { choices, content, output, texts } = answer;
  if (Array.isArray(texts)) {
    const own = texts.filter((part) => isRecord(part) && part.role === 'assistant') as { readonly text: unknown }[];
    return { text: own.map(({ text }) => String(text)).join(''), calls: [] };
  }
  if (Array.isArray(choices)) {
    const { message, text } = Object(choices[0]) as { message?: unknown; text?: unknown };
    if (typeof text === 'string') return { text, calls: [] };
    const { content: said, tool_calls: calls } = Object(message) as { content?: unknown; tool_calls?: unknown };
    return { text: textOfParts(said), calls: (Array.isArray(calls) ? calls : []).flatMap(readCall) };
  }
  const parts = Array.isArray(content) ? content : itemsOf(output);
  const texting = parts.filter((part) => isRecord(part) && TEXT_PARTS.has(String(part.type)));
  return { text: textOfParts(texting), calls: parts.flatMap(readCall) };
}

/** The parts of messages, and the calls beside them. */
function itemsOf(output: unknown): readonly unknown[] {
  if (!Array.isArray(output)) return [];
  return output.flatMap((item: unknown) =>
    isRecord(item) && item.type === 'message' && Array.isArray(item.content) ? (item.content as unknown[]) : [item],
  );
}

/** A call in any of the formats. */
function readCall(call: unknown): object[] {
  if (!isRecord(call)) return [];
  const { arguments: given, function: named, input, name, type } = call;
  if (isRecord(named)) return toCall(named.name, named.arguments);
  if (type === 'tool_use') return toCall(name, input);
  return type === 'function_call' ? toCall(name, given) : [];
}

function toCall(name: unknown, given: unknown): object[] {
  if (typeof name !== 'string' || name === '') return [];
  if (typeof given === 'string' && given.length > EVAL_BOUNDS.line) return [];
  return [{ name, arguments: readArguments(given) }];
}
