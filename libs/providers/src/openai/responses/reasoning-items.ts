import {
  type ChatMessage,
  type ChatRequest,
  isRecord,
  type ResponsesReasoning,
  type ResponsesRequest,
} from '@multilane/contracts';
import type { Losses } from '../../shared/losses.js';
import type { ResponsesQuirks } from '../../wire-quirks.js';

type Json = Readonly<Record<string, unknown>>;

/** Names what this format encrypts among `reasoning_details`, as OpenRouter does (openrouter.ai/docs, "Reasoning tokens"). */
export const RESPONSES_FORMAT = 'openai-responses-v1';

/** A reasoning item on its way to the client and back over chat; `index` as `BlockCounter` counts. */
export interface EncryptedDetail {
  readonly type: 'reasoning.encrypted';
  readonly id: string;
  readonly data: string;
  readonly format: typeof RESPONSES_FORMAT;
  readonly index: number;
}

/** The detail that has a reasoning item come back; undefined for one without encrypted content, which nobody could read later. */
export function keepReasoning(
  { id, encrypted_content: data }: Json,
  takeIndex: () => number,
): EncryptedDetail | undefined {
  if (typeof data !== 'string' || data === '') return undefined;
  return {
    type: 'reasoning.encrypted',
    id: typeof id === 'string' ? id : '',
    data,
    format: RESPONSES_FORMAT,
    index: takeIndex(),
  };
}

/**
 * The reasoning item of a detail; none for what another format or another provider made. The text of the thinking is not sent back: the
 * provider reads the encrypted content alone.
 */
export function toReasoningItem(detail: unknown): ResponsesReasoning[] {
  if (!isRecord(detail)) return [];
  const { type, id, data, format } = detail;
  if (format !== RESPONSES_FORMAT || type !== 'reasoning.encrypted' || typeof data !== 'string' || data === '')
    return [];
  const named = typeof id === 'string' && id.startsWith('rs_') ? { id } : {};
  return [{ type: 'reasoning', ...named, summary: [], encrypted_content: data }];
}

/**
 * The reasoning item of a message for a server that takes the thinking as text. The official schema requires an id, and servers that are
 * made with it reject an item without one (github.com/vllm-project/vllm).
 */
export function toOpenReasoning(
  { reasoning_content: text }: ChatMessage,
  path: string,
  { sentThinking }: ResponsesQuirks,
): ResponsesReasoning[] {
  if (typeof text !== 'string' || text === '') return [];
  const id = `rs_${path.replace(/\W+/g, '')}`;
  const said =
    sentThinking === 'content' ? { content: [{ type: 'reasoning_text', text }] } : { encrypted_content: text };
  return [{ type: 'reasoning', id, summary: [], ...said } as ResponsesReasoning];
}

/** The text that a reasoning item shows: its summary, or the thinking itself where the provider gives it. */
export function readThinking({ summary, content }: Json): string {
  const texts = readTexts(content);
  return (texts.length > 0 ? texts : readTexts(summary)).join('\n\n');
}

function readTexts(parts: unknown): string[] {
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part) =>
    isRecord(part) && typeof part.text === 'string' && part.text !== '' ? [part.text] : [],
  );
}

/** The request without encrypted thinking, which is declared; the same request if it has none. */
export function leaveOutItems(request: Readonly<ResponsesRequest>, losses: Losses): Readonly<ResponsesRequest> {
  const { input } = request;
  if (!Array.isArray(input) || !input.some(isEncrypted)) return request;
  losses.lose('input');
  return { ...request, input: input.filter((item) => !isEncrypted(item)) };
}

function isEncrypted(item: Json): boolean {
  return item.type === 'reasoning' && Boolean(item.encrypted_content);
}

/** The same for a request of chat. */
export function leaveOutDetails(request: Readonly<ChatRequest>, losses: Losses): Readonly<ChatRequest> {
  const hasOwn = request.messages.some(({ reasoning_details: details }) => listed(details).some(isOfFormat));
  if (!hasOwn) return request;
  losses.lose('messages');
  return {
    ...request,
    messages: request.messages.map((message) => {
      const kept = listed(message.reasoning_details).filter((detail) => !isOfFormat(detail));
      const { reasoning_details, ...rest } = message;
      return kept.length === 0 ? rest : { ...rest, reasoning_details: kept as never };
    }),
  };
}

function listed(details: unknown): readonly unknown[] {
  return Array.isArray(details) ? details : [];
}

function isOfFormat(detail: unknown): boolean {
  return isRecord(detail) && detail.format === RESPONSES_FORMAT;
}
