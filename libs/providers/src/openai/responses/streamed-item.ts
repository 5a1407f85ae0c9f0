import type { ToolCallDelta } from '@multilane/contracts';
import { areNoArguments, writeArguments } from '../../shared/texts/write-arguments.js';

type Json = Readonly<Record<string, unknown>>;

/** One item of a streamed response, as far as it has come. */
export class StreamedItem {
  /** Number of characters of its text that were passed on. */
  said = 0;
  /** The part of the thinking that is being said. */
  part: unknown = undefined;
  isDone = false;

  /**
   * @param call The position of a call among the calls; undefined for other items.
   * @param before How many blocks began before it, thinking not counted.
   */
  constructor(
    readonly type: string,
    readonly call: number | undefined,
    readonly before: number,
  ) {}

  /** The first fragment of a call: its id and its name, and what it says from the start. */
  begin({ call_id: id, name, arguments: text, input }: Json): ToolCallDelta {
    const given = this.#isCustom ? input : text;
    const start = typeof given === 'string' && !areNoArguments(given) ? given : '';
    this.said += start.length;
    const named = { index: this.call ?? 0, id: String(id) };
    if (this.#isCustom) return { ...named, type: 'custom', custom: { name, input: start } } as unknown as ToolCallDelta;
    return { ...named, type: 'function', function: { name: String(name), arguments: start } };
  }

  extend(text: string): ToolCallDelta {
    const index = this.call ?? 0;
    return this.#isCustom
      ? ({ index, custom: { input: text } } as unknown as ToolCallDelta)
      : { index, function: { arguments: text } };
  }

  /** Rest of the whole call beyond the part that was passed on. */
  rest({ arguments: text, input }: Json, isComplete: boolean): string {
    if (this.#isCustom) return this.said === 0 && typeof input === 'string' ? input : '';
    if (this.said > 0) return '';
    return areNoArguments(text) ? (isComplete ? '{}' : '') : writeArguments(text);
  }

  get #isCustom(): boolean {
    return this.type === 'custom_tool_call';
  }
}
