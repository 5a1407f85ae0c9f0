/** Members of a sink's settings that are never shown, or only by their end. */
const SECRETS: ReadonlySet<string> = new Set([
  'signing_secret',
  'token',
  'password',
  'access_key_id',
  'secret_access_key',
  'account_key',
  'sas_token',
]);
/** Members with addresses, whose paths may hold secrets. */
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'endpoint']);

/** Length of the shortest secret whose end is shown: four characters would be too much of a shorter one. */
const SHORTEST = 16;
const HIDDEN = '...';

/** Settings of the kind of an export as they are shown: secrets by their last four characters, addresses by their origin. */
export function showExportConfig(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, show(name, value)]));
}

function show(name: string, value: unknown): unknown {
  if (name === 'headers') return Object.fromEntries(Object.keys(value ?? {}).map((header) => [header, HIDDEN]));
  if (typeof value !== 'string') return value;
  if (SECRETS.has(name)) return value.length >= SHORTEST ? `${HIDDEN}${value.slice(-4)}` : HIDDEN;
  return ADDRESSES.has(name) && URL.canParse(value) ? new URL(value).origin : value;
}
