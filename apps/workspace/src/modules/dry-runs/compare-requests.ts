import { makeCacheKey } from '@multilane/policy';

/** The body of a request, as a client sends it. */
export type Request = Readonly<Record<string, unknown>>;

/** A request with the model that it means. */
export interface Asked {
  readonly request: Request;
  /** Logical name of the model that the request means. */
  readonly model: string;
}

/** The members in which two requests differ for the cache; `model` if their names mean different models. */
export function compareRequests(one: Asked, other: Asked): string[] {
  const names = new Set([...Object.keys(one.request), ...Object.keys(other.request)]);
  names.delete('model');
  const members = [...names].filter((name) => keyOf(one.request, name) !== keyOf(other.request, name));
  return one.model === other.model ? members : ['model', ...members];
}

/** The members that are no part of the key of the cache, such as `user`. */
export function listIgnored(request: Request): string[] {
  return Object.keys(request).filter((name) => name !== 'model' && keyOf(request, name) === keyOf({}, name));
}

const NOBODY = { organization: '', workspace: undefined, team: undefined };

/** The key of a request that has this member alone. */
function keyOf(request: Request, name: string): string {
  const part = Object.hasOwn(request, name) ? { [name]: request[name] } : {};
  return makeCacheKey({
    owner: NOBODY,
    endpoint: '',
    streamed: false,
    model: '',
    targets: [],
    headers: [],
    request: part,
  });
}
