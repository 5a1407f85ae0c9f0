import { createRequire } from 'node:module';
import { isAlphanumeric, isForeignLetter, isWordCharacter } from '../characters.js';
import type { TextWindow } from '../text-window.js';

/** RFC 5321 section 4.5.3.1: octets of the local part, and of the domain. */
const LONGEST_LOCAL_PART = 64;
const LONGEST_DOMAIN = 255;

const AT = 0x40;
const DOT = 0x2e;
const HYPHEN = 0x2d;
const PERCENT = 0x25;
const UNDERSCORE = 0x5f;
const COLON = 0x3a;

/** Endings of the files named in text and code, units of systemd and the like, which look like domains and are none. */
const FILE_ENDINGS: ReadonlySet<string> = new Set('zip mov py rs sh pl ps so md cc ml ts target'.split(' '));

/** Names that are reserved, or in use within houses (RFC 2606, RFC 6762, RFC 8375). */
const LOCAL_ENDINGS = 'example test invalid local localdomain internal intranet lan home corp private arpa onion';

/** The top-level domains that IANA delegates; those of code and files are judged by the text around them. */
const TOP_LEVELS: ReadonlySet<string> = new Set([
  ...(createRequire(import.meta.url)('tlds') as string[]),
  ...LOCAL_ENDINGS.split(' '),
]);

/** An email address with a dotted domain; the at-sign may be percent-encoded, as in links. */
export function recognizeEmail(window: TextWindow, at: number): number {
  if (!beginsLocalPart(window, at)) return -1;
  let place = at;
  while (place - at <= LONGEST_LOCAL_PART && isLocal(window.at(place))) {
    if (window.at(place) === DOT && window.at(place + 1) === DOT) return -1;
    place++;
  }
  if (place === at || place - at > LONGEST_LOCAL_PART || window.at(place - 1) === DOT) return -1;
  const domain = skipAtSign(window, place);
  if (domain < 0) return -1;
  const end = findDomainEnd(window, domain);
  return end < 0 || isOfMachine(window, at, place, end) ? -1 : end;
}

function beginsLocalPart(window: TextWindow, at: number): boolean {
  const code = window.at(at);
  if (!isWordCharacter(code) && code !== UNDERSCORE) return false;
  const before = window.at(at - 1);
  if (!isLocal(before)) return true;
  if (isWordCharacter(before) || before === UNDERSCORE) return false;
  const further = window.at(at - 2);
  // Words may end in an ellipsis, and an address may be quoted.
  return before === DOT ? further === DOT || !isLocal(further) : !isLocal(further);
}

/** The characters of local parts that are in use; of the others that RFC 5322 allows, most mark text around an address. */
function isLocal(code: number): boolean {
  return (
    isAlphanumeric(code) ||
    code === DOT ||
    code === UNDERSCORE ||
    code === 0x2b ||
    code === HYPHEN ||
    code === 0x27 ||
    isForeignLetter(code)
  );
}

function skipAtSign(window: TextWindow, place: number): number {
  const code = window.at(place);
  if (code === AT) return place + 1;
  return code === PERCENT && window.at(place + 1) === 0x34 && window.at(place + 2) === 0x30 ? place + 3 : -1;
}

/** A label that can be a top-level domain, up to a hyphen that ends it. */
const TOP_LEVEL = /^(?:xn--[a-z0-9-]{1,59}|[a-z\u00c0-\u052f]{2,63}(?=-|$))/i;

/** The end of the longest domain of at least two labels whose last one can be a top-level domain, or -1. */
function findDomainEnd(window: TextWindow, from: number): number {
  let end = from;
  while (end - from < LONGEST_DOMAIN && isDomainCharacter(window.at(end))) end++;
  const labels = window.slice(from, end).split('.');
  const empty = labels.indexOf('');
  for (let last = (empty < 0 ? labels.length : empty) - 1; last > 0; last--) {
    const [top] = TOP_LEVEL.exec(labels[last] ?? '') ?? [];
    if (top === undefined || !isTopLevel(top.toLowerCase())) continue;
    if (FILE_ENDINGS.has(top.toLowerCase()) && isVersionOrFile(labels[last - 1] ?? '')) continue;
    return from + labels.slice(0, last).join('.').length + 1 + top.length;
  }
  return -1;
}

function isDomainCharacter(code: number): boolean {
  return isWordCharacter(code) || code === DOT || code === HYPHEN;
}

function isTopLevel(label: string): boolean {
  return label.startsWith('xn--') || TOP_LEVELS.has(label);
}

/** `icon@2x.zip`, `action@main.py` */
function isVersionOrFile(label: string): boolean {
  return /^(?:\d+x?|v\d.*|main|index|master|latest)$/i.test(label);
}

const MACHINES = /^(?:git|hg|svn|gitea|getty|postgres)$/i;
const USER_OF_URL = /[a-z][a-z\d+.-]*:\/\/[^\s/?#"'<>]*$/i;
const MESSAGE_ID = /(?:message-id|msgid|references|in-reply-to)["']? ?[:=][^\n]*$/i;
const REACH = 60;

/**
 * True if it names a machine or a message, not a person: the address of a repository, the user of a URL, the place of a
 * remote copy, the id of a message, or a call in code: `git@host:owner/name`, `scheme://user:password@host`,
 * `user@host:/path`, `a@b.dot(c)`.
 */
function isOfMachine(window: TextWindow, at: number, localEnd: number, end: number): boolean {
  if (MACHINES.test(window.slice(at, localEnd))) return true;
  const next = window.at(end);
  if (next === 0x28) return true;
  if (next === COLON) {
    const place = window.at(end + 1);
    if (place === 0x2f || place === 0x7e) return true;
  }
  const left = window.slice(at - REACH, at);
  return USER_OF_URL.test(left) || MESSAGE_ID.test(left);
}
