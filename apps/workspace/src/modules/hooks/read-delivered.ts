import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Delivery } from './verify-delivery.js';

/** Deeper JSON is rejected. */
const DEEPEST = 64;
/** Fields of a form. */
const MOST_FIELDS = 1_000;

const FORM = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * Reads the content of a delivery, once its signature was checked: its JSON, or null for an empty body. GitHub by default, and Slack, send
 * a form whose field `payload` is the JSON (docs.github.com/en/webhooks/using-webhooks/creating-webhooks); any other form is an object of
 * its fields, with a list for a field that comes more than once. Fails with 400 `invalid_value`.
 */
export function readDelivered({ body, headers }: Delivery): unknown {
  if (body === '') return null;
  const type = headers['content-type'];
  // `curl -d` says that JSON is a form. Forms have no brackets: whoever writes one escapes them.
  if (typeof type !== 'string' || !FORM.test(type) || /^\s*[[{]/.test(body)) return readJson(body, 'The body');
  const form = new URLSearchParams(body);
  const [payload, ...more] = form.getAll('payload');
  if (payload !== undefined && more.length === 0) return readJson(payload, 'The field `payload` of the form');
  return readFields(form);
}

function readFields(form: URLSearchParams): Record<string, unknown> {
  if (form.size > MOST_FIELDS) throw refuse(`The form has more than ${MOST_FIELDS} fields.`);
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of form) {
    const known = fields.get(name);
    if (known === undefined) fields.set(name, value);
    else if (typeof known === 'string') fields.set(name, [known, value]);
    else known.push(value);
  }
  return Object.fromEntries(fields);
}

function readJson(text: string, what: string): unknown {
  let value: unknown;
  try {
    value = parseBoundedJson(text);
  } catch (error) {
    throw new GatewayError('invalid_value', { message: `${what} is not JSON.`, cause: error });
  }
  if (isDeeper(value, DEEPEST)) throw refuse(`${what} is nested too deeply.`);
  return value;
}

function refuse(message: string): GatewayError {
  return new GatewayError('invalid_value', { message });
}

/** Level by level: what is nested very deeply would run out of stack otherwise. */
function isDeeper(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= most; depth += 1) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}
