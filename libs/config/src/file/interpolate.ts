import type { Environment } from '../environment.js';

/** Text that came out of `${…}` or of an environment variable: a number or boolean may be read from it, YAML never. */
export class InterpolatedText {
  constructor(readonly text: string) {}
}

// U+FDD0 and U+FDD1 are noncharacters: no text means anything by them.
const OPENING_MARK = '\uFDD0';
const CLOSING_MARK = '\uFDD1';

/**
 * Swaps the braces of every `${…}` for marks of the same length, so that `{ key: ${VAR} }` reads as the mapping it
 * looks like: YAML itself would take the braces for its own.
 */
export function markReferences(source: string): string {
  return source.replace(/\$\{([^{}\n]*)\}/g, `$$${OPENING_MARK}$1${CLOSING_MARK}`);
}

/** Undoes `markReferences`. */
export function unmarkReferences(text: string): string {
  return text.replaceAll(OPENING_MARK, '{').replaceAll(CLOSING_MARK, '}');
}

/**
 * Replaces `${NAME}` and `${NAME:-default}` in one string. As in a shell, the default also replaces an empty
 * variable, and what a variable holds is not looked at again. `$${` is a literal `${`.
 */
export function interpolate(text: string, environment: Environment): { text: string; problems: string[] } {
  const problems: string[] = [];
  const result = text.replace(/\$\$\{|\$\{([^}]*)(\}?)/g, (match, reference: string | undefined, closing: string) => {
    if (reference === undefined) return '${';
    const [, name, fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(reference) ?? [];
    if (name === undefined || closing === '') {
      problems.push(`holds a malformed reference: write \${NAME} or \${NAME:-default}, or $\${ for a literal \${`);
      return match;
    }
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (fallback !== undefined) return value || fallback;
    if (value === undefined) problems.push(`the environment variable ${name} is not set, and there is no default`);
    return value ?? '';
  });
  return { text: result, problems };
}
