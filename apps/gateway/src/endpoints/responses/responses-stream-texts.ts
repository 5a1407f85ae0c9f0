import type { TextPart, TextRole } from '@multilane/policy';
import { StreamTexts } from '../../guarding/streams/stream-texts.js';
import { isMembers } from '../../guarding/texts/text-map.js';
import { readEvent } from '../messages/read-event.js';
import { mapResponsesAnswer } from './responses-texts.js';
import { DELTAS, isDelta, isEnd } from './stream-deltas.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * The texts of a stream of the Responses format: those that deltas say, piece by piece. What the end says once more is compared with
 * them: nothing that only stands there goes unseen.
 */
export class ResponsesStreamTexts extends StreamTexts {
  take(chunk: object | undefined, raw: string | undefined): void {
    const event = (chunk as Members | undefined) ?? (raw === undefined ? undefined : readEvent(raw));
    if (event === undefined) return;
    if (isDelta(event)) this.#takeDelta(event);
    else if (isEnd(event) && isMembers(event.response)) this.#takeWhole(event.response);
  }

  /** The messages of an answer are one text to whoever reads it. */
  protected override describe(role: TextRole, text: string): TextPart {
    return role === 'assistant' ? { role, text, content: 1 } : super.describe(role, text);
  }

  #takeDelta({ type, item_id: item, content_index: content, summary_index: summary, delta }: Members): void {
    const [, role] = DELTAS.get(String(type)) ?? [];
    if (role === undefined) return;
    const isPlain = type === 'response.custom_tool_call_input.delta';
    this.add(`${item} ${type} ${content ?? summary ?? ''}`, role, delta, isPlain ? { isPlain } : {});
  }

  #takeWhole(response: Members): void {
    let count = 0;
    mapResponsesAnswer(response, (text, role, format, content) => {
      if (format === 'name' || role === 'parameter') this.beside.note(text, role, format, content);
      else
        this.add(`end ${count++}`, role, text, {
          mayRepeat: true,
          isPlain: format === 'plain' && role === 'tool_call',
        });
      return text;
    });
  }
}
