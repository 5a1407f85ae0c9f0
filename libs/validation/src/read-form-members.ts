import type { FormField, UploadForm } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { RequestSchema } from './schemas/schema-words.js';

/**
 * The fields of a form as the members of a request: numbers and booleans where the schema has them, and lists for names
 * that end in brackets. A value that cannot be read as its type stays text, which the schema then rejects. Throws
 * `invalid_value` for a second field of a name that the schema knows: nobody could say which of the two a provider
 * would read.
 */
export function readFormMembers(form: UploadForm, schema: RequestSchema): Record<string, unknown> {
  const members = new Map<string, unknown>();
  for (const field of form.fields) {
    const name = field.name.replace(/\[\d*\]$/, '');
    const known = schema.properties?.[name];
    if (name !== field.name || isType(known, 'array')) append(members, name, field);
    else if (known !== undefined && members.has(name)) throw refuseSecond(name);
    else members.set(name, readValue(field.value, known));
  }
  return Object.fromEntries(members);
}

function append(members: Map<string, unknown>, name: string, { value }: FormField): void {
  const before = members.get(name);
  if (Array.isArray(before)) before.push(value);
  else members.set(name, [...(before === undefined ? [] : [before]), value]);
}

function readValue(value: string, schema: RequestSchema | undefined): unknown {
  if (isType(schema, 'integer') || isType(schema, 'number')) {
    return /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  }
  if (!isType(schema, 'boolean')) return value;
  const word = value.trim().toLowerCase();
  return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : value;
}

function isType(schema: RequestSchema | undefined, type: string): boolean {
  return schema?.type === type;
}

function refuseSecond(param: string): GatewayError {
  const message = `\`${param}\` must occur in the form only once.`;
  return new GatewayError('invalid_value', { param, message });
}
