import { parseBoundedJson } from '@multilane/contracts';
import { AGENT_BOUNDS } from './definition.js';

/** A call as a model asked for it. `problem` is set where it cannot be made, in words for the model. */
export interface AskedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly parsed: Readonly<Record<string, unknown>>;
  readonly problem: string | undefined;
}

/** Answer of a model. */
export interface AskedTurn {
  readonly content: string | null;
  readonly finishReason: string | null;
  readonly calls: readonly AskedCall[];
  readonly tokens: { readonly prompt: number; readonly completion: number };
}

const LONGEST_ARGUMENTS = 64_000;
const LONGEST_ID = 128;

/**
 * Reads the completion of a chat model. Ids that are missing, too long or used twice are replaced: each call has its result.
 * Undefined if it is no completion.
 *
 * @param toolNames the tools that the model was offered
 */
export function readTurn(answer: unknown, toolNames: ReadonlySet<string>, makeId: () => string): AskedTurn | undefined {
  const { choices, usage } = members(answer);
  const choice = members(Array.isArray(choices) ? choices[0] : undefined);
  if (typeof choice.message !== 'object' || choice.message === null) return undefined;
  const message = members(choice.message);
  const asked = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const seen = new Set<string>();
  const calls = asked.slice(0, AGENT_BOUNDS.callsOfTurn * 2).map((call: unknown, at): AskedCall => {
    const { function: named, id: given } = members(call);
    const { arguments: text, name } = members(named);
    const isUsable = typeof given === 'string' && given !== '' && given.length <= LONGEST_ID && !seen.has(given);
    const id = isUsable ? given : makeId();
    seen.add(id);
    return { id, ...readCall(name, text, at, toolNames) };
  });
  return {
    content: typeof message.content === 'string' && message.content !== '' ? message.content : null,
    finishReason: typeof choice.finish_reason === 'string' ? choice.finish_reason : null,
    calls,
    tokens: { prompt: count(members(usage).prompt_tokens), completion: count(members(usage).completion_tokens) },
  };
}

function readCall(given: unknown, text: unknown, at: number, toolNames: ReadonlySet<string>): Omit<AskedCall, 'id'> {
  const isNamed = typeof given === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(given);
  const name = isNamed ? given : 'unknown';
  const written = typeof text === 'string' ? text : '{}';
  const call = { name, arguments: written.slice(0, LONGEST_ARGUMENTS), parsed: {} };
  if (at >= AGENT_BOUNDS.callsOfTurn) {
    return { ...call, arguments: '{}', problem: `At most ${AGENT_BOUNDS.callsOfTurn} tools can be called at once.` };
  }
  if (!isNamed || !toolNames.has(name)) return { ...call, problem: 'There is no such tool.' };
  if (written.length > LONGEST_ARGUMENTS) {
    return { ...call, arguments: '{}', problem: `The arguments have more than ${LONGEST_ARGUMENTS} characters.` };
  }
  const parsed = parseObject(written === '' ? '{}' : written);
  if (parsed === undefined) return { ...call, problem: 'The arguments are not a JSON object.' };
  return { ...call, parsed, problem: undefined };
}

/** Undefined for what is no JSON object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = parseBoundedJson(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Record<string, unknown>;
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
