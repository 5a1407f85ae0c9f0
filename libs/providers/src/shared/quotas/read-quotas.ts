import { parseDuration } from '../failures/read-retry-after.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What is left of a limit, as a provider's headers say. */
export interface HeaderQuota {
  readonly left: number;
  /** Milliseconds until the limit is whole again; undefined if the headers do not say. */
  readonly resetMs: number | undefined;
}

export interface HeaderQuotas {
  readonly requests: HeaderQuota | undefined;
  readonly tokens: HeaderQuota | undefined;
}

/** Names of the headers of a limit: of what is left, and of the reset. */
type HeaderNames = readonly [left: string, reset: string];

/** Reference provider, Azure, Groq, Together and others; Cerebras names the window; Anthropic's reset is a moment. */
const REQUESTS: readonly HeaderNames[] = [
  ['x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'],
  ['anthropic-ratelimit-requests-remaining', 'anthropic-ratelimit-requests-reset'],
  ['x-ratelimit-remaining-requests-minute', 'x-ratelimit-reset-requests-minute'],
  ['x-ratelimit-remaining', 'x-ratelimit-reset'],
];
const TOKENS: readonly HeaderNames[] = [
  ['x-ratelimit-remaining-tokens', 'x-ratelimit-reset-tokens'],
  ['anthropic-ratelimit-input-tokens-remaining', 'anthropic-ratelimit-input-tokens-reset'],
  ['anthropic-ratelimit-tokens-remaining', 'anthropic-ratelimit-tokens-reset'],
  ['x-ratelimit-remaining-tokens-minute', 'x-ratelimit-reset-tokens-minute'],
];

/** Numbers from here on are moments in seconds since 1970, and from a thousand times that in milliseconds. */
const FIRST_MOMENT_SECONDS = 1e9;
const FIRST_MOMENT_MS = 1e12;

/** A longer text is no number and no moment. */
const LONGEST_TEXT = 40;

/**
 * Reads what a provider says is left of its limits; undefined if it says nothing. Values are as the provider says them, however wrong:
 * they may be negative or huge, and a reset may be in the past.
 *
 * @param now Milliseconds since 1970, for answers without a `date`
 */
export function readQuotas(headers: Headers, now: number): HeaderQuotas | undefined {
  const requests = findQuota(headers, REQUESTS, now);
  const tokens = findQuota(headers, TOKENS, now);
  return requests === undefined && tokens === undefined ? undefined : { requests, tokens };
}

/** The first of the headers that are there. */
function findQuota(headers: Headers, names: readonly HeaderNames[], now: number): HeaderQuota | undefined {
  for (const [left, reset] of names) {
    const value = headers[left];
    if (value === undefined) continue;
    const count = readNumber(value);
    if (count !== undefined) return { left: count, resetMs: readReset(headers, reset, now) };
  }
  return undefined;
}

/** A duration such as `6m0s`, a number of seconds, or a moment as text or as a number. */
function readReset(headers: Headers, name: string, now: number): number | undefined {
  const text = first(headers[name]);
  if (text === undefined || text.length > LONGEST_TEXT) return undefined;
  const seconds = parseDuration(text);
  if (seconds === undefined) {
    const moment = Date.parse(text);
    return Number.isNaN(moment) ? undefined : moment - clockOf(headers, now);
  }
  if (seconds >= FIRST_MOMENT_MS) return seconds - clockOf(headers, now);
  return seconds >= FIRST_MOMENT_SECONDS ? seconds * 1000 - clockOf(headers, now) : seconds * 1000;
}

/** The clock of the provider, whose moments these are. */
function clockOf({ date }: Headers, now: number): number {
  const moment = Date.parse(first(date) ?? '');
  return Number.isNaN(moment) ? now : moment;
}

function readNumber(value: string | string[]): number | undefined {
  const text = first(value) ?? '';
  return text.length <= LONGEST_TEXT && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function first(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value)?.trim();
}
