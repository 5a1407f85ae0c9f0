import type { TextPart, TextRole } from '@multilane/policy';
import { mapFreely } from '../texts/parameter-texts.js';
import { TextList } from '../texts/text-list.js';
import { isMembers, mapJsonValue, type TextMap } from '../texts/text-map.js';
import {
  OF_ANSWER,
  OF_ANSWER_CHOICE,
  OF_ANSWER_MESSAGE,
  OF_ANSWER_PART,
  OF_CALL,
  OF_CALLED,
  OF_THOUGHT,
  SENT_WHOLE,
} from './known-members.js';

type Members = Readonly<Record<string, unknown>>;

/** The members that hold a text, in chunks of every format. */
const ROLES: readonly (readonly [string, TextRole])[] = [
  ['content', 'assistant'],
  ['text', 'assistant'],
  ['refusal', 'assistant'],
  ['reasoning_content', 'reasoning'],
  ['reasoning', 'reasoning'],
  ['thinking', 'reasoning'],
  ['partial_json', 'tool_call'],
];

/** Members of a choice, and of a message or a delta, that are taken by what they are. */
const OF_CHOICE: ReadonlySet<string> = new Set([...OF_ANSWER_CHOICE, ...ROLES.map(([name]) => name)]);
const OF_MESSAGE: ReadonlySet<string> = new Set([...OF_ANSWER_MESSAGE, ...ROLES.map(([name]) => name)]);

/** With so many characters copies are compared; those beyond are taken for texts of their own. */
const MOST_COMPARED = 4_000_000;

/** Form of a text. */
interface Form {
  /** True if it is no JSON, whatever its role. */
  readonly isPlain?: boolean;
  /** True if it may repeat another text. */
  readonly mayRepeat?: boolean;
  /** True if each of its pieces may hold the whole text so far. */
  readonly mayRestart?: boolean;
}

/** Copy of another member's text in the format of another endpoint, or as a whole. */
const COPY: Form = { mayRepeat: true, mayRestart: true };

/** Text of a signed form. */
const SIGNED: Form = { mayRepeat: true };

/** One text of a streamed answer, as far as it came. */
interface Growing {
  readonly role: TextRole;
  readonly form: Form;
  pieces: string[];
  length: number;
}

/** Gathers the texts of a streamed answer for guardrails that look at the whole. */
export abstract class StreamTexts {
  readonly #texts = new Map<string, Growing>();

  /** Texts beside the answer that come whole: citations, found pages, results of tools. */
  protected readonly beside = new TextList();

  /** Takes a chunk, or the provider's own words for one. */
  abstract take(chunk: object | undefined, raw: string | undefined): void;

  /** Copies that say nothing new are left out: they would count twice, and may be cut off. */
  list(): TextPart[] {
    const texts: TextPart[] = [];
    const copies: TextPart[] = [];
    for (const { form, pieces, role } of this.#texts.values()) {
      const text = pieces.join('');
      (form.mayRepeat ? copies : texts).push(form.isPlain ? { role, text } : this.describe(role, text));
    }
    return [...texts, ...withoutRepeated(copies, texts), ...this.beside.parts()];
  }

  protected describe(role: TextRole, text: string): TextPart {
    return role === 'tool_call' ? { role, text, format: 'json' } : { role, text };
  }

  /** Takes every text that a delta, a choice or a block holds. */
  protected takeTexts(key: unknown, holder: Members): void {
    for (const [name, role] of ROLES) this.add(`${key} ${name}`, role, holder[name]);
  }

  /** Adds a piece to the text of that key, where it is one. */
  protected add(key: string, role: TextRole, piece: unknown, form: Form = {}): void {
    if (typeof piece !== 'string' || piece === '') return;
    const known = this.#texts.get(key);
    if (known === undefined) {
      this.#texts.set(key, { role, form, pieces: [piece], length: piece.length });
      return;
    }
    if (form.mayRestart && holdsAll(piece, known)) [known.pieces, known.length] = [[], 0];
    known.pieces.push(piece);
    known.length += piece.length;
  }
}

/** The copies that say anything which the texts do not. */
function withoutRepeated(copies: readonly TextPart[], texts: readonly TextPart[]): readonly TextPart[] {
  if (copies.length === 0) return copies;
  const said = new Set(texts.map(({ role, text }) => `${role} ${text}`));
  let left = MOST_COMPARED;
  const isWithin = (copy: TextPart): boolean =>
    texts.some(({ role, text }) => {
      left -= text.length + 1;
      return left > 0 && role === copy.role && text.includes(copy.text);
    });
  return copies.filter((copy) => !said.has(`${copy.role} ${copy.text}`) && (left <= 0 || !isWithin(copy)));
}

