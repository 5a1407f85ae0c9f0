import { createHash } from 'node:crypto';
import type { CountTokensRequest } from '@multilane/contracts';

/** The reference format's limit; the native one allows 128 characters, and names of MCP tools use them. */
const LONGEST_NAME = 64;
const PREFIX_LENGTH = 51;

/** The name of a tool in the chat format: a longer one is cut, and made unique by a digest of the whole. */
export function shortenName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, PREFIX_LENGTH)}_${createHash('sha256')
    .update(name)
    .digest('hex')
    .slice(0, LONGEST_NAME - PREFIX_LENGTH - 1)}`;
}

/** Gives the tools of a request their own names back. */
export function createNameRestorer({ tools = [] }: Readonly<CountTokensRequest>): (name: string) => string {
  const long = tools.map(({ name = '' }) => name).filter((name) => name.length > LONGEST_NAME);
  if (long.length === 0) return (name) => name;
  const names = new Map(long.map((name) => [shortenName(name), name]));
  return (name) => names.get(name) ?? name;
}
