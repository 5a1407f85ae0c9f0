/** The form of a secret's name. */
export const SECRET_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** A text in which secrets are named. The parts are in order. */
export type SecretText = readonly (string | { readonly secret: string })[];

const REFERENCE = /\{\{\s*secrets\.([A-Za-z0-9_]*)\s*\}\}/g;
const ANY_REFERENCE = /\{\{\s*secrets\b/;

/**
 * Reads what an author wrote: a text with `{{secrets.NAME}}` in it, or `{ "secret": "NAME" }`. Undefined if it is neither, or names no
 * possible secret.
 *
 * Read only what the author of a definition wrote. A text that comes from a run, such as a model's answer, must never be read as a
 * `SecretText`: whoever controls it would choose which secrets are sent.
 */
export function readSecretText(value: unknown): SecretText | undefined {
  if (typeof value === 'string') return readParts(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const { secret, ...rest } = value as { readonly secret?: unknown };
  const isReference = typeof secret === 'string' && SECRET_NAME.test(secret) && Object.keys(rest).length === 0;
  return isReference ? [{ secret }] : undefined;
}

/** The names of the secrets in some texts, each once. */
export function secretsIn(texts: Iterable<SecretText>): readonly string[] {
  const names = new Set<string>();
  for (const text of texts) for (const part of text) if (typeof part !== 'string') names.add(part.secret);
  return [...names];
}

/** True if a text mentions secrets in a place that takes none. */
export function mentionsSecrets(text: string): boolean {
  return ANY_REFERENCE.test(text);
}

/** The text with the values of its secrets. Undefined if one is missing. */
export function fillSecretText(text: SecretText, values: ReadonlyMap<string, string>): string | undefined {
  let filled = '';
  for (const part of text) {
    const value = typeof part === 'string' ? part : values.get(part.secret);
    if (value === undefined) return undefined;
    filled += value;
  }
  return filled;
}

function readParts(text: string): SecretText | undefined {
  const parts: (string | { secret: string })[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, secret = ''] = match;
    if (!SECRET_NAME.test(secret)) return undefined;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ secret });
    end = match.index + whole.length;
  }
  const rest = text.slice(end);
  if (ANY_REFERENCE.test(rest)) return undefined;
  if (rest !== '' || parts.length === 0) parts.push(rest);
  return parts;
}
