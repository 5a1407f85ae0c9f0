import { PROMPT_LIMITS, PROMPT_VARIABLE } from '@multilane/contracts';
import type { CompiledVersion, PromptRole, PromptVariable } from './compile-prompt.js';

export interface RenderedMessage {
  readonly role: PromptRole;
  readonly content: string;
}

/** Problem of the variables of a request. The message follows the name of the field and never holds a value. */
export interface VariableProblem {
  /** The variable; undefined if it is none of one. */
  readonly variable: string | undefined;
  readonly message: string;
}

export type RenderedPrompt =
  | {
      readonly messages: readonly RenderedMessage[];
      /** Characters of all messages. */
      readonly characters: number;
      readonly problem?: undefined;
    }
  | { readonly messages?: undefined; readonly characters?: undefined; readonly problem: VariableProblem };

/**
 * Puts the values of a request into the texts of a version. A value is inserted as it is and never read again: places and roles within it mean
 * nothing. The lengths are added up before any text is written.
 */
export function renderPrompt(
  { messages, variables }: CompiledVersion,
  values: Readonly<Record<string, unknown>>,
): RenderedPrompt {
  const unknown = Object.keys(values).find((name) => !variables.has(name));
  if (unknown !== undefined) {
    const variable = PROMPT_VARIABLE.test(unknown) ? unknown : undefined;
    return { problem: { variable, message: 'is not a variable of this version of the prompt' } };
  }
  const texts = new Map<string, string>();
  for (const variable of variables.values()) {
    const { name } = variable;
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    const isSent = given !== undefined && (given !== null || variable.type === 'json');
    const read = readValue(variable, isSent ? given : variable.default);
    if (read.problem !== undefined) return { problem: { variable: name, message: read.problem } };
    texts.set(name, read.text);
  }
  let characters = 0;
  for (const { text } of messages) {
    for (const literal of text.literals) characters += literal.length;
    for (const name of text.names) characters += texts.get(name)?.length ?? 0;
  }
  if (characters > PROMPT_LIMITS.renderedCharacters) {
    const message = `make the prompt longer than ${PROMPT_LIMITS.renderedCharacters} characters`;
    return { problem: { variable: undefined, message } };
  }
  return {
    characters,
    messages: messages.map(({ role, text: { literals, names } }) => {
      let content = literals[0] ?? '';
      for (const [index, name] of names.entries()) content += `${texts.get(name) ?? ''}${literals[index + 1] ?? ''}`;
      return { role, content };
    }),
  };
}

type ReadValue =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: string };

function readValue({ max_length: longest, options, type }: PromptVariable, value: unknown): ReadValue {
  if (value === undefined) return { problem: 'is required' };
  const text = writeValue(value, type);
  if (text === undefined) return { problem: TYPES[type] };
  if (options !== undefined && !options.includes(text)) return { problem: 'is not one of the options of the variable' };
  if (longest !== undefined && text.length > longest) return { problem: `must have at most ${longest} characters` };
  return { text };
}

const TYPES = {
  string: 'must be a string',
  number: 'must be a number',
  integer: 'must be an integer',
  boolean: 'must be true or false',
  json: 'must be a JSON value',
} as const;

function writeValue(value: unknown, type: PromptVariable['type']): string | undefined {
  if (type === 'json') return JSON.stringify(value);
  if (type === 'string') return typeof value === 'string' ? value : undefined;
  if (type === 'boolean') return typeof value === 'boolean' ? String(value) : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return type === 'number' || Number.isInteger(value) ? String(value) : undefined;
}
