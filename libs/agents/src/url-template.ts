import type { HttpTool } from './definition.js';

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;

/** The names between braces, in order. */
export function placeholdersOf(url: string): string[] {
  return [...url.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/**
 * Finds the problem of a tool's address, as a text for the middle of a sentence. Only the path has placeholders: the
 * host is never the model's to choose.
 */
export function findTemplateProblem(url: string): string | undefined {
  const filled = url.replaceAll(PLACEHOLDER, 'x');
  if (/[{}]/.test(filled)) return 'has a brace that belongs to no `{name}`';
  // Parsers mend other forms: a backslash becomes a slash, and what follows it the host.
  if (!/^https?:\/\/[^/?#\\\s]+[^\\\s]*$/i.test(filled) || !URL.canParse(filled))
    return 'must be an address, such as https://example.com/items/{id}';
  const { hash, password, username } = new URL(filled);
  if (username !== '' || password !== '') return 'must not contain a user name or password: use a secret in `headers`';
  if (hash !== '' || url.includes('#')) return 'must not contain a fragment';
  const pathAt = startOfPath(url);
  const queryAt = url.includes('?') ? url.indexOf('?') : url.length;
  const isInPath = [...url.matchAll(PLACEHOLDER)].every(({ index }) => index > pathAt && index < queryAt);
  return isInPath ? undefined : 'may have placeholders in its path only: other arguments are added to the query';
}

/** Start of the path of an address: the first slash behind `://`. */
function startOfPath(url: string): number {
  const host = url.indexOf('//') + 2;
  const end = url.slice(host).search(/[/?]/);
  return end === -1 ? url.length : host + end;
}

/** A request as it is sent, before secrets are put in. */
export interface FilledRequest {
  readonly url: string;
  /** JSON, for methods with a body. */
  readonly body: string | undefined;
}

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'DELETE']);
/** Longer ones are rejected when they are called. */
const LONGEST_URL = 2_048;

/**
 * Fills arguments into the request of a tool. Resolves to why it cannot be, as a text for the model, where a value does not fit into an
 * address.
 */
export function fillRequest(
  { method, url }: Pick<HttpTool, 'method' | 'url'>,
  given: Readonly<Record<string, unknown>>,
): FilledRequest | { readonly problem: string } {
  const used = new Set(placeholdersOf(url));
  let problem: string | undefined;
  const address = url.replaceAll(PLACEHOLDER, (_whole, name: string) => {
    const text = asText(Object.hasOwn(given, name) ? given[name] : undefined);
    // Dots would lead out of the folder that the address names.
    if (text === undefined || text === '' || text === '.' || text === '..' || /\p{Surrogate}/u.test(text)) {
      problem = `The argument ${name} is part of the address: it must be a text or number, and not empty or dots.`;
      return 'x';
    }
    return encodeURIComponent(text);
  });
  if (problem !== undefined) return { problem };
  const rest = Object.entries(given).filter(([name]) => !used.has(name));
  if (!WITHOUT_BODY.has(method)) {
    return address.length > LONGEST_URL ? tooLong() : { url: address, body: JSON.stringify(Object.fromEntries(rest)) };
  }
  const filled = new URL(address);
  for (const [name, value] of rest) {
    for (const item of Array.isArray(value) ? value : [value]) {
      filled.searchParams.append(name, asText(item) ?? JSON.stringify(item) ?? '');
    }
  }
  if (filled.href.length > LONGEST_URL) return tooLong();
  return { url: filled.href, body: undefined };
}

const tooLong = (): { readonly problem: string } => ({
  problem: `The arguments make an address of more than ${LONGEST_URL} characters.`,
});

/** Undefined for what is no single value. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