/** True if a piece holds the whole text so far. */
function holdsAll(piece: string, { length, pieces }: Growing): boolean {
  return piece.length >= length && piece.startsWith(pieces.join(''));
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
    if (!Array.isArray(choices)) {
      this.#noteFreely(choices);
      return;
    }
    for (const choice of choices) {
      if (isMembers(choice)) this.#takeChoice(choice);
      else this.#noteFreely(choice);
    }
  }

  /** The words are in the delta, or else in the choice itself. Any other member with a text may be a copy of them. */
  #takeChoice(choice: Members): void {
    const { delta, index, message } = choice;
    if (isMembers(delta)) this.#takeMessage(`${index}`, delta);
    else this.#noteFreely(delta);
    if (isMembers(message)) this.#takeMessage(`${index} message`, message, COPY);
    else this.#noteFreely(message);
    this.#takeWords(`${index} choice`, choice, isMembers(delta) ? COPY : undefined);
    this.#takeBeside(choice, OF_CHOICE, `${index} choice`);
  }

  #takeMessage(key: string, message: Members, form?: Form): void {
    this.#takeWords(key, message, form);
    this.#takeBeside(message, OF_MESSAGE, key);
    this.#takeThoughts(key, message.reasoning_details, form ?? SIGNED);
    this.#takeCalls(key, message.tool_calls, form);
    this.#takeCalled(`${key} old`, message.function_call, form);
    const { audio } = message;
    if (!isMembers(audio)) return;
    if (typeof audio.transcript === 'string') this.add(`${key} audio`, 'assistant', audio.transcript, form);
    else this.#noteFreely(audio.transcript);
  }

  /** Takes the texts of a delta or a choice, and what stands in their place. */
  #takeWords(key: string, holder: Members, form?: Form): void {
    for (const [name, role] of ROLES) {
      const value = holder[name];
      if (typeof value === 'string') this.add(`${key} ${name}`, role, value, form);
      else if (name === 'content' && Array.isArray(value)) this.#takeParts(key, value, form);
      else if (typeof value === 'object') this.#noteFreely(value, role === 'reasoning' ? role : 'parameter');
    }
  }

  #noteFreely(value: unknown, role: TextRole = 'parameter'): void {
    mapFreely(value, this.#note, role, false);
  }

  /**
   * Takes the members that nobody knows.
   *
   * @param key what they belong to, if texts of it may come in pieces; undefined if not
   */
  #takeBeside(owner: Members, known: ReadonlySet<string>, key?: string): void {
    for (const name in owner) {
      if (known.has(name)) continue;
      const member = owner[name];
      if (typeof member !== 'string' || key === undefined || SENT_WHOLE.has(name)) this.#noteFreely(member);
      else this.add(`${key} .${name}`, 'parameter', member);
    }
  }

  /** A content in parts: its texts are one with those of other deltas. */
  #takeParts(key: string, parts: readonly unknown[], form?: Form): void {
    for (const part of parts) {
      if (!isMembers(part)) {
        this.#noteFreely(part);
        continue;
      }
      if (typeof part.text === 'string') this.add(`${key} content`, 'assistant', part.text, form);
      else this.#noteFreely(part.text);
      this.#takeBeside(part, OF_ANSWER_PART);
    }
  }

  /** Thoughts in their signed form. */
  #takeThoughts(key: string, details: unknown, form: Form): void {
    if (!Array.isArray(details)) {
      this.#noteFreely(details, 'reasoning');
      return;
    }
    details.forEach((detail: unknown, at) => {
      if (!isMembers(detail)) {
        this.#noteFreely(detail, 'reasoning');
        return;
      }
      for (const name of ['text', 'summary']) {
        const text = detail[name];
        if (typeof text === 'string') this.add(`${key} ${name} ${detail.index ?? at}`, 'reasoning', text, form);
        else this.#noteFreely(text, 'reasoning');
      }
      this.#takeBeside(detail, OF_THOUGHT, `${key} thought ${detail.index ?? at}`);
    });
  }

  #takeCalls(key: string, calls: unknown, form?: Form): void {
    if (!Array.isArray(calls)) {
      this.#noteFreely(calls);
      return;
    }
    calls.forEach((call: unknown, at) => {
      if (!isMembers(call)) {
        this.#noteFreely(call);
        return;
      }
      const own = `${key} call ${call.index ?? at}`;
      this.#takeCalled(own, call.function, form);
      this.#takeCalled(own, call.custom, form);
      this.#takeBeside(call, OF_CALL, own);
    });
  }

  #takeCalled(key: string, called: unknown, form?: Form): void {
    if (!isMembers(called)) {
      this.#noteFreely(called);
      return;
    }
    const { arguments: values, input, name } = called;
    this.add(`${key} arguments`, 'tool_call', values, form);
    this.add(`${key} input`, 'tool_call', input, { ...form, isPlain: true });
    for (const value of [values, input]) if (typeof value === 'object') mapJsonValue(value, this.#note, 'tool_call');
    this.add(`${key} name`, 'parameter', name, form);
    this.#takeBeside(called, OF_CALLED, key);
  }
}
