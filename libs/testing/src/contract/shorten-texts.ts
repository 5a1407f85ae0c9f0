const LONGEST = 120;
const SHOWN = 40;

/**
 * The value with each long text cut to its two ends and its length, so that expected answers can be read and still show
 * when a piece of text was lost, doubled or moved across an end.
 */
export function shortenTexts(value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONGEST) {
    return `${value.slice(0, SHOWN)} … ${value.slice(-SHOWN)} (${value.length} characters)`;
  }
  if (Array.isArray(value)) return value.map(shortenTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortenTexts(member)]));
}
