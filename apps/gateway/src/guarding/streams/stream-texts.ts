import type { TextPart, TextRole } from '@multilane/policy';
import type { Endpoint } from '@multilane/providers';
import { isMembers } from '../texts/text-map.js';
import { readEvent } from './read-event.js';

type Members = Readonly<Record<string, unknown>>;

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
export class StreamTexts {
  readonly #texts = new Map<string, { role: TextRole; pieces: string[] }>();

  constructor(private readonly endpoint: Endpoint) {}

  take(chunk: object | undefined, raw: string | undefined): void {
    if (this.endpoint === 'messages') {
      const event = (chunk as Members | undefined) ?? (raw === undefined ? undefined : readEvent(raw));
      if (event) this.#takeEvent(event);
      return;
    }
    const { choices } = (chunk ?? {}) as Members;
    for (const choice of Array.isArray(choices) ? choices : []) if (isMembers(choice)) this.#takeChoice(choice);
  }

  list(): TextPart[] {
    return [...this.#texts.values()].map(({ role, pieces }) => {
      const text = pieces.join('');
      if (role === 'tool_call') return { role, text, format: 'json' };
      // The blocks of an answer are one text to whoever reads it.
      return role === 'assistant' && this.endpoint === 'messages' ? { role, text, content: 1 } : { role, text };
    });
  }

  #takeEvent(event: Members): void {
    if (event.type === 'content_block_delta' && isMembers(event.delta)) this.#takeTexts(event.index, event.delta);
    if (event.type === 'content_block_start' && isMembers(event.content_block)) this.#takeBlock(event);
  }

  #takeChoice({ delta, index, ...choice }: Members): void {
    this.#takeTexts(index, isMembers(delta) ? delta : choice);
    if (!isMembers(delta)) return;
    this.#takeCalls(index, delta.tool_calls);
    if (isMembers(delta.audio)) this.#add(`${index} audio`, 'assistant', delta.audio.transcript);
  }

  /** What a block holds from its start: mostly nothing. */
  #takeBlock({ content_block: block, index }: Members): void {
    const { input, name, ...texts } = block as Members;
    this.#takeTexts(index, texts);
    this.#add(`${index} name`, 'parameter', name);
    if (isMembers(input) && Object.keys(input).length > 0) {
      this.#add(`${index} partial_json`, 'tool_call', JSON.stringify(input));
    }
  }

  #takeTexts(index: unknown, holder: Members): void {
    for (const [name, role] of Object.entries(ROLES)) this.#add(`${index} ${name}`, role, holder[name]);
  }

  #takeCalls(index: unknown, calls: unknown): void {
    for (const call of Array.isArray(calls) ? calls : []) {
      if (isMembers(call) && isMembers(call.function)) {
        this.#add(`${index} call ${call.index}`, 'tool_call', call.function.arguments);
        this.#add(`${index} name ${call.index}`, 'parameter', call.function.name);
      }
    }
  }

  #add(key: string, role: TextRole, piece: unknown): void {
    if (typeof piece !== 'string' || piece === '') return;
    const known = this.#texts.get(key);
    if (known) known.pieces.push(piece);
    else this.#texts.set(key, { role, pieces: [piece] });
  }
}
