import type { ResponsesOutputReasoning } from '@multilane/contracts';
import { sealReasoning } from '@multilane/providers';
import { collectReasoningDetail } from './collect-reasoning-detail.js';
import type { ItemPosition, OutputItem } from './output-item.js';

/**
 * Thinking: its text is the one part of the summary, and what must come back untouched is sealed into
 * `encrypted_content`, whether or not the client asked for it, since without it the next turn would lose it.
 */
export class OutputReasoning implements OutputItem {
  readonly item: ResponsesOutputReasoning;
  readonly #place: ItemPosition;
  readonly #details: unknown[] = [];
  readonly #calls = new Map<string, unknown>();
  #text = '';

  constructor(place: ItemPosition) {
    this.#place = place;
    this.item = { type: 'reasoning', id: `rs_${place.idSeed}_${place.index}`, summary: [] };
    place.emit('response.output_item.added', { output_index: place.index, item: this.item });
  }

  say(text: string): void {
    if (this.#text === '') this.#emit('response.reasoning_summary_part.added', { part: summaryPart('') });
    this.#text += text;
    this.#emit('response.reasoning_summary_text.delta', { delta: text });
  }

  keep(details: readonly unknown[]): void {
    for (const detail of details) collectReasoningDetail(this.#details, detail);
  }

  /** Keeps what the provider attached to a call. */
  sign(callId: string, extra: unknown): void {
    this.#calls.set(callId, extra);
  }

  close(): void {
    if (this.#text !== '') {
      const part = summaryPart(this.#text);
      this.item.summary = [part];
      this.#emit('response.reasoning_summary_text.done', { text: this.#text });
      this.#emit('response.reasoning_summary_part.done', { part });
    }
    if (this.#details.length > 0 || this.#calls.size > 0) {
      this.item.encrypted_content = sealReasoning({ details: this.#details, calls: Object.fromEntries(this.#calls) });
    }
    this.#place.emit('response.output_item.done', { output_index: this.#place.index, item: this.item });
  }

  #emit(type: string, members: Record<string, unknown>): void {
    this.#place.emit(type, { item_id: this.item.id, output_index: this.#place.index, summary_index: 0, ...members });
  }
}

function summaryPart(text: string): { type: 'summary_text'; text: string } {
  return { type: 'summary_text', text };
}
