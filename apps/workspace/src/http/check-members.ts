import { writeProblem } from '@multilane/contracts';
import { type ClassOf, fieldsOf } from '../fields/field.js';
import { hold } from '../fields/held-values.js';
import { describeList } from '../fields/list-fields.js';
import { invalidField } from './invalid-field.js';

type Plain = Record<string, unknown>;

/** A name that is not ours is the caller's own words: it is shown, cut short. */
const LONGEST_NAME = 80;

/**
 * Returns the body in a form that class-transformer may walk: only the members that the class declares, nested objects and lists of them
 * within their bounds, and a holder in place of every other value. A field that the class does not declare, and a nested value
 * that is not the object or the list that it should be, are rejected, so that this takes time in proportion to what was sent. A null that
 * means nothing is left out.
 *
 * @throws GatewayError `invalid_value` with the field's path
 */
export function checkMembers(of: new () => object, sent: object, path = ''): Plain {
  const checked: Plain = {};
  const fields = fieldsOf(of.prototype);
  for (const name of Object.keys(sent)) {
    const value = (sent as Plain)[name];
    const here = joinPath(path, name);
    const declared = fields.get(name);
    if (declared === undefined) throw invalidField(here, `${writeProblem('unknown_field')}.`);
    if (value === null && !declared.nullable) continue;
    if (declared.objectOf && value !== null) checked[name] = checkNested(declared.objectOf(), value, here);
    else if (declared.listOf && value !== null) checked[name] = checkNestedList(declared.listOf, value, here);
    else checked[name] = hold(value);
  }
  return checked;
}

function checkNested(of: new () => object, value: unknown, path: string): Plain {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField(path, `${writeProblem('not_object')}.`);
  return checkMembers(of, value, path);
}

function checkNestedList(
  { of, maxItems }: { readonly of: ClassOf; readonly maxItems: number },
  value: unknown,
  path: string,
): Plain[] {
  const problem = describeList(value, maxItems);
  if (problem !== undefined) throw invalidField(path, `${problem}.`);
  return (value as unknown[]).map((item, index) => checkNested(of(), item, `${path}[${index}]`));
}

function joinPath(path: string, name: string): string {
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return path === '' ? shown : `${path}.${shown}`;
}
