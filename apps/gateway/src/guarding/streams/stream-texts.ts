import type { TextPart, TextRole } from '@multilane/policy';
import { isMembers } from '../texts/text-map.js';

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
  readonly #texts = new Map<string, { role: TextRole; pieces: string[] }>();

  /** Takes a chunk, or the provider's own words for one. */
  abstract take(chunk: object | undefined, raw: string | undefined): void;

  list(): TextPart[] {
    return [...this.#texts.values()].map(({ role, pieces }) => this.describe(role, pieces.join('')));
  }

  protected describe(role: TextRole, text: string): TextPart {
    return role === 'tool_call' ? { role, text, format: 'json' } : { role, text };
  }

  /** Takes every text that a delta, a choice or a block holds. */
  protected takeTexts(index: unknown, holder: Members): void {
    for (const [name, role] of Object.entries(ROLES)) this.add(`${index} ${name}`, role, holder[name]);
  }

  /** Adds a piece to the text of that key, where it is one. */
  protected add(key: string, role: TextRole, piece: unknown): void {
    if (typeof piece !== 'string' || piece === '') return;
    const known = this.#texts.get(key);
    if (known) known.pieces.push(piece);
    else this.#texts.set(key, { role, pieces: [piece] });
  }
}

/** The texts of a stream whose chunks have choices. */
export class ChoiceTexts extends StreamTexts {
  take(chunk: object | undefined): void {
    const { choices } = (chunk ?? {}) as Members;
    for (const choice of Array.isArray(choices) ? choices : []) if (isMembers(choice)) this.#takeChoice(choice);
  }

  #takeChoice({ delta, index, ...choice }: Members): void {
    this.takeTexts(index, isMembers(delta) ? delta : choice);
    if (!isMembers(delta)) return;
    this.#takeCalls(index, delta.tool_calls);
    if (isMembers(delta.audio)) this.add(`${index} audio`, 'assistant', delta.audio.transcript);
  }

  #takeCalls(index: unknown, calls: unknown): void {
    for (const call of Array.isArray(calls) ? calls : []) {
      if (isMembers(call) && isMembers(call.function)) {
        this.add(`${index} call ${call.index}`, 'tool_call', call.function.arguments);
        this.add(`${index} name ${call.index}`, 'parameter', call.function.name);
      }
    }
  }
}
