import { createHash } from 'node:crypto';

/** Longest name of a tool that clients and providers accept. */
const LONGEST = 64;
const HASH_LENGTH = 8;

/**
 * The name under which a tool or a prompt of a server is offered: `server__name`. A longer one, and one with characters that
 * providers reject, is cut and ends with a hash of the whole (docs/contract/mcp.md#names).
 */
export function exposeName(server: string, name: string): string {
  const whole = `${server}__${name}`;
  const plain = whole.replace(/[^A-Za-z0-9_.-]/g, '_');
  if (plain === whole && whole.length <= LONGEST) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_LENGTH);
  return `${plain.slice(0, LONGEST - HASH_LENGTH - 1)}_${hash}`;
}

/** The server in a name of `exposeName`: no name of a server has an underscore, and none is so long that it is cut. */
export function serverOfName(name: string): string | undefined {
  const end = name.indexOf('__');
  return end > 0 ? name.slice(0, end) : undefined;
}
