import { holdsPlaceholder } from '@multilane/contracts';

const WHITE_SPACE_AT_END = /\s$/;

/**
 * The text of an answer that the model is to continue, without white space at its end; undefined where it may stay. How a text ends that
 * nobody has read is not known: it comes back as it is, and has to be written anew, which has it read.
 */
export function trimText(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (holdsPlaceholder(text)) return text;
  return WHITE_SPACE_AT_END.test(text) ? text.trimEnd() : undefined;
}
