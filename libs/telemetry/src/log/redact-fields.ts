import { isError, serializeError } from './serialize-error.js';

/** Replaces the value of a secret field. */
export const REDACTED = '[redacted]';

/** Names of fields that are never logged, in lower case and without `-` and `_`. */
const SECRET_FIELDS = new Set([
  'authorization',
  'proxyauthorization',
  'apikey',
  'apikeys',
  'xapikey',
  'xgoogapikey',
  'cookie',
  'cookies',
  'setcookie',
  'mlsession',
  'password',
  'secret',
  'clientsecret',
  'webhooksigningsecret',
  'secretaccesskey',
  'sessiontoken',
  'xamzsecuritytoken',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'token',
  'privatekey',
  'credentialsjson',
  'encryptionkey',
]);

/** Deeper members are left out of the log. */
const MAX_DEPTH = 8;

/**
 * A copy of what is to be logged, without the value of any field known to hold a secret, at any depth. Errors become
 * what `serializeError` makes of them. Cycles and values beyond the eighth level are named instead of followed.
 */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactMembers(fields, []);
}

function redactMembers(fields: object, parents: readonly object[]): Record<string, unknown> {
  const path = [...parents, fields];
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    copy[name] = isSecretField(name) ? REDACTED : redactValue(value, path);
  }
  return copy;
}

function redactValue(value: unknown, path: readonly object[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isError(value)) return serializeError(value);
  if (path.includes(value)) return '[circular]';
  if (path.length >= MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((element) => redactValue(element, [...path, value]));
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return redactValue(value.toJSON(), [...path, value]);
  return redactMembers(value, path);
}

function isSecretField(name: string): boolean {
  return SECRET_FIELDS.has(name.replace(/[-_]/g, '').toLowerCase());
}
