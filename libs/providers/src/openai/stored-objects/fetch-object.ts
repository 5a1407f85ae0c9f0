import type { ProviderExchange } from '../../exchange.js';
import { ProviderFailure } from '../../provider-failure.js';
import type { ListedObject } from '../../shared/objects/list-own.js';
import { isListed } from '../../shared/objects/list-own.js';
import type { ProviderTarget } from '../../target.js';

/** Places a path of the reference at a provider: Azure puts more before and behind it. */
export type PlacePath = (target: ProviderTarget, path: string) => string;

/** A query, percent-encoded, with its question mark; empty if there is nothing to ask. */
export function writeQuery(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** One object by its path; undefined if the provider has it no more. */
export async function fetchObject(exchange: ProviderExchange, path: string): Promise<ListedObject | undefined> {
  try {
    const object = await (await exchange.send({ method: 'GET', path })).json();
    return isListed(object) ? object : undefined;
  } catch (failure) {
    if (failure instanceof ProviderFailure && failure.status === 404) return undefined;
    throw failure;
  }
}
