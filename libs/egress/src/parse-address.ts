import { isIP } from 'node:net';

/** An IP address as its bytes in network order: four, or sixteen. */
export type Address = Uint8Array;

/** The bytes of an address in text form; a zone (`%eth0`) is left out. Undefined for anything else, names too. */
export function parseAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 4) return parseV4(text);
  return version === 6 ? parseV6(text) : undefined;
}

/** A host as it is written in a URL, without the brackets of an IPv6 address. */
export function stripBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

function parseV4(text: string): Address {
  return Uint8Array.from(text.split('.'), Number);
}

/** @param text One that `isIP` took, so that only its shape is read. */
function parseV6(text: string): Address {
  const zone = text.indexOf('%');
  const [head = '', tail] = (zone === -1 ? text : text.slice(0, zone)).split('::');
  const first = parseGroups(head);
  const last = parseGroups(tail ?? '');
  const bytes = new Uint8Array(16);
  bytes.set(first);
  bytes.set(last, 16 - last.length);
  return bytes;
}

function parseGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return [...parseV4(group)];
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
