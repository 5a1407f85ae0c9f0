import type { Citation } from '../../ui/message/citation-list.js';

export interface Answer {
  readonly text: string;
  readonly citations: readonly Citation[];
}

export const NO_ANSWER: Answer = { text: '', citations: [] };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Adds an event of the stream to an answer: words, or the citations at its end.
 *
 * @throws the failure that the stream reports
 */
export function foldAnswer(answer: Answer, event: unknown): Answer {
  const { choices, citations, error } = fieldsOf(event);
  if (error) throw new Error(String(fieldsOf(error).message ?? ''));
  const choice = fieldsOf(Array.isArray(choices) ? choices[0] : undefined);
  const { content } = fieldsOf(choice.delta ?? choice.message);
  return {
    text: typeof content === 'string' ? answer.text + content : answer.text,
    citations: Array.isArray(citations) ? (citations as readonly Citation[]) : answer.citations,
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
