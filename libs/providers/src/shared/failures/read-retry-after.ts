type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A longer text is no duration, and a pattern looks at its digits many times. */
const LONGEST_DURATION = 64;

/** Longer waits than a day are the provider's mistake or an exhausted contract; neither is worth repeating. */
const LONGEST_WAIT_SECONDS = 86_400;

/**
 * Reads the whole seconds for which the provider wants to be left alone; undefined when it does not say. Reads
 * `retry-after-ms`, `retry-after` (RFC 9110 section 10.2.3: seconds, or a date, which is measured against the answer's
 * own `date`), and else the reset time of the limit that is used up (`x-ratelimit-…`, as the reference provider sends
 * them).
 */
export function readRetryAfter(headers: Headers): number | undefined {
  const milliseconds = readNumber(headers['retry-after-ms']);
  const seconds =
    (milliseconds === undefined ? undefined : milliseconds / 1000) ??
    readRetryAfterHeader(headers) ??
    readReset(headers, 'requests') ??
    readReset(headers, 'tokens');
  return seconds === undefined ? undefined : limitWait(seconds);
}

/** A wait in whole seconds, a day at most. */
export function limitWait(seconds: number): number {
  return Math.min(Math.ceil(seconds), LONGEST_WAIT_SECONDS);
}

/** `1s`, `6m0s`, `1h30m`, `120ms` or a bare number of seconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  if (text.length > LONGEST_DURATION) return undefined;
  const bare = readNumber(text);
  if (bare !== undefined) return bare;
  let seconds = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const [, amount, unit] = PART.exec(text) ?? [];
    if (unit === undefined) return undefined;
    seconds += Number(amount) * (UNIT_SECONDS[unit] ?? 0);
  }
  return text === '' ? undefined : seconds;
}

/** One amount of a duration. Sticky, since each answer of some providers has four durations and a list of matches costs three times as much. */
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/y;

const UNIT_SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

function readRetryAfterHeader(headers: Headers): number | undefined {
  const value = first(headers['retry-after']);
  if (value === undefined) return undefined;
  const seconds = parseDuration(value);
  if (seconds !== undefined) return seconds;
  const wait = (Date.parse(value) - Date.parse(first(headers.date) ?? '')) / 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function readReset(headers: Headers, limit: 'requests' | 'tokens'): number | undefined {
  if (readNumber(headers[`x-ratelimit-remaining-${limit}`]) !== 0) return undefined;
  const reset = first(headers[`x-ratelimit-reset-${limit}`]);
  return reset === undefined ? undefined : parseDuration(reset);
}

function readNumber(value: string | string[] | undefined): number | undefined {
  const text = first(value);
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function first(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value)?.trim();
}
