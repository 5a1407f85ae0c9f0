import type { ExportRecord } from '../export-record.js';
import type { ExportPayload } from '../payload-reader.js';

type Members = Readonly<Record<string, unknown>>;

/** Prompt of a record with a payload: the messages or the input, else the whole request. Undefined without one. */
export function readInput({ payload }: ExportRecord): unknown {
  const request = (payload as ExportPayload | undefined)?.request as Members | null | undefined;
  return request?.messages ?? request?.input ?? request?.contents ?? request?.prompt ?? request ?? undefined;
}

/** Answer of a record with a payload; undefined without one. */
export function readOutput({ payload }: ExportRecord): unknown {
  return (payload as ExportPayload | undefined)?.answer ?? undefined;
}

/** A text as it is, anything else as JSON. */
export function writeText(content: unknown): string | undefined {
  return content === undefined || typeof content === 'string' ? content : JSON.stringify(content);
}

/**
 * Messages of a prompt and of an answer as the conventions for generative AI have them (gen_ai.input.messages, gen_ai.output.messages; JSON in
 * text). Formats without messages have none.
 */
export function describeMessages(record: ExportRecord): Members {
  const input = readInput(record);
  const output = readOutput(record);
  const isCut = (record.payload as ExportPayload | undefined)?.is_truncated === true;
  return {
    'gen_ai.input.messages': Array.isArray(input) ? writeMessages(input, isCut) : undefined,
    'gen_ai.output.messages': output === undefined ? undefined : writeAnswer(membersOf(output)),
  };
}

/** @param isCut Then the last ones may be cut off, or without their role */
function writeMessages(messages: readonly unknown[], isCut: boolean): string | undefined {
  const written = messages.map((message) => {
    const { content, role } = membersOf(message);
    return typeof role === 'string' ? { role, parts: writeParts(content) } : undefined;
  });
  const whole = written.filter((message) => message !== undefined);
  return whole.length === written.length || (isCut && whole.length > 0) ? JSON.stringify(whole) : undefined;
}

/** Choices of a chat, the content of a message, or the texts of a stream. */
function writeAnswer({ choices, content, stop_reason: stop, texts }: Members): string | undefined {
  if (Array.isArray(choices)) {
    const written = choices.map(membersOf).map(({ finish_reason, message, text }) => ({
      role: 'assistant',
      parts: writeParts(membersOf(message).content ?? text),
      finish_reason: finish_reason ?? 'stop',
    }));
    return JSON.stringify(written);
  }
  if (content !== undefined) {
    return JSON.stringify([{ role: 'assistant', parts: writeParts(content), finish_reason: stop ?? 'stop' }]);
  }
  if (!Array.isArray(texts)) return undefined;
  return JSON.stringify([{ role: 'assistant', parts: writeParts(texts), finish_reason: 'stop' }]);
}

/** Texts of a message. Other parts are named, without their content. */
function writeParts(content: unknown): object[] {
  if (typeof content === 'string') return [{ type: 'text', content }];
  if (!Array.isArray(content)) return [];
  return content.map((part) => {
    const { text = part, type } = membersOf(part);
    return typeof text === 'string'
      ? { type: 'text', content: text }
      : { type: typeof type === 'string' ? type : 'other' };
  });
}

/** Members of an object; none of anything else, such as what stands for what was cut off, or what a provider wrote by mistake. */
function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
