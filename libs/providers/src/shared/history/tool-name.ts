const USUAL = /^[A-Za-z0-9_-]{1,64}$/;
const UNUSUAL = /[^A-Za-z0-9_-]+/g;
const LONGEST = 64;

/**
 * The name of a call in letters, digits, `_` and `-`, at most 64 of them, which is what definitions of tools are held to. Other
 * characters become one `_` each run; a name of nothing else is `tool`.
 */
export function toToolName(name: string): string {
  if (USUAL.test(name)) return name;
  const written = name.replace(UNUSUAL, '_').slice(0, LONGEST);
  return /[A-Za-z0-9]/.test(written) ? written : 'tool';
}
