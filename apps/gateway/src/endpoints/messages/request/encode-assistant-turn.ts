import type { ChatMessage, MessageBlock, ToolCall } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { type ForeignSignature, isForeignSignature, readForeignSignature } from '@multilane/providers';
import { type ContentPosition, nameOf, type PositionedBlock } from '../content-position.js';
import { SIGNED_FORMAT } from '../reasoning-format.js';
import { ELSEWHERE, invalid, refuseOtherMembers } from '../refuse.js';
import { shortenName } from '../tool-names.js';
import { encodeParts, loseAt, type PositionedPart, type Translation, toContent } from './encode-parts.js';
import { markCache, takesCacheMarks } from './mark-cache.js';

export interface AssistantTurn {
  readonly message: ChatMessage;
  readonly parts: readonly ContentPosition[];
  readonly calls: readonly ContentPosition[];
}

const CALL_MEMBERS = new Set(['type', 'id', 'name', 'input', 'cache_control']);
const THINKING_MEMBERS = new Set(['type', 'thinking', 'signature', 'cache_control']);
const REDACTED_MEMBERS = new Set(['type', 'data', 'cache_control']);

/** Collects the parts of a turn, block by block. */
class TurnReader {
  readonly parts: PositionedPart[] = [];
  readonly calls: { call: ToolCall; place: ContentPosition }[] = [];
  readonly thoughts: string[] = [];
  readonly details: unknown[] = [];
  /** Thought signatures by the id of their call. */
  readonly signatures = new Map<string, string>();
  /** Number of the blocks before, as the chat format stores them: all text is one. */
  #count = 0;

  constructor(private readonly translation: Translation) {}

  take(placed: PositionedBlock): void {
    const { block, place } = placed;
    switch (block.type) {
      case 'tool_use':
        this.#count++;
        this.calls.push({ call: encodeCall(block, place, this.translation), place });
        break;
      case 'thinking':
        this.#takeThinking(block, place);
        break;
      case 'redacted_thinking':
        refuseOtherMembers(block, REDACTED_MEMBERS, nameOf(place));
        this.details.push({
          type: 'reasoning.encrypted',
          data: block.data,
          format: SIGNED_FORMAT,
          index: this.#count++,
        });
        break;
      default:
        if (this.parts.length === 0) this.#count++;
        // A chat message has one text, and then its calls.
        if (this.calls.length > 0) loseAt(place, this.translation.losses);
        this.parts.push(...encodeParts(placed, this.translation));
    }
  }

  #takeThinking(block: MessageBlock, place: ContentPosition): void {
    const path = nameOf(place);
    refuseOtherMembers(block, THINKING_MEMBERS, path);
    const { signature } = block;
    const text = String(block.thinking);
    if (text !== '') this.thoughts.push(text);
    if (isForeignSignature(signature)) this.#takeForeign(readForeignSignature(signature), path);
    else if (signature !== '') {
      this.details.push({ type: 'reasoning.text', text, signature, format: SIGNED_FORMAT, index: this.#count++ });
    }
  }

  #takeForeign(signature: ForeignSignature | undefined, path: string): void {
    if (signature === undefined) throw invalid(`${path}.signature`, 'come back as the gateway sent it.');
    for (const [id, text] of Object.entries(signature.calls ?? {})) this.signatures.set(id, text);
    for (const detail of signature.details ?? []) this.details.push(detail);
  }
}

/**
 * An assistant turn as one chat message. Thinking travels as `reasoning_content`, and as `reasoning_details` where its
 * provider signed it; what other providers want back comes out of the gateway's own signatures
 * (docs/contract/chat.md#signatures). Throws a `GatewayError` for blocks that the chat format cannot say.
 */
export function encodeAssistantTurn(blocks: readonly PositionedBlock[], translation: Translation): AssistantTurn {
  const reader = new TurnReader(translation);
  for (const block of blocks) reader.take(block);
  const { parts, calls, thoughts, details, signatures } = reader;
  const message: ChatMessage = {
    role: 'assistant',
    content: parts.length === 0 && calls.length > 0 ? null : toContent(parts),
    ...(thoughts.length > 0 && { reasoning_content: thoughts.join('\n\n') }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(calls.length > 0 && { tool_calls: calls.map(({ call }) => withSignature(call, signatures.get(call.id))) }),
  };
  return { message, parts: parts.map(({ place }) => place), calls: calls.map(({ place }) => place) };
}

function encodeCall(block: MessageBlock, place: ContentPosition, { group, losses }: Translation): ToolCall {
  const { caller, ...members } = block;
  if (caller !== undefined && caller !== null && Object(caller).type !== 'direct') {
    throw unsupported(`${nameOf(place)}.caller`, ELSEWHERE);
  }
  refuseOtherMembers(members, CALL_MEMBERS, nameOf(place));
  const called = { name: shortenName(String(block.name)), arguments: JSON.stringify(block.input ?? {}) };
  if ((block.cache_control ?? undefined) !== undefined && !takesCacheMarks(group)) loseAt(place, losses);
  return { id: String(block.id), type: 'function', function: called, ...markCache(block, group) };
}

function withSignature(call: ToolCall, signature: string | undefined): ToolCall {
  return signature === undefined ? call : { ...call, extra_content: { google: { thought_signature: signature } } };
}
