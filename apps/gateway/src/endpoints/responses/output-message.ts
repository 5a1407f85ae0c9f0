import type { ResponsesItemStatus, ResponsesOutputMessage, ResponsesOutputText } from '@multilane/contracts';
import type { ItemPosition, OutputItem } from './output-item.js';

type Part = ResponsesOutputMessage['content'][number];

/** Words of the model: parts of text and of refusal, one after the other. */
export class OutputMessage implements OutputItem {
  readonly item: ResponsesOutputMessage;
  readonly #place: ItemPosition;
  #part: Part | undefined;

  constructor(place: ItemPosition) {
    this.#place = place;
    const id = `msg_${place.idSeed}_${place.index}`;
    this.item = { type: 'message', id, status: 'in_progress', role: 'assistant', content: [] };
    place.emit('response.output_item.added', { output_index: place.index, item: this.item });
  }

  say(text: string, logprobs: readonly unknown[]): void {
    const part = this.#part?.type === 'output_text' ? this.#part : this.#openText();
    part.text += text;
    for (const logprob of logprobs) part.logprobs.push(logprob);
    this.#emit('response.output_text.delta', { delta: text, logprobs });
  }

  refuse(text: string): void {
    const part = this.#part?.type === 'refusal' ? this.#part : this.#openRefusal();
    part.refusal += text;
    this.#emit('response.refusal.delta', { delta: text });
  }

  close(status: ResponsesItemStatus): void {
    this.#closePart();
    this.item.status = status;
    this.#place.emit('response.output_item.done', { output_index: this.#place.index, item: this.item });
  }

  #openText(): ResponsesOutputText {
    const part: ResponsesOutputText = { type: 'output_text', text: '', annotations: [], logprobs: [] };
    this.#open(part);
    return part;
  }

  #openRefusal(): Extract<Part, { type: 'refusal' }> {
    const part = { type: 'refusal' as const, refusal: '' };
    this.#open(part);
    return part;
  }

  #open(part: Part): void {
    this.#closePart();
    this.#part = part;
    this.item.content.push(part);
    this.#emit('response.content_part.added', { part });
  }

  #closePart(): void {
    const part = this.#part;
    if (part === undefined) return;
    if (part.type === 'refusal') this.#emit('response.refusal.done', { refusal: part.refusal });
    else this.#emit('response.output_text.done', { text: part.text, logprobs: part.logprobs });
    this.#emit('response.content_part.done', { part });
  }

  #emit(type: string, members: Record<string, unknown>): void {
    const { index } = this.#place;
    const content_index = this.item.content.length - 1;
    this.#place.emit(type, { item_id: this.item.id, output_index: index, content_index, ...members });
  }
}
