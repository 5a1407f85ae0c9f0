import type { TextPart, TextRole } from '@multilane/policy';
import { StreamTexts } from '../../guarding/streams/stream-texts.js';
import { isMembers } from '../../guarding/texts/text-map.js';
import { readEvent } from './read-event.js';

type Members = Readonly<Record<string, unknown>>;

/** The texts of a stream of the native messages format: those of each block. */
export class MessagesStreamTexts extends StreamTexts {
  take(chunk: object | undefined, raw: string | undefined): void {
    const event = (chunk as Members | undefined) ?? (raw === undefined ? undefined : readEvent(raw));
    if (event?.type === 'content_block_delta' && isMembers(event.delta)) this.takeTexts(event.index, event.delta);
    if (event?.type === 'content_block_start' && isMembers(event.content_block)) this.#takeBlock(event);
  }

  /** The blocks of an answer are one text to whoever reads it. */
  protected override describe(role: TextRole, text: string): TextPart {
    return role === 'assistant' ? { role, text, content: 1 } : super.describe(role, text);
  }

  /** What a block holds from its start: mostly nothing. */
  #takeBlock({ content_block: block, index }: Members): void {
    const { input, name, ...texts } = block as Members;
    this.takeTexts(index, texts);
    this.add(`${index} name`, 'parameter', name);
    if (isMembers(input) && Object.keys(input).length > 0) {
      this.add(`${index} partial_json`, 'tool_call', JSON.stringify(input));
    }
  }
}
