/** Name of a prompt: what stands before `@` in `X-Service-Prompt`. */
export const PROMPT_NAME = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$/;

/** Label of a prompt. It begins with a letter, so that none is the number of a version. */
export const PROMPT_LABEL = /^[a-z][a-z0-9._-]{0,63}$/;

/** Name of a variable of a prompt. */
export const PROMPT_VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Label of a request that names none. */
export const DEFAULT_PROMPT_LABEL = 'production';

/** Parameters that a version of a prompt can have, beside its messages. */
export const PROMPT_PARAMETERS = [
  'model',
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'reasoning_effort',
  'tools',
  'response_schema',
] as const;

export type PromptParameter = (typeof PROMPT_PARAMETERS)[number];

/** Limits of prompts. */
export const PROMPT_LIMITS = {
  versions: 100,
  labels: 20,
  messages: 50,
  variables: 50,
  /** Versions that a label can be split over. */
  shares: 4,
  /** Characters of the texts of one version. */
  versionCharacters: 100_000,
  /** Bytes of a prompt with all its versions, as JSON. */
  bytes: 256 * 1024,
  /** Prompts of a workspace, and of an organization outside its workspaces. */
  inPlace: 100,
  /** Characters of the texts of a version with the values of a request. */
  renderedCharacters: 1_000_000,
} as const;

/** A text with places for variables: one literal more than names. */
export interface PromptText {
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

const PLACE = /\\\{\{|\{\{[ \t]{0,16}([A-Za-z_][A-Za-z0-9_]{0,63})[ \t]{0,16}\}\}/g;

/**
 * Splits a text at its places `{{name}}`. `\{{` stands for two braces. Everything else, also other text in braces, is literal: there are no
 * expressions.
 */
export function splitPromptText(text: string): PromptText {
  const literals: string[] = [];
  const names: string[] = [];
  let literal = '';
  let end = 0;
  for (const { 0: found, 1: name, index } of text.matchAll(PLACE)) {
    literal += text.slice(end, index);
    end = index + found.length;
    if (name === undefined) {
      literal += '{{';
      continue;
    }
    literals.push(literal);
    names.push(name);
    literal = '';
  }
  literals.push(literal + text.slice(end));
  return { literals, names };
}
