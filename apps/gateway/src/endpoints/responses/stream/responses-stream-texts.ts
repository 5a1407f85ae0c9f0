import type { TextPart, TextRole } from '@multilane/policy';
import { StreamTexts } from '../../../guarding/streams/stream-texts.js';
import type { TextMap } from '../../../guarding/texts/text-map.js';
import { readEvent } from '../../messages/read-event.js';
import { mapResponsesEvent } from '../responses-answer-texts.js';
import { keyOf, readPiece } from './stream-deltas.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * The texts of a stream of the Responses format: those that deltas say, piece by piece. Repetitions in later events are compared with them:
 * a text that stands only there is seen too.
 */
export class ResponsesStreamTexts extends StreamTexts {
  /** Texts that came whole: mostly the same ones in several events. */
  readonly #whole = new Set<string>();

  take(chunk: object | undefined, raw: string | undefined): void {
    const event = (chunk as Members | undefined) ?? (raw === undefined ? undefined : readEvent(raw));
    if (event === undefined) return;
    const [kind, role] = readPiece(event) ?? [];
    if (role !== undefined) this.add(keyOf(event), role, event.delta, { isPlain: kind === 'input' });
    mapResponsesEvent(event, this.#note, false);
  }

  /** The messages of an answer are one text to whoever reads it. */
  protected override describe(role: TextRole, text: string): TextPart {
    return role === 'assistant' ? { role, text, content: 1 } : super.describe(role, text);
  }

  readonly #note: TextMap = (text, role, format, content) => {
    const key = `${role} ${format} ${text}`;
    if (this.#whole.has(key)) return text;
    this.#whole.add(key);
    if (format === 'name' || role === 'parameter') this.beside.note(text, role, format, content);
    else this.add(`whole ${key}`, role, text, { mayRepeat: true, isPlain: format === 'plain' && role === 'tool_call' });
    return text;
  };
}
