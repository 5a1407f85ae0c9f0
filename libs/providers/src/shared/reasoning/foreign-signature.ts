import { isRecord } from '@multilane/contracts';
import { parseJsonObject } from '../texts/parse-json-object.js';

/**
 * Begins every signature of ours. The messages format has room for a provider's proof of its own thinking alone, the
 * signature of a thinking block; what other providers want back travels in it. The colon keeps it apart from the
 * provider's, which are base64; the number is the version of what follows.
 */
const PREFIX = 'multilane:1:';

/** Data that providers other than the messages-native one want back with an assistant turn. */
export interface ForeignSignature {
  /** Thought signatures of tool calls by the call's id (docs/contract/chat.md#signatures). */
  readonly calls?: Readonly<Record<string, string>>;
  /** `reasoning_details` of other formats than the native provider's, as they came. */
  readonly details?: readonly unknown[];
}

/** The signature for a thinking block that the native provider did not write. */
export function writeForeignSignature(signature: ForeignSignature): string {
  return PREFIX + Buffer.from(JSON.stringify(signature)).toString('base64url');
}

/** True if a block's signature is one of ours; the native provider would reject it. */
export function isForeignSignature(signature: unknown): signature is string {
  return typeof signature === 'string' && signature.startsWith(PREFIX);
}

/** Reads a signature of ours; undefined when it was changed on the way. */
export function readForeignSignature(signature: string): ForeignSignature | undefined {
  const value = parseJsonObject(Buffer.from(signature.slice(PREFIX.length), 'base64url').toString('utf8'));
  if (value === undefined) return undefined;
  const { calls = {}, details = [] } = value;
  if (!Array.isArray(details) || !details.every(isRecord)) return undefined;
  if (!isRecord(calls) || !Object.values(calls).every((text) => typeof text === 'string')) return undefined;
  return { calls: calls as Record<string, string>, details };
}
