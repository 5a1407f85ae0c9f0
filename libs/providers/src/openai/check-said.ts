import { isRecord } from '@multilane/contracts';
import { unreadable } from '../shared/map-error.js';

/**
 * Throws a `ProviderFailure` for a message or a delta whose lists every reader walks and that are none: tool calls that
 * are no objects, parts of the content that are no objects.
 */
export function checkSaid({ content, tool_calls: calls }: Readonly<Record<string, unknown>>): void {
  if (Array.isArray(content) && !content.every(isRecord)) throw unreadable('content');
  if (calls === undefined || calls === null) return;
  if (!Array.isArray(calls) || !calls.every(isCall)) throw unreadable('tool calls');
}

/** A call of a custom tool has no function. */
function isCall(call: unknown): boolean {
  return isRecord(call) && (call.function === undefined || isRecord(call.function));
}
