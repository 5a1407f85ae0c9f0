import { randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 32;
const FORM = new RegExp(`^ml-[${BASE62}]{${LENGTH}}$`);

/** A key of the form that keys have (docs/contract/authentication.md#token-forms). */
export function createDemoKey(): string {
  return `ml-${Array.from({ length: LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('')}`;
}

export function isDemoKey(value: unknown): value is string {
  return typeof value === 'string' && FORM.test(value);
}
