import { isAlphanumeric, isDigit, isHexDigit } from '../characters.js';
import type { TextWindow } from '../text-window.js';
import {
  isDocumentationV4,
  isDocumentationV6,
  isPersonalV4,
  isPersonalV6,
  isPrivateV4,
  isSmall,
  type Octets,
} from './address-ranges.js';
import { readLabel } from './label-words.js';

const DOT = 0x2e;
const COLON = 0x3a;
const HYPHEN = 0x2d;
const SLASH = 0x2f;

/** The longest text of an IPv6 address, with an IPv4 one in its last groups. */
const LONGEST_V6 = 45;

/**
 * An IPv4 address of four decimal octets, or an IPv6 address (RFC 4291 section 2.2), that can be somebody's: no loopback,
 * no network, no mask, no version of a program, no slice of a list.
 */
export function recognizeIpAddress(window: TextWindow, at: number): number {
  const before = window.at(at - 1);
  if (isAlphanumeric(before) || before === 0x5f) return -1;
  if (before === DOT && isAlphanumeric(window.at(at - 2))) return -1;
  const end = isDigit(window.at(at)) ? recognizeV4(window, at) : -1;
  return end < 0 && before !== COLON ? recognizeV6(window, at) : end;
}

interface ReadOctets {
  readonly octets: Octets;
  readonly end: number;
}

function recognizeV4(window: TextWindow, at: number): number {
  const read = readOctets(window, at);
  if (read === undefined) return -1;
  const { end, octets } = read;
  const next = window.at(end);
  if (isAlphanumeric(next) || next === 0x5f || next === 0x2b) return -1;
  // A fifth number makes it a version or an object identifier; behind a dash only a second address may follow.
  if (next === DOT && isAlphanumeric(window.at(end + 1))) return -1;
  if (next === HYPHEN && isAlphanumeric(window.at(end + 1)) && readOctets(window, end + 1) === undefined) return -1;
  if (!isPersonalV4(octets) || isNetwork(window, end, octets)) return -1;
  return isAddress(window, at, end, octets) ? end : -1;
}

/** A prefix length behind it, with nothing but zeros beyond the prefix: `10.1.2.0/24`. */
function isNetwork(window: TextWindow, end: number, octets: Octets): boolean {
  if (window.at(end) !== SLASH || !isDigit(window.at(end + 1))) return false;
  let place = end + 1;
  while (isDigit(window.at(place)) && place - end <= 3) place++;
  const prefix = Number(window.slice(end + 1, place));
  if (prefix >= 32) return false;
  const [a, b, c, d] = octets;
  const host = (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % 2 ** (32 - prefix);
  return host === 0;
}

/** A constraint on a version: `==1.2.3.4`, `~> 1.2.3.4`, `(= 1.2.3.4)`. */
const CONSTRAINT = /(?:[=<>~!^]=|~>|\(=) ?["']?$|(?:^|[\s"'(,|])[\^~<>]$|[~^]["']?$/;
/** `Chrome/120.0.0.1`, but neither `//10.0.0.5` nor `example.com/10.0.0.5` nor `/users/10.0.0.5`. */
const PRODUCT = /(?:^|[^\w./-])[\w+-]*[a-z][\w+-]*\/$/i;
/** `package@1.2.3.4`, but not `root@10.0.0.5`. */
const PACKAGE = /@$/;
const ACCOUNT =
  /(?:^|[\s"'`/(:=])(?:root|admin|administrator|ubuntu|debian|centos|ec2-user|pi|deploy|user|git|opc|core|vagrant|[a-z]+\.[a-z]+)@$|(?:ssh|scp|sftp|rsync|:\/\/)[^\n]*@$/i;
/** `image:2.4.1.7` and `app-1.2.3.4`. */
const JOINED = /[\p{L}\d][-:]$/u;
const VERSION_BEHIND = /^ ?\(?(?:version|release|build|beta|alpha|nightly|update|rc\d)/i;
const REACH = 40;

/** True if the text around four octets, and the octets themselves, speak for an address. */
function isAddress(window: TextWindow, at: number, end: number, octets: Octets): boolean {
  const label = readLabel(window, at);
  const left = window.slice(at - REACH, at);
  if (left.endsWith('@[')) return false;
  if (isDocumentationV4(octets)) return label === 'own_ip';
  if (label === 'ip' || label === 'own_ip') return true;
  if (label === 'version') return false;
  if (CONSTRAINT.test(left) || PRODUCT.test(left)) return false;
  if (PACKAGE.test(left)) return ACCOUNT.test(left);
  if (JOINED.test(left) && !/\d-$/.test(left)) return false;
  if (isPrivateV4(octets)) return true;
  if (isSmall(octets) && !left.endsWith('//')) return false;
  if (window.at(end) === 0x20 || window.at(end) === 0x28) {
    window.at(end + 9);
    return !VERSION_BEHIND.test(window.slice(end, end + 10));
  }
  return true;
}

function readOctets(window: TextWindow, at: number): ReadOctets | undefined {
  const octets: [number, number, number, number] = [0, 0, 0, 0];
  let place = at;
  for (let octet = 0; octet < 4; octet++) {
    if (octet > 0 && window.at(place++) !== DOT) return undefined;
    let value = 0;
    let length = 0;
    while (length < 4 && isDigit(window.at(place))) {
      value = value * 10 + window.at(place++) - 0x30;
      length++;
    }
    if (length === 0 || value > 255 || (length > 1 && window.at(place - length) === 0x30)) return undefined;
    octets[octet] = value;
  }
  return { octets, end: place };
}

function recognizeV6(window: TextWindow, at: number): number {
  let end = at;
  while (end - at <= LONGEST_V6 && isPartOfV6(window.at(end))) end++;
  const next = window.at(end);
  if (end - at > LONGEST_V6 || end === at || isAlphanumeric(next) || next === 0x5f) return -1;
  // A full stop or a colon may end the sentence.
  const text = window.slice(at, end).replace(/\.$|(?<!:):$/, '');
  if (!isV6(text)) return -1;
  const address = text.toLowerCase();
  if (!isPersonal(address) || isSlice(window, at, address)) return -1;
  if (next === SLASH && isDigit(window.at(end + 1)) && address.includes('::') && isPrefix(window, end)) return -1;
  return isDocumentationV6(address) && readLabel(window, at) !== 'own_ip' ? -1 : at + text.length;
}

/** `/48` and the like; `/128`, and a host with its `/64`, stay addresses. */
function isPrefix(window: TextWindow, end: number): boolean {
  return window.at(end - 1) === COLON;
}

/** A mapped or translated IPv4 address is judged as itself. */
function isPersonal(address: string): boolean {
  const embedded = /^(?:::ffff:|64:ff9b::)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  if (embedded === null) return isPersonalV6(address);
  const [, a, b, c, d] = embedded.map(Number);
  const octets: Octets = [a ?? 0, b ?? 0, c ?? 0, d ?? 0];
  return isPersonalV4(octets) && !isDocumentationV4(octets);
}

/** `list[2000::3]`: nothing but decimal digits in the brackets of an index. */
function isSlice(window: TextWindow, at: number, address: string): boolean {
  if (!/^\d+::\d+$/.test(address)) return false;
  const left = window.slice(at - REACH, at);
  return /[\w)\]][^\S\n]*\[[^\]\n]*$/.test(left) || left.endsWith('[');
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
