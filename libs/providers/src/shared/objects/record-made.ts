import { isRecord } from '@multilane/contracts';
import type { ExchangeAnswer, ObjectKind, OwnedObjects, ProviderCall, ProviderExchange } from '../../exchange.js';
import { unreadable } from '../failures/map-error.js';

/**
 * Records the owner of a new object, before its id is returned. One that cannot be recorded is deleted at the provider, since nobody
 * could ever see or remove it. Throws a `ProviderFailure` for an object without an id.
 */
export async function recordMade(
  exchange: ProviderExchange,
  owned: OwnedObjects | undefined,
  kind: ObjectKind,
  id: unknown,
  undo: (id: string) => ProviderCall,
): Promise<void> {
  if (typeof id !== 'string' || id === '') throw unreadable('no id');
  try {
    await owned?.add(kind, id);
  } catch (error) {
    await exchange.sendAnyway(undo(id));
    throw error;
  }
}

/** Records objects that the provider made for a caller as the caller's: the results of jobs, the output of batches. */
export async function recordFound(owned: OwnedObjects | undefined, ids: readonly unknown[]): Promise<void> {
  const known = ids.filter((id): id is string => typeof id === 'string' && id !== '');
  if (known.length > 0) await owned?.addFound('file', known);
}

/** A JSON answer to the client. Operations on stored objects use no tokens. */
export function answerJson(body: unknown): ExchangeAnswer {
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(body), usage: noUsage };
}

/** The usage of operations that use no tokens. */
export function noUsage(): undefined {
  return undefined;
}

/** Throws a `ProviderFailure` for what is no object. */
export function readObject(body: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(body)) throw unreadable('not an object');
  return body;
}
