import { isRecord, keepLongIntegers, parseBoundedJson } from '@multilane/contracts';
import type { RecordedEvent } from './answer-recording.js';
import type { StoredAnswer } from './stored-answer.js';

/** Contents of a stored answer. */
export type CachedAnswer =
  | { readonly form: 'whole'; readonly response: object }
  | { readonly form: 'stream'; readonly events: readonly RecordedEvent[] };

/** Reads a stored answer; undefined for one that is none, no matter who put it there. */
export function readStoredAnswer({ body, form }: Pick<StoredAnswer, 'body' | 'form'>): CachedAnswer | undefined {
  try {
    const text = body.toString('utf8');
    const value: unknown = parseBoundedJson(text);
    if (form === 'stream') return Array.isArray(value) && value.every(isEvent) ? { form, events: value } : undefined;
    if (!isRecord(value)) return undefined;
    return { form, response: keepLongIntegers(text, value) as object };
  } catch {
    return undefined;
  }
}

function isEvent(value: unknown): value is RecordedEvent {
  if (!Array.isArray(value)) return false;
  const [chunk, raw] = value as unknown[];
  return (chunk === null ? raw !== undefined : isRecord(chunk)) && (raw === undefined || typeof raw === 'string');
}
