import { ENDPOINTS } from '../endpoints/endpoints.js';
import { isAtOrBelow } from '../endpoints/find-endpoint.js';
import { explainForeignPath, explainModelMethod, FOREIGN, OF_MESSAGES } from '../endpoints/foreign-paths.js';

/**
 * Endpoints that other services have and this one does not (docs/contract/requests.md#unsupported-endpoints), with what
 * to use instead.
 */
const UNSUPPORTED: readonly (readonly [path: string, alternative: string])[] = [
  ...OF_MESSAGES,
  ...FOREIGN,
  ...ENDPOINTS.flatMap(({ docs: { replaces = [] }, route }) =>
    replaces.map(([path, how]): [string, string] => [path, `${route.path} ${how}`]),
  ),
];

/** Endpoints that an error lists for an unknown path, without those that are below another one. */
const SERVED: readonly string[] = [
  ...new Set(ENDPOINTS.map(({ route }) => route.path).filter(isOutermost)),
  '/v1/models',
];

function isOutermost(path: string, _index: number, paths: readonly string[]): boolean {
  return !paths.some((other) => other !== path && isAtOrBelow(path, other));
}

/** The message of a 404 for a path that no route serves: it names the way that does work. */
export function explainMissingEndpoint(path: string): string {
  if (/^\/v1\/v1(\/|$)/.test(path)) {
    return 'The path contains /v1 twice. Remove /v1 from the base URL of your client, or from the path.';
  }
  const method = explainModelMethod(path);
  if (method !== undefined) return method;
  const unsupported = UNSUPPORTED.find(([start]) => isAtOrBelow(path, start));
  if (unsupported) return `${unsupported[0]} is not supported. Use ${unsupported[1]}.`;
  const explained = explainBelow(path);
  if (explained !== undefined) return explained;
  return `Unknown endpoint. This gateway serves ${SERVED.join(', ')}.`;
}

/** The message of a 404 for a path outside /v1: mostly a base URL that lacks it. */
export function explainUnknownPath(path: string): string {
  const foreign = explainForeignPath(path);
  if (foreign !== undefined) return foreign;
  const isEndpoint = SERVED.some((endpoint) => isAtOrBelow(`/v1${path}`, endpoint));
  if (isEndpoint) return `Unknown path. Add /v1 to the base URL of your client: this endpoint is /v1${path}.`;
  return 'Unknown path. API endpoints start with /v1; GET / lists the rest.';
}

/** Explanation of an endpoint for a path below its own. */
function explainBelow(path: string): string | undefined {
  const docs = ENDPOINTS.find(({ docs, route }) => docs.unsupportedBelow && isAtOrBelow(path, route.path))?.docs;
  const unsupported = docs?.unsupported?.find(([start]) => isAtOrBelow(path, start));
  return unsupported ? `${unsupported[0]} is not supported. ${unsupported[1]}` : docs?.unsupportedBelow;
}
