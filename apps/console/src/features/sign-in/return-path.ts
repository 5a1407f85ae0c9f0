/** Returns the path after a sign-in: a page of this console, and nothing that an address could smuggle in. */
export function readReturnPath(path: unknown): string {
  if (typeof path !== 'string' || !/^\/[^/\\]/.test(path) || path.includes('\\')) return '/';
  return /^\/(sign-in|set-up)(?:[/?#]|$)/.test(path) ? '/' : path;
}
