import { parseBoundedJson } from '@multilane/contracts';
/** A message as an agent reads it. */
export interface SaidMessage {
  readonly role: string;
  readonly content: string;
}

const HEAD = 'This is a conversation as JSON. Answer its last message.\n';

/** The input of an agent that is asked with what was said before. */
export function writeConversation(messages: readonly SaidMessage[]): string {
  return `${HEAD}${JSON.stringify(messages)}`;
}

/** The messages that an input was written of. */
function readConversation(input: string): readonly SaidMessage[] {
  return parseBoundedJson(input.slice(HEAD.length)) as SaidMessage[];
}

/** Earlier questions that an agent is asked with at most. */
const MOST_TURNS = 20;

/** An answered question. */
export interface AnsweredTurn {
  readonly input: string;
  /** Number of earlier turns in its input. */
  readonly turns: number;
  readonly answer: string;
}

/** The input for a question that follows an answered one, and how many turns it begins with: as many of the newest as fit. */
export function continueConversation(
  question: string,
  last: AnsweredTurn | undefined,
  most: number,
): { readonly input: string; readonly turns: number } {
  if (last === undefined) return { input: question, turns: 0 };
  const asked = last.turns === 0 ? [{ role: 'user', content: last.input }] : readConversation(last.input);
  const earlier = [...asked, { role: 'assistant', content: last.answer }].slice(-2 * MOST_TURNS);
  const next = { role: 'user', content: question };
  let size = writeConversation([...earlier, next]).length;
  let from = 0;
  for (; from < earlier.length && size > most; from += 2) {
    size -= JSON.stringify(earlier.slice(from, from + 2)).length - 1;
  }
  if (from >= earlier.length) return { input: question, turns: 0 };
  return { input: writeConversation([...earlier.slice(from), next]), turns: (earlier.length - from) / 2 };
}

/** The question of an input that begins with so many earlier turns. */
export function readQuestion(input: string, turns: number): string {
  return turns === 0 ? input : (readConversation(input).at(-1)?.content ?? '');
}
