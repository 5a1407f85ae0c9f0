import { createHash } from 'node:crypto';

const LONGEST = 64;
const HASH_LENGTH = 8;

/**
 * The name by which a model calls a tool of an MCP server: `name__tool`. A longer one, and one with characters that providers reject, is
 * cut and ends with a hash of the whole.
 */
export function nameMcpTool(name: string, tool: string): string {
  const whole = `${name}__${tool}`;
  const plain = whole.replace(/[^A-Za-z0-9_-]/g, '_');
  if (plain === whole && whole.length <= LONGEST) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_LENGTH);
  return `${plain.slice(0, LONGEST - HASH_LENGTH - 1)}_${hash}`;
}
