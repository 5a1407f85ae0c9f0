import type { ToolCallDelta } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { DecodeFacts } from '../adapter.js';
import { CallIds } from '../shared/call-ids.js';
import { unreadable } from '../shared/failures/map-error.js';
import { areNoArguments } from '../shared/texts/write-arguments.js';

interface OpenCall {
  readonly index: number;
  hasArguments: boolean;
}

/**
 * Correlates the fragments of streamed tool calls by the provider's index (docs/contract/chat.md#tool-calls): ids and
 * names come once, on the first fragment, and the arguments of a call concatenate to valid JSON, `{}` where none came.
 */
export class ToolCallFragments {
  readonly #idSeed: string;
  readonly #ids: CallIds;
  readonly #open = new Map<unknown, OpenCall>();
  #count = 0;

  constructor({ idSeed, request }: DecodeFacts) {
    this.#idSeed = idSeed;
    this.#ids = new CallIds(request);
  }

  /** Number of calls that have begun. */
  get count(): number {
    return this.#count;
  }

  /** The first fragment of a call. `call` is the event's `delta.message.tool_calls`, one object for all its plural. */
  start(providerIndex: unknown, call: unknown): ToolCallDelta {
    const called = isRecord(call) && isRecord(call.function) ? call.function : {};
    if (!isRecord(call) || typeof called.name !== 'string' || called.name === '')
      throw unreadable('a tool call without a name');
    const index = this.#count++;
    const id = this.#ids.claim(
      typeof call.id === 'string' && call.id !== '' ? call.id : `call_${this.#idSeed}_${index}`,
    );
    const text = areNoArguments(called.arguments) ? '' : readText(called.arguments);
    this.#open.set(providerIndex, { index, hasArguments: text !== '' });
    return { index, id, type: 'function', function: { name: called.name, arguments: text } };
  }

  /** A further fragment; undefined when it says nothing. */
  add(providerIndex: unknown, call: unknown): ToolCallDelta | undefined {
    const open = this.#open.get(providerIndex);
    if (open === undefined) throw unreadable('a fragment of a tool call that has not begun');
    const text = readText(isRecord(call) && isRecord(call.function) ? call.function.arguments : undefined);
    if (text === '' || (!open.hasArguments && areNoArguments(text))) return undefined;
    open.hasArguments = true;
    return { index: open.index, function: { arguments: text } };
  }

  /** The fragment that completes a call without arguments; undefined for one that has them. */
  end(providerIndex: unknown): ToolCallDelta | undefined {
    const open = this.#open.get(providerIndex);
    this.#open.delete(providerIndex);
    return open === undefined || open.hasArguments ? undefined : { index: open.index, function: { arguments: '{}' } };
  }

  /** The same for every call that the provider left open; the last of an answer that was cut short may be cut itself. */
  endAll(isCutShort: boolean): (ToolCallDelta | undefined)[] {
    const open = [...this.#open].filter(([, { index }]) => !isCutShort || index < this.#count - 1);
    return open.map(([providerIndex]) => this.end(providerIndex));
  }
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
