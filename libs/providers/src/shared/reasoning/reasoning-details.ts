import { isRecord } from '@multilane/contracts';

type Json = Readonly<Record<string, unknown>>;

/**
 * A block of reasoning on its way to the client and back, in the shape that OpenRouter made common
 * (openrouter.ai/docs, "Reasoning tokens", `reasoning_details`): the text with its signature, or what the provider
 * encrypted. Both must come back untouched (docs/contract/chat.md#signatures).
 */
export type ReasoningDetail = {
  /** Format of the signature or encryption. */
  readonly format: string;
  /** Position of the block among those of its answer, as `BlockCounter` counts them. */
  readonly index: number;
} & (
  | { readonly type: 'reasoning.text'; readonly text: string; readonly signature: string }
  | { readonly type: 'reasoning.encrypted'; readonly data: string }
);

/** Counts the blocks of an answer as the chat format keeps them: all text is one block, where the first of it stood. */
export class BlockCounter {
  #count = 0;
  #hasText = false;

  /** Counts a block of text or a tool call. */
  pass(type: 'text' | 'call'): void {
    if (type === 'text' && this.#hasText) return;
    this.#hasText ||= type === 'text';
    this.#count++;
  }

  /** The index of a block of reasoning, counting only those that are preserved. */
  take(): number {
    return this.#count++;
  }
}

/**
 * An assistant turn with its reasoning where it stood. `others` is the text and then each call, blocks in a list each.
 * A detail of which `toBlocks` makes nothing is left out, and has its place in the count of those behind it all the same.
 */
export function placeDetails<Block>(
  details: unknown,
  others: readonly Block[][],
  toBlocks: (detail: Json) => readonly Block[],
): Block[] {
  const placed: (readonly Block[])[] = [];
  let next = 0;
  let count = 0;
  for (const detail of Array.isArray(details) ? details.filter(isRecord) : []) {
    const index = typeof detail.index === 'number' ? detail.index : 0;
    for (; count < index && next < others.length; count++) placed.push(others[next++] ?? []);
    placed.push(toBlocks(detail));
    count++;
  }
  return [...placed, ...others.slice(next)].flat();
}
