import type { TextPart, TextRole } from '@multilane/policy';
import { mapFreely } from '../texts/parameter-texts.js';
import { TextList } from '../texts/text-list.js';
import { isMembers, type TextMap } from '../texts/text-map.js';
import { OF_ANSWER, OF_ANSWER_CHOICE, OF_ANSWER_MESSAGE, OF_ANSWER_PART } from './known-members.js';

type Members = Readonly<Record<string, unknown>>;

/** The members that hold a text, in chunks of every format. */
const ROLES: Readonly<Record<string, TextRole>> = {
  content: 'assistant',
  text: 'assistant',
  refusal: 'assistant',
  reasoning_content: 'reasoning',
  reasoning: 'reasoning',
  thinking: 'reasoning',
  partial_json: 'tool_call',
};

/** Gathers the texts of a streamed answer for guardrails that look at the whole. */
export abstract class StreamTexts {
  readonly #texts = new Map<string, { role: TextRole; pieces: string[]; isPlain: boolean }>();

  /** What is no text of the answer, and comes whole: citations, found pages, results of tools. */
  protected readonly beside = new TextList();

  /** Takes a chunk, or the provider's own words for one. */
  abstract take(chunk: object | undefined, raw: string | undefined): void;

  list(): TextPart[] {
    const texts = Array.from(this.#texts.values(), ({ isPlain, role, pieces }) => {
      const text = pieces.join('');
      return isPlain ? { role, text } : this.describe(role, text);
    });
    return [...texts, ...this.beside.parts()];
  }

  protected describe(role: TextRole, text: string): TextPart {
    return role === 'tool_call' ? { role, text, format: 'json' } : { role, text };
  }

  /** Takes every text that a delta, a choice or a block holds. */
  protected takeTexts(index: unknown, holder: Members): void {
    for (const [name, role] of Object.entries(ROLES)) this.add(`${index} ${name}`, role, holder[name]);
  }

  /**
   * Adds a piece to the text of that key, where it is one.
   *
   * @param isPlain whether the text is no JSON, whatever its role
   */
  protected add(key: string, role: TextRole, piece: unknown, isPlain = false): void {
    if (typeof piece !== 'string' || piece === '') return;
    const known = this.#texts.get(key);
    if (known) known.pieces.push(piece);
    else this.#texts.set(key, { role, pieces: [piece], isPlain });
  }
}

/** The texts of a stream whose chunks have choices. */
export class ChoiceTexts extends StreamTexts {
  /** Some providers send what stands beside the words again with every chunk. */
  readonly #seen = new Set<string>();
  readonly #note: TextMap = (text, role, format) => {
    if (this.#seen.has(text)) return text;
    this.#seen.add(text);
    return this.beside.note(text, role, format);
  };

  take(chunk: object | undefined): void {
    if (chunk === undefined) return;
    const { choices } = chunk as Members;
    this.#takeBeside(chunk as Members, OF_ANSWER);
    for (const choice of Array.isArray(choices) ? choices : []) if (isMembers(choice)) this.#takeChoice(choice);
  }

  #takeChoice(choice: Members): void {
    const { delta, index } = choice;
    this.takeTexts(index, isMembers(delta) ? delta : choice);
    this.#takeBeside(choice, OF_ANSWER_CHOICE, index);
    if (!isMembers(delta)) return;
    this.#takeBeside(delta, OF_ANSWER_MESSAGE, index);
    this.#takeParts(index, delta.content);
    this.#takeCalls(index, delta.tool_calls);
    if (isMembers(delta.audio)) this.add(`${index} audio`, 'assistant', delta.audio.transcript);
  }

  /**
   * Takes the members that nobody knows.
   *
   * @param index the choice that they belong to, whose texts may come in pieces; undefined for none
   */
  #takeBeside(owner: Members, known: ReadonlySet<string>, index?: unknown): void {
    for (const name in owner) {
      if (known.has(name)) continue;
      const member = owner[name];
      if (typeof member !== 'string' || index === undefined) mapFreely(member, this.#note, 'parameter', false);
      // Those with a role were taken with it.
      else if (!Object.hasOwn(ROLES, name)) this.add(`${index} .${name}`, 'parameter', member);
    }
  }

  /** A content in parts: its texts are one with those of other deltas. */
  #takeParts(index: unknown, content: unknown): void {
    for (const part of Array.isArray(content) ? content : []) {
      if (!isMembers(part)) {
        mapFreely(part, this.#note, 'parameter', false);
        continue;
      }
      this.add(`${index} content`, 'assistant', part.text);
      this.#takeBeside(part, OF_ANSWER_PART);
    }
  }

  #takeCalls(index: unknown, calls: unknown): void {
    for (const call of Array.isArray(calls) ? calls : []) {
      if (!isMembers(call)) continue;
      for (const called of [call.function, call.custom]) {
        if (!isMembers(called)) continue;
        this.add(`${index} call ${call.index}`, 'tool_call', called.arguments);
        this.add(`${index} input ${call.index}`, 'tool_call', called.input, true);
        this.add(`${index} name ${call.index}`, 'parameter', called.name);
      }
    }
  }
}
