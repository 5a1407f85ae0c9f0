import type { Transport } from '@modelcontextprotocol/client';
import { isRecord } from '@multilane/contracts';

/** Members that only results have for which MCP 2026-07-28 wants to know how long they hold. */
const HELD = ['contents', 'tools', 'resources', 'resourceTemplates', 'prompts'];

/**
 * The same transport. A result that does not say how long it holds, as many servers leave out, holds for no time.
 *
 * @param note told of each message before it is handed on
 */
export function completeResults(transport: Transport, note?: (message: unknown) => void): Transport {
  let receive: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => receive,
    set: (given: Transport['onmessage']) => {
      receive =
        given &&
        ((message, extra) => {
          note?.(message);
          given(complete(message), extra);
        });
    },
  });
  return transport;
}

function complete<Message>(message: Message): Message {
  if (!isRecord(message) || !isRecord(message.result)) return message;
  const { result } = message;
  if (!HELD.some((name) => Array.isArray(result[name]))) return message;
  return { ...message, result: { ...result, ...completions(result) } };
}

function completions({ cacheScope, ttlMs }: Readonly<Record<string, unknown>>): object {
  const isKnown = typeof ttlMs === 'number' && Number.isSafeInteger(ttlMs) && ttlMs >= 0;
  const isScope = cacheScope === 'public' || cacheScope === 'private';
  return { ...(!isKnown && { ttlMs: 0 }), ...(!isScope && { cacheScope: 'private' }) };
}
