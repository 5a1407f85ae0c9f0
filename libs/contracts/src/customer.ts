/** Customers have 256 characters at most, of which none is a control character. */
const CUSTOMER = /^[^\p{Cc}\p{Cs}]{1,256}$/u;

/** Bytes beyond ASCII, as HTTP has them in a header: one character each. */
const BYTES = /^[\0-\xff]*[\x80-\xff][\0-\xff]*$/;

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const UTF_8_BYTES = new TextEncoder();

/** True for a value that can be the customer of a request. */
export function isCustomer(value: unknown): value is string {
  return typeof value === 'string' && CUSTOMER.test(value);
}

/** Reads a header that names the customer, in UTF-8 or Latin-1; undefined if it names none. */
export function readCustomer(header: string | readonly string[]): string | undefined {
  if (typeof header !== 'string') return undefined;
  const customer = BYTES.test(header) ? decode(header) : header;
  return isCustomer(customer) ? customer : undefined;
}

/** Writes a customer as HTTP has it in a header: the bytes of UTF-8, one character each. `readCustomer` reads it. */
export function writeCustomer(customer: string): string {
  return Array.from(UTF_8_BYTES.encode(customer), (byte) => String.fromCharCode(byte)).join('');
}

function decode(header: string): string {
  try {
    return UTF_8.decode(Uint8Array.from(header, (byte) => byte.charCodeAt(0)));
  } catch {
    // Not UTF-8: each byte is a character of Latin-1.
    return header;
  }
}
