import { isRecord, type ResponsesRequest } from '@multilane/contracts';

/** What a response repeats of its request in words of the caller. */
const ECHOED = ['instructions', 'user', 'safety_identifier', 'prompt_cache_key'] as const;

/**
 * A provider's response with what it repeats of the request as the client sent it: the provider may have got placeholders in the place of
 * personal data. The response itself where they are the same.
 */
export function echoOwnWords(response: object, request: Readonly<ResponsesRequest>): object {
  let echoed: Record<string, unknown> | undefined;
  const given = response as Readonly<Record<string, unknown>>;
  const put = (name: string, own: unknown): void => {
    echoed ??= { ...given };
    echoed[name] = own;
  };
  for (const name of ECHOED) {
    const own = request[name];
    if (typeof own === 'string' && typeof given[name] === 'string' && given[name] !== own) put(name, own);
  }
  const { metadata } = request;
  if (isRecord(given.metadata) && metadata !== undefined && !isSame(given.metadata, metadata))
    put('metadata', metadata);
  return echoed ?? response;
}

function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(other);
  return names.length === Object.keys(one).length && names.every((name) => one[name] === other[name]);
}
