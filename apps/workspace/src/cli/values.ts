import { InvalidArgumentError } from 'commander';
import { describeText, type TextRules } from '../fields/describe-text.js';
import { EMAIL, PASSWORD } from '../modules/auth/dto/account-rules.js';

const PRODUCT = { form: { pattern: /^[a-z][a-z0-9_]*$/, name: 'a product such as ai_gateway' } };

/** A name, as the API takes it. */
export const parseName = (text: string): string => checked(text, {});

export const parseEmail = (text: string): string => checked(text, EMAIL).toLowerCase();

/** Names of products, gathered over several uses of an option. */
export const gatherProducts = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  checked(text, PRODUCT),
];

/** Says what is wrong with a password, without it. */
export function checkPassword(password: string): string | undefined {
  return describeText(password, PASSWORD);
}

function checked(text: string, rules: TextRules): string {
  const problem = describeText(text, rules);
  if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}.`);
  return text;
}
