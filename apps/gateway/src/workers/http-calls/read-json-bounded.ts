/** Deeper JSON is hostile: code that walks over it would run out of stack. */
const DEEPEST = 64;

/** What a text of JSON says. Undefined if it is no JSON, or nested too deeply. */
export function readJsonBounded(text: string): { readonly value: unknown } | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted) {
      if (character === '\\') index += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}
