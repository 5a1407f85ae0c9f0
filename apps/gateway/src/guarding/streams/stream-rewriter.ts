import { JsonRewriter, type PiiSession, type Rewriter, TextRewriter } from '@multilane/policy';

export type EmitChunk = (chunk: object | undefined, raw: string | undefined) => void;

/**
 * Rewrites the texts of a streamed answer as they come. Text may go out later than it came in, but never after the finish of its choice or
 * block; usage, ids and finish reasons stay. Made fresh for each stream.
 */
export interface StreamRewriter {
  /** @param raw the provider's own words for the chunk; a comment, or an event that nobody read, has no chunk. */
  push(chunk: object | undefined, raw: string | undefined, emit: EmitChunk): void;
  /** The stream ended in good order. */
  end(emit: EmitChunk): void;
}

/** Kinds of texts in an answer: arguments are JSON, and the input of a custom tool is a plain text. */
export type TextKind = 'answer' | 'thought' | 'arguments' | 'input';

/** Starts the rewriter of one text of the answer; undefined if such texts stay. */
export function startText(
  { answer, thoughts }: Pick<PiiSession, 'answer' | 'thoughts'>,
  kind: TextKind,
): Rewriter | undefined {
  if (kind === 'thought') return thoughts && new TextRewriter(thoughts);
  if (answer === undefined) return undefined;
  return kind === 'arguments' ? new JsonRewriter(answer) : new TextRewriter(answer);
}
