export const USAGE_FILTERS = [
  'range',
  'from',
  'to',
  'group',
  'second',
  'tag',
  'value',
  'team',
  'key',
  'model',
  'provider',
  'metric',
  'compare',
  'scope',
  'zone',
] as const;

/** Groups, filters and days of the page, as the URL holds them. */
export type UsageSearch = { readonly [name in (typeof USAGE_FILTERS)[number]]?: string };
