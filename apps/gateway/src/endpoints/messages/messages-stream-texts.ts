import type { TextPart, TextRole } from '@multilane/policy';
import { StreamTexts } from '../../guarding/streams/stream-texts.js';
import { isMembers } from '../../guarding/texts/text-map.js';
import { BESIDE_ANSWER, mapAnswerBlock, mapCitation } from './messages-texts.js';
import { readEvent } from './read-event.js';

type Members = Readonly<Record<string, unknown>>;

/** The texts of a stream of the native messages format: those of each block. */
export class MessagesStreamTexts extends StreamTexts {
  take(chunk: object | undefined, raw: string | undefined): void {
    const event = (chunk as Members | undefined) ?? (raw === undefined ? undefined : readEvent(raw));
    if (event?.type === 'content_block_delta' && isMembers(event.delta)) this.#takeDelta(event.index, event.delta);
    if (event?.type === 'content_block_start' && isMembers(event.content_block)) {
      this.#takeBlock(event.index, event.content_block);
    }
  }

  /** The blocks of an answer are one text to whoever reads it. */
  protected override describe(role: TextRole, text: string): TextPart {
    return role === 'assistant' ? { role, text, content: 1 } : super.describe(role, text);
  }

  #takeDelta(index: unknown, { citation, content, ...texts }: Members): void {
    this.takeTexts(index, texts);
    this.#takeSummary(index, content);
    if (isMembers(citation)) mapCitation(citation, this.beside.note, BESIDE_ANSWER);
  }

  /** Reads the content that a block has from its start: mostly none. A text that goes on in deltas is one with them. */
  #takeBlock(index: unknown, { content, input, text, thinking, ...others }: Members): void {
    this.takeTexts(index, { text, thinking });
    if (isMembers(input) ? Object.keys(input).length > 0 : input) {
      this.add(`${index} partial_json`, 'tool_call', JSON.stringify(input));
    }
    if (typeof content === 'string') this.#takeSummary(index, content);
    mapAnswerBlock(typeof content === 'string' ? others : { ...others, content }, this.beside.note);
  }

  /** A summary of what was said before is no text of the answer. */
  #takeSummary(index: unknown, content: unknown): void {
    this.add(`${index} content`, BESIDE_ANSWER, content);
  }
}
