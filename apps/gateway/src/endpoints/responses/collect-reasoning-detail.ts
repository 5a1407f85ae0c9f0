/** The member that holds the text of a detail, by its type. */
const TEXTS: Readonly<Record<string, string>> = { 'reasoning.text': 'text', 'reasoning.summary': 'summary' };

type Detail = Readonly<Record<string, unknown>>;

/**
 * Adds a detail to those collected. Some providers stream one detail in fragments, which must come back as one
 * (openrouter.ai/docs, "Reasoning tokens"); a whole one, which has its signature, never takes another in.
 */
export function collectReasoningDetail(details: unknown[], fragment: unknown): void {
  const last = details.at(-1);
  const joined = isObject(last) && isObject(fragment) ? join(last, fragment) : undefined;
  if (joined === undefined) details.push(fragment);
  else details[details.length - 1] = joined;
}

function join(last: Detail, next: Detail): Detail | undefined {
  const member = TEXTS[String(last.type)];
  if (member === undefined || last.type !== next.type || last.index !== next.index || last.signature) return undefined;
  return { ...last, ...withoutNulls(next), [member]: readText(last[member]) + readText(next[member]) };
}

function withoutNulls(detail: Detail): Detail {
  return Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== null));
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is Detail {
  return typeof value === 'object' && value !== null;
}
