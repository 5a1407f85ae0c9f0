import type { NewMessage } from '../../api/conversations/batches-of.js';
import type { Piece } from '../../api/read-chunk.js';
import { addCalls, type ToolCall } from '../../api/tool-calls.js';

/** An answer that is coming, or that was not completed or not saved. */
export interface Run {
  readonly state: 'running' | 'failed' | 'unsaved';
  /** The message that is answered. */
  readonly parentId: string;
  readonly model: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  /** Data that is saved with the answer. */
  readonly about: { readonly finish_reason?: string; readonly request_id?: string };
  readonly failure?: unknown;
}

/** An answer with the next piece of its stream. */
export function addPiece(run: Run, { calls, finishReason, reasoning = '', text = '' }: Piece): Run {
  return {
    ...run,
    about: finishReason === undefined ? run.about : { ...run.about, finish_reason: finishReason },
    text: run.text + text,
    reasoning: run.reasoning + reasoning,
    calls: addCalls(run.calls, calls),
  };
}

/** True for an answer that has neither words nor calls: there is nothing to save. */
export const isEmpty = ({ calls, text }: Run): boolean => text.trim() === '' && calls.length === 0;

/** The message that an answer is saved as. Some models give their calls no id: those get one by their place. */
export function toMessage({ about, calls, model, text: content }: Run): NewMessage {
  const said = { role: 'assistant' as const, content, model, ...about };
  if (calls.length === 0) return said;
  const called = calls.map(({ function: { arguments: written, name }, id }, index) => ({
    id: id || `call_${index + 1}`,
    name,
    arguments: written,
  }));
  return { ...said, tool_calls: called };
}
