import type { MessagesEvent, Usage } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { EmitChunk, StreamTranslator } from '../adapter.js';
import { SseEventSplitter } from '../framing/sse-events.js';
import { ProviderFailure } from '../provider-failure.js';
import { mapErrorInAnswer, unreadable } from '../shared/map-error.js';
import { mapUsage, mergeCounts } from './map-usage.js';

/** The events that come by the hundred and say nothing to the gateway: not parsed unless they seem to break off. */
const RELAYED_UNREAD: ReadonlySet<string> = new Set([
  'content_block_delta',
  'content_block_start',
  'content_block_stop',
  'ping',
]);

/**
 * Relays the provider's stream event by event, byte for byte (docs/contract/streaming.md#relay;
 * platform.claude.com/docs/en/build-with-claude/streaming). Only the few events that carry usage, the end or an error
 * are parsed, and only those are emitted as a chunk; the others go out as `raw` alone. A stream without `message_stop`
 * was cut off.
 */
export class MessageStreamRelay implements StreamTranslator<MessagesEvent> {
  readonly #events = new SseEventSplitter();
  /** The counts as last reported, member by member: later events repeat some of them. */
  #reported: Readonly<Record<string, unknown>> = {};
  #done = false;

  push(bytes: Uint8Array, emit: EmitChunk<MessagesEvent>): void {
    this.#events.push(bytes, (raw) => this.#takeEvent(raw, emit));
  }

  end(): void {
    if (!this.#done) throw new ProviderFailure('provider_error', { detail: 'stream ended early' });
  }

  usage(): Usage | undefined {
    return mapUsage(this.#reported);
  }

  #takeEvent(raw: string, emit: EmitChunk<MessagesEvent>): void {
    if (RELAYED_UNREAD.has(readName(raw)) && raw.trimEnd().endsWith('}')) {
      emit(undefined, raw);
      return;
    }
    const data = readData(raw);
    if (data === '') {
      emit(undefined, raw);
      return;
    }
    const event = parseEvent(data);
    if (event.type === 'error') throw mapErrorInAnswer(event);
    if (event.type === 'message_start' && isRecord(event.message)) this.#takeUsage(event.message.usage);
    if (event.type === 'message_delta') this.#takeUsage(event.usage);
    if (event.type === 'message_stop') this.#done = true;
    emit(event, raw);
  }

  #takeUsage(usage: unknown): void {
    this.#reported = mergeCounts(this.#reported, usage);
  }
}

/** The name of an event that begins with it, as the provider's do; empty for any other. */
function readName(raw: string): string {
  if (!raw.startsWith('event:')) return '';
  const end = raw.indexOf('\n');
  return raw.slice(6, end === -1 ? undefined : end).trim();
}

function readData(raw: string): string {
  return raw
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5))
    .join('\n')
    .trim();
}

function parseEvent(data: string): MessagesEvent {
  try {
    const event: unknown = JSON.parse(data);
    if (isRecord(event)) return event as MessagesEvent;
  } catch {
    // Not JSON: reported below, without the text, which may quote the answer.
  }
  throw unreadable('an event is not a JSON object');
}
