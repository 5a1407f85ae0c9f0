import { fieldsOf } from '../fields/field.js';
import { describeList } from '../fields/list-fields.js';
import { invalidField } from './invalid-field.js';

type Plain = Record<string, unknown>;
type DtoClass = new () => object;

/** A name that is not ours is the caller's own words: it is shown, cut short. */
const LONGEST_NAME = 80;

/**
 * Makes a DTO of what people sent. A field that the class does not declare, and a nested value that is not the object or
 * the list that it should be, are refused before anything is made of them, so that this takes time in proportion to
 * what was sent. A null that means nothing is left out. What the fields hold is checked afterwards.
 *
 * @throws GatewayError `invalid_value` with the field's path
 */
export function toDto(of: DtoClass, plain: object, path = ''): object {
  const dto = new of() as Plain;
  const fields = fieldsOf(of.prototype);
  for (const name of Object.keys(plain)) {
    const value = (plain as Plain)[name];
    const here = joinPath(path, name);
    const declared = fields.get(name);
    if (declared === undefined) throw invalidField(here, 'is not a known field.');
    if (value === null && !declared.nullable) continue;
    if (declared.objectOf && value !== null) dto[name] = toNested(declared.objectOf(), value, here);
    else if (declared.listOf && value !== null) dto[name] = toNestedList(declared.listOf, value, here);
    else dto[name] = declared.fromText && typeof value === 'string' ? Number(value) : value;
  }
  return dto;
}

function toNested(of: DtoClass, value: unknown, path: string): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField(path, 'must be an object.');
  return toDto(of, value, path);
}

function toNestedList(
  { of, maxItems }: { readonly of: () => DtoClass; readonly maxItems: number },
  value: unknown,
  path: string,
): object[] {
  const problem = describeList(value, maxItems);
  if (problem !== undefined) throw invalidField(path, `${problem}.`);
  return (value as unknown[]).map((item, index) => toNested(of(), item, `${path}[${index}]`));
}

function joinPath(path: string, name: string): string {
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return path === '' ? shown : `${path}.${shown}`;
}
