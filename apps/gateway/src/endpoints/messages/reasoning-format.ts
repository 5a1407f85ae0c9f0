/** The `format` of `reasoning_details` that hold what the messages-native provider signed, wherever its models run. */
export const SIGNED_FORMAT = 'anthropic-claude-v1';

/** The details of a chat answer: what the native format has a block for, and what it has not. */
export interface SortedDetails {
  /** Blocks of the native format with the index at which they stood. */
  readonly signed: { readonly block: SignedBlock; readonly index: number }[];
  /** Other providers' proofs, which must come back to them as they came. Text alone comes back as reasoning. */
  readonly foreign: unknown[];
}

export type SignedBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };

/** Sorts `reasoning_details` (openrouter.ai/docs, "Reasoning tokens"), of a whole answer or of one chunk. */
export function sortDetails(details: unknown): SortedDetails {
  const sorted: SortedDetails = { signed: [], foreign: [] };
  for (const detail of Array.isArray(details) ? details : []) {
    if (typeof detail !== 'object' || detail === null) continue;
    const { format, signature, data, index } = detail as Record<string, unknown>;
    const block = (format ?? SIGNED_FORMAT) === SIGNED_FORMAT ? toBlock(detail) : undefined;
    if (block !== undefined) sorted.signed.push({ block, index: Number(index) });
    else if (isText(signature) || isText(data)) sorted.foreign.push(detail);
  }
  return sorted;
}

function toBlock({ type, text, signature, data }: Record<string, unknown>): SignedBlock | undefined {
  if (type === 'reasoning.encrypted' && isText(data)) return { type: 'redacted_thinking', data };
  if (type !== 'reasoning.text' || !isText(signature)) return undefined;
  return { type: 'thinking', thinking: isText(text) ? text : '', signature };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The thought signature that a call of a chat answer carries (docs/contract/chat.md#signatures). */
export function readCallSignature(call: Readonly<Record<string, unknown>>): string | undefined {
  const signature: unknown = Object(Object(call.extra_content).google).thought_signature;
  return isText(signature) ? signature : undefined;
}
