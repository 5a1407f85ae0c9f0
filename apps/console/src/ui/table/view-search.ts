/** Parameters of an address that belong to the moment, and to no view. */
const PASSING = ['open', 'tab', 'cursor'];

/** Part of a page's address that a view keeps: its filters and order, as a query. */
export function toViewSearch(search: Readonly<Record<string, string | undefined>>): string {
  const kept = Object.entries(search).filter(([name, value]) => !PASSING.includes(name) && value);
  return new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
}

/** Changes of the address that open a view: what it does not have is removed. */
export function fromViewSearch(
  view: string,
  before: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | undefined>> {
  const cleared = Object.fromEntries(Object.keys(before).map((name) => [name, undefined]));
  const kept = [...new URLSearchParams(view)].filter(([name]) => !PASSING.includes(name));
  return { ...cleared, ...Object.fromEntries(kept) };
}
