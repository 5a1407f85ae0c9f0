import type { ErrorFormat } from './descriptor.js';
import { ENDPOINTS } from './endpoints.js';

const FORMATS = ENDPOINTS.flatMap(({ errors, route }) => (errors === undefined ? [] : [{ path: route.path, errors }]));

/** How errors are written on a path and on those below it; undefined for the reference's way. */
export function findErrorFormat(path: string): ErrorFormat | undefined {
  for (const { errors, path: start } of FORMATS) if (isAtOrBelow(path, start)) return errors;
  return undefined;
}

/** Whether a path is another one, or below it. */
export function isAtOrBelow(path: string, start: string): boolean {
  return path.startsWith(start) && (path.length === start.length || path.charCodeAt(start.length) === SLASH);
}

const SLASH = 47;
