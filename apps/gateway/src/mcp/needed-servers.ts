import { isRecord } from '@multilane/contracts';
import { serverOfName } from './tool-names.js';
import { CALL_TOOL, FIND_TOOLS } from './tool-search.js';

/** The servers whose lists a message is answered from. */
export interface NeededServers {
  /** True if the message is for this one server. */
  readonly isOne: boolean;
  has(server: string): boolean;
}

export const ALL_SERVERS: NeededServers = { isOne: false, has: () => true };

const LISTS = /^(initialize|server\/discover|(?:tools|resources|prompts)\/.*)$/;

/**
 * Finds the servers that a message needs: for a call, only the server of its tool. Undefined: the message costs no question to a server.
 *
 * @param only the server that the path names
 */
export function findNeeded(message: unknown, only: string | undefined): NeededServers | undefined {
  if (!isRecord(message) || typeof message.method !== 'string' || !LISTS.test(message.method)) return undefined;
  const one = only ?? findCalled(message.method, message.params);
  return one === undefined ? ALL_SERVERS : { isOne: true, has: (server) => server === one };
}

function findCalled(method: string, params: unknown): string | undefined {
  if (!isRecord(params) || !(method === 'tools/call' || method === 'prompts/get')) return undefined;
  const { arguments: values, name } = params;
  if (name === FIND_TOOLS) return undefined;
  const called = name === CALL_TOOL && isRecord(values) ? values.name : name;
  return typeof called === 'string' ? serverOfName(called) : undefined;
}
