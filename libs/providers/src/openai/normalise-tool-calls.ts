import { isRecord } from '@multilane/contracts';
import { areNoArguments, writeArguments } from '../shared/write-arguments.js';

/**
 * Completes the tool calls of a finished message in place: every call gets an id and a type, and its arguments become
 * a string of valid JSON (docs/contract/chat.md#tool-calls). `idStem` is unique to the request and the choice.
 * True when something changed.
 */
export function normaliseToolCalls(calls: readonly unknown[], idStem: string): boolean {
  let changed = false;
  calls.forEach((call, index) => {
    if (!isRecord(call)) return;
    if (typeof call.id !== 'string' || call.id === '') {
      call.id = `${idStem}_${index}`;
      changed = true;
    }
    if (!call.type) {
      call.type = 'function';
      changed = true;
    }
    if (isRecord(call.function)) changed = normaliseArguments(call.function) || changed;
  });
  return changed;
}

/** Whether a finished call has arguments that no client could parse; those of custom tools are no JSON. */
export function lacksArguments(call: unknown): boolean {
  if (!isRecord(call) || !isRecord(call.function)) return false;
  const { arguments: given } = call.function;
  return typeof given !== 'string' || areNoArguments(given);
}

/** Local runtimes send arguments as an object, and nothing or an empty string for a function without parameters. */
function normaliseArguments(called: Record<string, unknown>): boolean {
  const given = called.arguments;
  if (typeof given === 'string' && !areNoArguments(given)) return false;
  called.arguments = writeArguments(given);
  return true;
}
