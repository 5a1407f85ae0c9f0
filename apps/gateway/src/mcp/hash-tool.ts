import { createHash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/server';
import { isRecord } from '@multilane/contracts';

/** SHA-256, in hex, of all that a server says of a tool, however it orders the members. */
export function hashTool(tool: Tool): string {
  const { _meta: _ignored, icons: _icons, ...said } = tool;
  return createHash('sha256')
    .update(JSON.stringify(sortMembers(said)))
    .digest('hex');
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortMembers(value[name])]));
}
