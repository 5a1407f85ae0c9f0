import fc from 'fast-check';
import { ENTITY_NAMES } from './entities.js';
import { PlaceholderForm } from './placeholder-form.js';
import { planScan } from './scan-text.js';
import { type Replacements, type Rewriter } from './text-rewriter.js';

const FORM = new PlaceholderForm('[EMAIL_1]');
export const EVERYTHING: Replacements = {
  plan: planScan(new Set(ENTITY_NAMES), FORM),
  replace: (entity, value) => `<${entity}:${value.length}>`,
};

export const PIECES = [
  'jane@example.com',
  'jane.doe+tag@mail.example.co.uk',
  'j@x',
  '@',
  '.',
  '..',
  ' ',
  '\n',
  ',',
  '-',
  '+',
  '(',
  ')',
  ':',
  '4111 1111 1111 1111',
  '4111-1111',
  '5555555555554444',
  'DE89 3704 0044 0532 0130 00',
  'GB29NWBK',
  '60161331926819',
  '+1 212 555 1234',
  '(212) 555-1234',
  '0049 30 901820',
  '020 7946 0958',
  'call ',
  'phone: ',
  '123-45-6789',
  'ssn ',
  '192.168.10.1',
  '2001:db8::8a2e:370:7334',
  '::1',
  'fe80::',
  '1',
  '23',
  '2024-01-15',
  'a',
  'word ',
  'ü',
  '[EMAIL_1]',
  'order no. ',
  'client IP ',
  'version ',
  'Chrome/',
  '==',
  '[',
  ' bytes',
  '0 ',
  'https://',
  '84.112.7.203',
  '[EMAIL_',
  '12]',
  '[PHONE_',
  '%40',
  '_',
  '"',
  '\\',
  '{',
  '}',
  '/',
  '中文',
  '\u00a0',
  '😀',
  'x'.repeat(70),
]; // prettier-ignore

export const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));

/** Runs a rewriter over a text that comes in pieces, cut at these places. */
export function inPieces(rewriter: Rewriter, text: string, cuts: readonly number[]): string {
  let written = '';
  let from = 0;
  for (const cut of [...cuts].sort((one, other) => one - other)) {
    const to = Math.min(cut, text.length);
    if (to > from) written += rewriter.push(text.slice(from, to));
    from = Math.max(from, to);
  }
  return written + rewriter.push(text.slice(from)) + rewriter.end();
}
