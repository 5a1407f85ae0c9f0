import { GatewayError } from '@multilane/errors';
import type { McpServer } from '../snapshot/mcp-servers.js';

/** In characters, of one value. */
const LONGEST_VALUE = 4_096;

/**
 * The caller's headers that a server is declared to get (docs/contract/mcp.md#headers-of-callers); undefined if there are none.
 *
 * @throws GatewayError 400 for a value that is too long
 */
export function forwardHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { forwarded }: Pick<McpServer, 'forwarded'>,
): Readonly<Record<string, string>> | undefined {
  if (forwarded.length === 0) return undefined;
  const sent: Record<string, string> = {};
  for (const name of forwarded) {
    const value = headers[name];
    if (value === undefined) continue;
    const text = Array.isArray(value) ? value.join(', ') : value;
    if (text.length > LONGEST_VALUE) {
      const message = `The header ${name} has more than ${LONGEST_VALUE} characters, and is not passed on to the MCP server.`;
      throw new GatewayError('invalid_value', { param: name, message });
    }
    sent[name] = text;
  }
  return sent;
}
