import { isAlphanumeric } from '../characters.js';
import { LEFT_CONTEXT, type TextWindow, type TriedRun } from '../text-window.js';
import { FORMS, pairOf, type SecretForm, WITHOUT_PREFIX } from './secret-forms.js';

/** So much of a key is read, and of a token with many claims. */
const LONGEST_KEY = 512;
const LONGEST_TOKEN = 4_096;
/** Length of a key whose form has no prefix. */
const LONGEST_WITHOUT_PREFIX = 128;
/** Longer ones are data. */
const LONGEST_VALUE = 256;
const LONGEST_PRIVATE_KEY = 16_384;
/** Length of the user and password of an address. */
const LONGEST_CREDENTIALS = 200;

const UNDERSCORE = 0x5f;
const HYPHEN = 0x2d;
const COLON = 0x3a;
const DOT = 0x2e;
const SLASH = 0x2f;

/**
 * A secret that opens something: a key in the form of one of the known services, a private key in PEM, the credentials of an address such as
 * `postgres://user:password@`, or a random value with a label such as `password =` before it. Values that are evidently examples are none.
 */
export function recognizeSecret(window: TextWindow, at: number): number {
  const privateKey = recognizePrivateKey(window, at);
  if (privateKey >= 0) return privateKey;
  const before = window.at(at - 1);
  if (isAlphanumeric(before) || before === UNDERSCORE || before === HYPHEN) return -1;
  const end = recognizeForm(window, at);
  return end >= 0 ? end : recognizeWord(window, at);
}

/** Beginning of a JSON Web Token. */
const TOKEN = 'eyJ';

function recognizeForm(window: TextWindow, at: number): number {
  const [first, second] = [window.at(at), window.at(at + 1)];
  if (first > 127 || second > 127) return -1;
  for (const form of FORMS.get(pairOf(first, second)) ?? []) {
    if (!beginsWith(window, at, form.prefix)) continue;
    const start = at + form.prefix.length;
    if (!mayTry(window, start)) return -1;
    const [found] = form.rest.exec(readKey(window, start, form.prefix === TOKEN ? LONGEST_TOKEN : LONGEST_KEY)) ?? [];
    if (found !== undefined && isSecretOf(form, found)) return start + found.length;
  }
  return -1;
}

/** Short forms are told from words by their randomness. */
function isSecretOf({ prefix }: SecretForm, rest: string): boolean {
  return !isExample(rest) && entropyOf(rest) >= (prefix.length < 4 && rest.length < 40 ? 3 : 2.5);
}

function beginsWith(window: TextWindow, at: number, prefix: string): boolean {
  for (let index = 0; index < prefix.length; index++) {
    if (window.at(at + index) !== prefix.charCodeAt(index)) return false;
  }
  return true;
}

/** So often a run of characters is tried for a key. What begins more of them is data. */
const MOST_TRIES = 8;

function mayTry(window: TextWindow, at: number): boolean {
  const run = readRun(window, at);
  run.tries++;
  return run.tries <= MOST_TRIES;
}

/** Characters of keys from a place on, so many at most. */
function readKey(window: TextWindow, from: number, longest: number): string {
  return window.slice(from, Math.min(readRun(window, from).end, from + longest));
}

/** The run of characters of keys that a place is in, up to as many as the longest secret has; the window keeps it. */
function readRun(window: TextWindow, from: number): TriedRun {
  const { keys: last, text } = window;
  const isInside = last !== undefined && last.text === text && last.from <= from && from < last.end;
  let end = isInside ? last.end : from;
  while (end - from < LONGEST_TOKEN && isOfKey(window.at(end))) end++;
  if (isInside && end === last.end) return last;
  const run = { text, from: isInside ? last.from : from, end, tries: isInside ? last.tries : 0 };
  window.keys = run;
  return run;
}

/** Letters, digits, and `_ - . ~ + / = :` */
function isOfKey(code: number): boolean {
  return (
    isAlphanumeric(code) ||
    code === UNDERSCORE ||
    code === HYPHEN ||
    code === DOT ||
    code === 0x7e ||
    code === 0x2b ||
    code === SLASH ||
    code === 0x3d ||
    code === COLON
  );
}

