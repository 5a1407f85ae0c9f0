import { isRecord } from '@multilane/contracts';
import { parseJsonObject } from '../texts/parse-json-object.js';

/**
 * Data that must come back untouched with a turn: the signed thinking of N and B (`reasoning_details` of chat), and G's
 * attachments of a call (`extra_content`), by the id of the call.
 */
export interface ReasoningEnvelope {
  readonly details: readonly unknown[];
  readonly calls: Readonly<Record<string, unknown>>;
}

/** Names the form that follows, so that another one can come later. */
const VERSION = 'ml1.';

/**
 * The text of `reasoning.encrypted_content`. It is not a secret: the providers sign or encrypt what it holds
 * (docs/contract/chat.md#signatures).
 */
export function sealReasoning(envelope: ReasoningEnvelope): string {
  return VERSION + Buffer.from(JSON.stringify(envelope)).toString('base64url');
}

/** True if a text says that the gateway wrote it; texts that other services encrypt look otherwise. */
export function isSealedHere(text: string): boolean {
  return text.startsWith(VERSION);
}

/** The envelope that a text holds; undefined for what the gateway did not write. */
export function openReasoning(text: string): ReasoningEnvelope | undefined {
  if (!text.startsWith(VERSION)) return undefined;
  const envelope = parseJsonObject(Buffer.from(text.slice(VERSION.length), 'base64url').toString('utf8'));
  if (envelope === undefined) return undefined;
  const { details, calls } = envelope;
  return Array.isArray(details) && isRecord(calls) ? { details, calls } : undefined;
}
