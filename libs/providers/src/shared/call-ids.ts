import { type AnyRequest, isRecord } from '@multilane/contracts';

/** More calls than any conversation has; later ones are not looked at. */
const MOST_CALLS = 20_000;

/**
 * The ids of the calls of one answer: none occurs twice, neither in the answer nor in the request's history, since clients pair calls
 * with results by their ids alone (docs/contract/chat.md#tool-calls). The history is read at the first call.
 */
export class CallIds {
  #taken: Set<string> | undefined;
  readonly #request: AnyRequest | undefined;

  constructor(request: AnyRequest | undefined) {
    this.#request = request;
  }

  /** The id itself if it is free, else one made from it. */
  claim(id: string): string {
    this.#taken ??= readHistory(this.#request);
    let free = id;
    for (let count = 2; this.#taken.has(free); count++) free = `${id}_${count}`;
    this.#taken.add(free);
    return free;
  }
}

/** The ids of the calls in a conversation of chat or of the native messages format. */
function readHistory(request: AnyRequest | undefined): Set<string> {
  const ids = new Set<string>();
  const messages: unknown = request?.messages;
  if (!Array.isArray(messages)) return ids;
  for (const message of messages) {
    if (!isRecord(message) || message.role !== 'assistant' || ids.size > MOST_CALLS) continue;
    addIds(message.tool_calls, ids);
    addIds(message.content, ids);
  }
  return ids;
}

/** Adds the ids of calls, or of blocks of which some are calls. */
function addIds(items: unknown, ids: Set<string>): void {
  if (!Array.isArray(items)) return;
  for (const item of items) {
    if (isRecord(item) && typeof item.id === 'string' && item.type !== 'text') ids.add(item.id);
  }
}
