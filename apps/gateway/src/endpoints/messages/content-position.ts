import type { MessageBlock, MessageTurn } from '@multilane/contracts';

/** The position of something in a native request. */
export interface ContentPosition {
  /** The turn's index; undefined for the system prompt. */
  readonly turn: number | undefined;
  /** The block's index; undefined if the content is a plain string. */
  readonly block: number | undefined;
  /** The index within the content of that block, a tool result. */
  readonly inner?: number;
}

export interface PositionedBlock {
  readonly block: MessageBlock;
  readonly place: ContentPosition;
}

/** A place as `error.param` names it: `messages[2].content[0]`. */
export function nameOf({ turn, block, inner }: ContentPosition): string {
  const content = turn === undefined ? 'system' : `messages[${turn}].content`;
  const named = block === undefined ? content : `${content}[${block}]`;
  return inner === undefined ? named : `${named}.content[${inner}]`;
}

/** The blocks of a content, each with its place; a string is one block of text. */
export function positionBlocks(content: MessageTurn['content'], turn: number | undefined): PositionedBlock[] {
  if (typeof content !== 'string') return content.map((block, index) => ({ block, place: { turn, block: index } }));
  return content === '' ? [] : [{ block: { type: 'text', text: content }, place: { turn, block: undefined } }];
}
