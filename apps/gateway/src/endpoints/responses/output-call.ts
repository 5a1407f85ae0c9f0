import type { ResponsesCustomToolCall, ResponsesFunctionCall, ResponsesItemStatus } from '@multilane/contracts';
import { parseBoundedJson } from '@multilane/contracts';
import type { ItemPosition, OutputItem } from './output-item.js';
import type { FlatTool, FlatTools } from './request/flatten-tools.js';

/** A call of a tool; the client's own name for the tool, and its own form of call, are restored. */
export type OutputCall = OutputItem & { take(fragment: string): void };

/** `name` is the name that chat knows the tool by; a name that was never declared is passed on as a function's. */
export function openCall(callId: string, name: string, tools: FlatTools, place: ItemPosition): OutputCall {
  const tool = tools.get(name);
  const named = { name: tool?.name ?? name, ...(tool?.namespace === undefined ? {} : { namespace: tool.namespace }) };
  return tool?.kind === 'custom' ? new CustomCall(callId, named, place) : new FunctionCall(callId, named, place);
}

type Named = Pick<FlatTool, 'name'> & { readonly namespace?: string };

class FunctionCall implements OutputCall {
  readonly item: ResponsesFunctionCall & { id: string };
  readonly #place: ItemPosition;

  constructor(call_id: string, named: Named, place: ItemPosition) {
    this.#place = place;
    const id = `fc_${place.idSeed}_${place.index}`;
    this.item = { type: 'function_call', id, call_id, ...named, arguments: '', status: 'in_progress' };
    place.emit('response.output_item.added', { output_index: place.index, item: this.item });
  }

  take(fragment: string): void {
    if (fragment === '') return;
    this.item.arguments += fragment;
    this.#emit('response.function_call_arguments.delta', { delta: fragment });
  }

  close(status: ResponsesItemStatus): void {
    // Some providers write no arguments as an empty text, which is not JSON.
    if (this.item.arguments === '' && status === 'completed') this.take('{}');
    this.item.status = status;
    this.#emit('response.function_call_arguments.done', { name: this.item.name, arguments: this.item.arguments });
    this.#place.emit('response.output_item.done', { output_index: this.#place.index, item: this.item });
  }

  #emit(type: string, members: Record<string, unknown>): void {
    this.#place.emit(type, { item_id: this.item.id, output_index: this.#place.index, ...members });
  }
}

/** The input is inside the JSON of the arguments, so it is sent once that is complete. */
class CustomCall implements OutputCall {
  readonly item: ResponsesCustomToolCall & { id: string };
  readonly #place: ItemPosition;
  #arguments = '';

  constructor(call_id: string, named: Named, place: ItemPosition) {
    this.#place = place;
    const id = `ctc_${place.idSeed}_${place.index}`;
    this.item = { type: 'custom_tool_call', id, call_id, ...named, input: '', status: 'in_progress' };
    place.emit('response.output_item.added', { output_index: place.index, item: this.item });
  }

  take(fragment: string): void {
    this.#arguments += fragment;
  }

  close(status: ResponsesItemStatus): void {
    const input = readInput(this.#arguments);
    this.item.input = input;
    this.item.status = status;
    if (input !== '') this.#emit('response.custom_tool_call_input.delta', { delta: input });
    this.#emit('response.custom_tool_call_input.done', { input });
    this.#place.emit('response.output_item.done', { output_index: this.#place.index, item: this.item });
  }

  #emit(type: string, members: Record<string, unknown>): void {
    this.#place.emit(type, { item_id: this.item.id, output_index: this.#place.index, ...members });
  }
}

/** The member `input`; a model that wrote something else meant that as the input. */
function readInput(text: string): string {
  try {
    const input: unknown = Object(parseBoundedJson(text)).input;
    return typeof input === 'string' ? input : text;
  } catch {
    return text;
  }
}
