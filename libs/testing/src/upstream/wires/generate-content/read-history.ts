import { isRecord } from '@multilane/contracts';
import type { HistoryTurn } from '../check-history.js';
import { objectsIn, textOf } from '../json-values.js';
import type { IssuedToolCall } from '../wire.js';
import { memberOf } from './proto-json.js';

/** The turns of `contents`. Thoughts need not come back here, only the signatures, which are on the calls. */
export function readHistory(body: unknown): HistoryTurn[] {
  return objectsIn(isRecord(body) ? body.contents : undefined).map((content, index) => {
    const parts = objectsIn(content.parts);
    const results = parts.map((part) => memberOf(part, 'functionResponse')).filter(isRecord);
    return {
      param: `contents[${index}]`,
      from: content.role === 'model' ? 'model' : 'caller',
      calls: readCalls(parts),
      thoughts: [],
      results: results.map(({ id, name }) => ({ id: textOf(id), name: textOf(name) })),
      speaks: results.length < parts.length,
    };
  });
}

/** The function calls among the parts. */
export function readCalls(parts: readonly Record<string, unknown>[]): IssuedToolCall[] {
  return parts.flatMap((part) => {
    const call = memberOf(part, 'functionCall');
    if (!isRecord(call)) return [];
    return {
      id: textOf(call.id),
      name: textOf(call.name),
      arguments: JSON.stringify(call.args ?? {}),
      signature: readSignature(textOf(memberOf(part, 'thoughtSignature'))),
    };
  });
}

/**
 * The value for a missing signature (ai.google.dev/gemini-api/docs/thought-signatures): a caller sends it with a call that was
 * handed out without one, or by another model.
 */
const NO_SIGNATURE = 'skip_thought_signature_validator';

function readSignature(text: string): string {
  return text === NO_SIGNATURE ? '' : plainBase64(text);
}

/** The JSON of protocol buffers takes bytes in either alphabet of base64, with or without padding. */
function plainBase64(text: string): string {
  return text.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
}
