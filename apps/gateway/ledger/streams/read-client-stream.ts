import type { Source } from '../columns.js';
import { copyJson, type Json, readPath } from '../json-path.js';

/** The whole answer that a client gathers from a stream in its format, as the official SDKs do. */
export function readClientStream(source: Source, text: string): Json {
  const events = text
    .split('\n')
    .filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]')
    .map((line) => JSON.parse(line.slice('data: '.length)) as Json);
  const failure = events.find((event) => event.error || event.type === 'error');
  if (failure !== undefined) return failure;
  switch (source) {
    case 'responses':
      return (events.at(-1)?.response ?? {}) as Json;
    case 'messages':
      return gatherMessage(events);
    default:
      return gatherChoices(events);
  }
}

/** Texts grow, lists grow, anything else is what came last. */
function add(gathered: Json, delta: Json, grows: readonly string[]): void {
  for (const [name, value] of Object.entries(delta)) {
    const known = gathered[name];
    if (name === 'tool_calls') gathered[name] = gatherCalls((known ?? []) as Json[], value as Json[]);
    else if (Array.isArray(known) && Array.isArray(value)) gathered[name] = [...known, ...value];
    else if (typeof known === 'string' && typeof value === 'string' && grows.includes(name))
      gathered[name] = known + value;
    else if (value !== null || known === undefined) gathered[name] = value;
  }
}

const GROWING = ['content', 'reasoning_content', 'reasoning', 'refusal', 'text'];

function gatherCalls(calls: Json[], fragments: Json[]): Json[] {
  for (const { index, function: called, ...members } of fragments) {
    const call = calls[Number(index)] ?? { function: {} };
    calls[Number(index)] = call;
    Object.assign(call, members);
    add(call.function as Json, Object(called), ['arguments']);
  }
  return calls;
}

function gatherChoices(events: readonly Json[]): Json {
  const answer: Json = { choices: [] };
  for (const { choices, ...members } of events) {
    for (const [name, value] of Object.entries(members)) if (value !== null) answer[name] = value;
    for (const choice of choices as Json[]) takeChoice(answer.choices as Json[], choice);
  }
  return answer;
}

function takeChoice(choices: Json[], { index, delta, logprobs, text, ...others }: Json): void {
  const choice = choices[Number(index)] ?? { index, ...(delta ? { message: {} } : { text: '' }) };
  choices[Number(index)] = choice;
  if (delta) add(choice.message as Json, delta as Json, GROWING);
  add(choice, { ...others, ...(text === undefined ? {} : { text }) }, GROWING);
  if (logprobs) choice.logprobs = { content: [...listOf(choice, 'logprobs.content'), ...listOf(logprobs, 'content')] };
}

function listOf(value: unknown, path: string): unknown[] {
  const list = readPath(value, path);
  return Array.isArray(list) ? list : [];
}

function gatherMessage(events: readonly Json[]): Json {
  let message: Json = {};
  for (const event of events) {
    const { type, index, delta = {}, content_block: block, usage } = event as Record<string, Json>;
    const content = (message.content ?? []) as Json[];
    if (String(type) === 'message_start') message = copyJson(event.message as Json);
    if (block) content[Number(index)] = copyJson(block);
    if (String(type) === 'content_block_delta') takeDelta(content[Number(index)] ?? {}, delta);
    if (String(type) === 'message_delta') {
      Object.assign(message, delta);
      message.usage = { ...(message.usage as Json), ...usage };
    }
  }
  return message;
}

function takeDelta(block: Json, { type, ...said }: Json): void {
  if (type === 'input_json_delta') {
    // Clients have it before they parse it; it is no part of the answer.
    const input = `${String(block.partial ?? '')}${String(said.partial_json)}`;
    Object.defineProperty(block, 'partial', { value: input, configurable: true });
    block.input = parse(input);
  } else if (type === 'citations_delta') {
    block.citations = [...((block.citations ?? []) as unknown[]), said.citation];
  } else {
    for (const [name, value] of Object.entries(said)) block[name] = `${String(block[name] ?? '')}${String(value)}`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
