import { isIP } from 'node:net';
import { isMisleading, writeProblem } from '@multilane/contracts';
import { z } from 'zod';

/** Longest delay a Node.js timer accepts, in milliseconds; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** A section of the file: left out or empty, every key takes its default. */
export function section<Shape extends z.core.$ZodShape>(shape: Shape, description: string) {
  return z
    .object(shape)
    .prefault({} as z.input<z.ZodObject<Shape>>)
    .describe(description);
}

/** A name people type: 1 to `longest` characters, no control characters, no space at either end. */
export function name(longest = 128) {
  return z
    .string()
    .min(1)
    .max(longest)
    .regex(/^(?!\s)[^\p{Cc}]*(?<!\s)$/u, writeProblem('outer_spaces'))
    .refine((text) => !isMisleading(text), writeProblem('hidden_characters'));
}

/** Model names may hold slashes and colons, up to 512 characters (docs/contract/model-access.md#model-names). */
export const modelName = () => name(512);

export const text = () => z.string().min(1);

/** A value that belongs into an environment variable. */
export const secret = () => text().meta({ type: 'secret' });

/** Whole number, where 0 means unlimited (docs/contract/limits.md#ceilings). */
export const limit = () => z.int().min(0).default(0);

export const count = () => z.int().min(1);

export const milliseconds = () => z.int().min(1).max(LONGEST_TIMER_MS).meta({ type: 'integer (ms)' });

/** US dollars, possibly fractions of a cent. */
export const usd = () => z.number().min(0).meta({ type: 'number (USD)' });

/** A price in US dollars. Higher ones are mistakes, and what they would cost is more than a column of the database holds. */
export const price = () => z.number().min(0).max(1_000_000).meta({ type: 'number (USD)' });

export const port = () => z.int().min(0).max(65_535);

/** Address of a service: scheme, host, port and path prefix, nothing else. */
export const httpUrl = () =>
  z
    .string()
    .refine(isPlainHttpUrl, 'must be an http or https URL without user name, password, query or fragment')
    .meta({ type: 'URL' });

/** A URL of one of the given schemes; it may hold credentials. */
export const urlOf = (...schemes: string[]) =>
  z
    .string()
    .refine((value) => hasScheme(value, schemes), `must be a URL that begins with ${schemes.join(':// or ')}://`)
    .meta({ type: 'URL' });

export const origin = () =>
  z
    .string()
    .refine((value) => value === '*' || isOrigin(value), 'must be an origin such as https://app.example.com, or *')
    .meta({ type: 'origin' });

export const addressRange = () =>
  z.string().refine(isAddressRange, 'must be an IP address or a CIDR range such as 10.0.0.0/8').meta({ type: 'CIDR' });

/** Headers that say how a message is sent (RFC 9110, section 7.6.1): only the connection itself knows them. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'expect', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  'upgrade',
]);

/** True if the header is one of the connection; its case does not count. */
export const isOfConnection = (header: string): boolean => OF_CONNECTION.has(header.toLowerCase());

/** HTTP headers by name. Values may hold `${VAR}`. */
export const headers = () =>
  z
    .record(
      z
        .string()
        .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not the name of an HTTP header')
        .refine((name) => !isOfConnection(name), 'is set by each connection: leave it out'),
      z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be the value of an HTTP header, on one line'),
      { error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) },
    )
    .default({});

function isPlainHttpUrl(value: string): boolean {
  if (!hasScheme(value, ['http', 'https']) || value.includes('?') || value.includes('#')) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

function hasScheme(value: string, schemes: readonly string[]): boolean {
  return schemes.some((scheme) => value.toLowerCase().startsWith(`${scheme}://`)) && URL.canParse(value);
}

function isOrigin(value: string): boolean {
  return hasScheme(value, ['http', 'https']) && new URL(value).origin === value;
}

function isAddressRange(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
