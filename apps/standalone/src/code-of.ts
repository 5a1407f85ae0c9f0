/** The `code` that Node.js puts on an error of the system, such as ENOENT; undefined for anything without one. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
