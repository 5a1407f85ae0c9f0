import { isRecord } from '@multilane/contracts';
import { areNoArguments, writeArguments } from '../shared/write-arguments.js';

/**
 * Completes the chunks of the reference provider, which are otherwise relayed word for word: the arguments of a call are
 * fragments that make the text of a JSON object, `{}` if there are none (docs/contract/chat.md#tool-calls).
 */
export class ArgumentCompleter {
  /** The calls of each choice that have no arguments yet, by their indexes. */
  #open: Map<number, Set<unknown>> | undefined;

  /** Corrects one choice of a chunk in place; true when something changed. */
  complete(choice: Record<string, unknown>, delta: Record<string, unknown>, index: number): boolean {
    let changed = false;
    if (Array.isArray(delta.tool_calls)) {
      for (const fragment of delta.tool_calls) changed = this.#take(fragment, index) || changed;
    }
    if (typeof choice.finish_reason !== 'string' || this.#open === undefined) return changed;
    return this.#close(delta, index) || changed;
  }

  #take(fragment: unknown, choice: number): boolean {
    if (!isRecord(fragment) || !isRecord(fragment.function)) return false;
    const { function: called, index } = fragment;
    const given = called.arguments;
    const isOpen = this.#open?.get(choice)?.has(index) === true;
    const begins = fragment.id !== undefined || called.name !== undefined;
    if (!begins && !isOpen) return false;
    if (areNoArguments(given)) {
      this.#opened(choice).add(index);
      if (given === undefined || given === '') return false;
      called.arguments = '';
      return true;
    }
    this.#open?.get(choice)?.delete(index);
    if (typeof given === 'string') return false;
    called.arguments = writeArguments(given);
    return true;
  }

  #close(delta: Record<string, unknown>, choice: number): boolean {
    const open = this.#open?.get(choice);
    if (open === undefined || open.size === 0) return false;
    const closing = [...open].map((index) => ({ index, function: { arguments: '{}' } }));
    delta.tool_calls = [...(Array.isArray(delta.tool_calls) ? delta.tool_calls : []), ...closing];
    open.clear();
    return true;
  }

  #opened(choice: number): Set<unknown> {
    this.#open ??= new Map();
    const open = this.#open.get(choice) ?? new Set();
    this.#open.set(choice, open);
    return open;
  }
}
