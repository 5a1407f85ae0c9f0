import { isAlphanumeric, isDigit, isHexDigit } from '../characters.js';
import type { TextWindow } from '../text-window.js';

const DOT = 0x2e;
const COLON = 0x3a;

/** The longest text of an IPv6 address, with an IPv4 one in its last groups. */
const LONGEST_V6 = 45;

/** An IPv4 address of four decimal octets, or an IPv6 address (RFC 4291 section 2.2). */
export function recognizeIpAddress(window: TextWindow, at: number): number {
  const before = window.at(at - 1);
  if (isAlphanumeric(before) || before === COLON || before === 0x5f) return -1;
  if (before === DOT && isAlphanumeric(window.at(at - 2))) return -1;
  const end = isDigit(window.at(at)) ? recognizeV4(window, at) : -1;
  return end < 0 ? recognizeV6(window, at) : end;
}

function recognizeV4(window: TextWindow, at: number): number {
  const end = readOctets(window, at);
  if (end < 0) return -1;
  const next = window.at(end);
  if (isAlphanumeric(next) || next === 0x5f) return -1;
  // A fifth number makes it a version or an object identifier.
  return (next === DOT || next === 0x2d) && isAlphanumeric(window.at(end + 1)) ? -1 : end;
}

function readOctets(window: TextWindow, at: number): number {
  let place = at;
  for (let octet = 0; octet < 4; octet++) {
    if (octet > 0 && window.at(place++) !== DOT) return -1;
    let value = 0;
    let length = 0;
    while (length < 4 && isDigit(window.at(place))) {
      value = value * 10 + window.at(place++) - 0x30;
      length++;
    }
    if (length === 0 || value > 255 || (length > 1 && window.at(place - length) === 0x30)) return -1;
  }
  return place;
}

function recognizeV6(window: TextWindow, at: number): number {
  let end = at;
  while (end - at <= LONGEST_V6 && isPartOfV6(window.at(end))) end++;
  const next = window.at(end);
  if (end - at > LONGEST_V6 || end === at || isAlphanumeric(next) || next === 0x5f) return -1;
  // A full stop or a colon may end the sentence.
  const text = window.slice(at, end).replace(/\.$|(?<!:):$/, '');
  return isV6(text) ? at + text.length : -1;
}

function isPartOfV6(code: number): boolean {
  return isHexDigit(code) || code === COLON || code === DOT;
}

const GROUPS = /^(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,7})?$/i;
const EMBEDDED_V4 = /(?<=:)(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

function isV6(text: string): boolean {
  // Words of a program may be spelled in hexadecimal digits: `dead::beef`.
  if (!text.includes(':') || !/\d/.test(text)) return false;
  const [head = '', tail, ...others] = text.replace(EMBEDDED_V4, 'ffff:ffff').split('::');
  if (others.length > 0 || !GROUPS.test(head) || !GROUPS.test(tail ?? '')) return false;
  const groups = countGroups(head) + countGroups(tail ?? '');
  if (tail !== undefined) return groups >= 1 && groups <= 7;
  // Eight pairs are a hardware address (EUI-64).
  return groups === 8 && /[\da-f]{3}/i.test(text);
}

function countGroups(part: string): number {
  return part === '' ? 0 : part.split(':').length;
}