const PEM_HEADER = 'BEGIN ';
const PEM_KIND = /^(?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/;
const PEM_END = '-----END ';

/** A private key in PEM (RFC 7468) or of PGP, from `BEGIN` to the name at its end, also with escaped line breaks. */
function recognizePrivateKey(window: TextWindow, at: number): number {
  if (!beginsWith(window, at, PEM_HEADER)) return -1;
  const from = at + PEM_HEADER.length;
  let headerEnd = from;
  while (headerEnd - from < 60 && window.at(headerEnd) !== 0 && window.at(headerEnd) !== HYPHEN) headerEnd++;
  const [header] = PEM_KIND.exec(`${window.slice(from, headerEnd)}-----`) ?? [];
  if (header === undefined) return -1;
  let end = headerEnd;
  while (end - at < LONGEST_PRIVATE_KEY && window.at(end) !== 0) {
    if (window.at(end) === HYPHEN && end > headerEnd + 5 && beginsWith(window, end, PEM_END)) {
      return end + PEM_END.length + header.length - '-----'.length;
    }
    end++;
  }
  // What is not closed is a key as far as it goes, unless hardly anything follows.
  return end - headerEnd > 60 ? end : -1;
}

/** Secrets that the word at a place begins, or is. */
function recognizeWord(window: TextWindow, at: number): number {
  let end = at;
  while (end - at < 64 && isOfWord(window.at(end))) end++;
  const next = window.at(end);
  if (next === COLON && window.at(end + 1) === SLASH && window.at(end + 2) === SLASH) {
    return recognizeCredentials(window, at, end + 3);
  }
  // Shorter ones begin no form without a prefix.
  if (end - at >= 4 && (end - at >= 35 || next === COLON || next === DOT || next === 0x7e)) {
    const key = readKey(window, at, LONGEST_WITHOUT_PREFIX);
    for (const form of WITHOUT_PREFIX) {
      const [found] = form.exec(key) ?? [];
      if (found !== undefined && !isExample(found)) return at + found.length;
    }
  }
  return recognizeLabelled(window, at);
}

function isOfWord(code: number): boolean {
  return isAlphanumeric(code) || code === UNDERSCORE || code === HYPHEN;
}

const CREDENTIALS = /^[^\s:@/?#"'<>`]{0,64}:([^\s@/"'<>`]{3,128})$/;
const NO_PASSWORD = /^(?:pass(?:word|wd)?|pwd|secret|token|key|user(?:name)?|\*+|x+|\.+|\$.*|%[a-z(].*|\{.*|\[.*)$/i;

/** The user and password of an address, with its scheme: what remains is the host. */
function recognizeCredentials(window: TextWindow, at: number, from: number): number {
  let end = from;
  while (end - from < LONGEST_CREDENTIALS && isOfCredentials(window.at(end))) end++;
  if (window.at(end) !== 0x40) return -1;
  const [, password] = CREDENTIALS.exec(window.slice(from, end)) ?? [];
  return password === undefined || NO_PASSWORD.test(password) || at === end ? -1 : end;
}

/** Anything but white space, quotes, angle brackets, `/`, `?`, `#` and the at-sign. */
function isOfCredentials(code: number): boolean {
  return (
    code > 0x20 && code !== 0x40 && code !== SLASH && code !== 0x3f && !'"\'<>`#'.includes(String.fromCharCode(code))
  );
}

/** `password: "…"`, `API_KEY=…`, `Authorization: Bearer …` and the like, before a value. */
const LABEL =
  /(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|(?:private|secret|signing|encryption|master|auth)[_-]?key|credentials?|authorization|bearer)["'`\])]{0,2}(?:\s{1,3}is)?\s{0,3}(?::=|=>|:|=|\s)\s{0,3}(?:(?:bearer|basic|token)\s+)?["'`]?$/i;

const SHORTEST_VALUE = 12;

/** Characters between a label and its value. */
const MAY_PRECEDE = '"\'`=: \t';

/** A random value with a label. Where a run has one label, the rest of the run is its value. */
function recognizeLabelled(window: TextWindow, at: number): number {
  if (!MAY_PRECEDE.includes(window.slice(at - 1, at))) return -1;
  const last = window.values;
  if (last !== undefined && last.text === window.text && last.from < at && at < last.end) return -1;
  let end = at;
  while (end - at <= LONGEST_VALUE && isOfValue(window.at(end))) end++;
  // Most words are too short, and are not looked at any further.
  if (end - at < SHORTEST_VALUE || end - at > LONGEST_VALUE) return -1;
  if (!LABEL.test(window.slice(at - LEFT_CONTEXT, at))) return -1;
  window.values = { text: window.text, from: at, end };
  const value = window.slice(at, end).replace(/[.,;:!?)]+$/, '');
  return isRandom(value) ? at + value.length : -1;
}

/** Passwords have marks, which end with white space, quotes, commas and brackets. */
function isOfValue(code: number): boolean {
  return code > 0x20 && code < 0x7f && !'"\'`<>(){}[],;\\'.includes(String.fromCharCode(code));
}

/** `test-credential-0001`, `AWS4-HMAC-SHA256` */
const WORDS = /^(?:[A-Za-z]+\d{0,4}|\d{1,4})(?:[-_.](?:[A-Za-z]+\d{0,4}|\d{1,4}))+$/;

/** Letters and digits without a pattern. Paths, names of variables and words joined by marks are none. */
function isRandom(value: string): boolean {
  if (value.length < SHORTEST_VALUE || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (isExample(value) || /^(?:https?:|\/|\.{1,2}\/|\$|%|[a-z]+\.[a-z]+[.(])/i.test(value)) return false;
  if (WORDS.test(value)) return false;
  return entropyOf(value) >= (/^[0-9a-fA-F-]+$/.test(value) ? 2.8 : 3.2);
}

const EXAMPLE =
  /example|sample|dummy|fake|placeholder|change[_-]?me|redacted|your[_-]|<|\.\.\.|(.)\1{7}|(?:0123456789|1234567890|abcdefgh)/i;

/** True for what documentation writes in the place of a secret. */
function isExample(text: string): boolean {
  return EXAMPLE.test(text);
}

/** Shannon's entropy, in bits a character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
