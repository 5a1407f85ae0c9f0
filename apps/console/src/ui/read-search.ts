/**
 * The named search parameters of the URL that are texts. A router reads `?id=42` as a number: it is text again here.
 * Everything else is left out, so that an edited address never breaks a page.
 */
export function readTexts<Name extends string>(
  raw: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): { readonly [name in Name]?: string } {
  const texts = names.map((name) => [name, textOf(raw[name])] as const).filter(([, text]) => text !== '');
  return Object.fromEntries(texts) as { [name in Name]?: string };
}

/** Characters of a text at most; what is longer is left out. */
const LONGEST = 500;

function textOf(value: unknown): string {
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  return text.length <= LONGEST ? text : '';
}
