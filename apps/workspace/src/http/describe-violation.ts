import { writeProblem } from '@multilane/contracts';
import type { ValidationError } from 'class-validator';

/** A name that is not ours is the caller's own words: it is shown, cut short. */
const LONGEST_NAME = 80;

/** The path of the field at fault, and what is wrong with it in words that follow its name. */
export function describeViolation(violation: ValidationError): { param: string; message: string } {
  const path: string[] = [];
  let current = violation;
  while (current.constraints === undefined && current.children?.[0] !== undefined) {
    path.push(current.property);
    current = current.children[0];
  }
  path.push(current.property);
  const [rule = '', words = 'is not valid'] = Object.entries(current.constraints ?? {})[0] ?? [];
  const [, index = '', rest = words] = /^(\[\d+\]) (.*)$/s.exec(words) ?? [];
  const message = rule === 'whitelistValidation' ? `${writeProblem('unknown_field')}.` : `${rest}.`;
  return { param: `${joinPath(path)}${index}`, message };
}

function joinPath(names: readonly string[]): string {
  return names.reduce((path, name) => {
    if (/^\d+$/.test(name) && path !== '') return `${path}[${name}]`;
    const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
    return path === '' ? shown : `${path}.${shown}`;
  }, '');
}
