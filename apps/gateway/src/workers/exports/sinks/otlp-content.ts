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
  const output = readOutput(record) as Members | undefined;
  return {
    'gen_ai.input.messages': Array.isArray(input) ? writeMessages(input) : undefined,
    'gen_ai.output.messages': output === undefined ? undefined : writeAnswer(output),
  };
}

function writeMessages(messages: readonly unknown[]): string | undefined {
  const written = messages.map((message) => {
    const { content, role } = (message ?? {}) as Members;
    return typeof role === 'string' ? { role, parts: writeParts(content) } : undefined;
  });
  return written.includes(undefined) ? undefined : JSON.stringify(written);
}

/** Choices of a chat, the content of a message, or the texts of a stream. */
function writeAnswer({ choices, content, stop_reason: stop, texts }: Members): string | undefined {
  if (Array.isArray(choices)) {
    const written = (choices as readonly Members[]).map(({ finish_reason, message, text }) => ({
      role: 'assistant',
      parts: writeParts((message as Members | undefined)?.content ?? text),
      finish_reason: finish_reason ?? 'stop',
    }));
    return JSON.stringify(written);
  }
  if (content !== undefined) {
    return JSON.stringify([{ role: 'assistant', parts: writeParts(content), finish_reason: stop ?? 'stop' }]);
  }
  if (!Array.isArray(texts)) return undefined;
  return JSON.stringify([{ role: 'assistant', parts: texts.flatMap(writeParts), finish_reason: 'stop' }]);
}

/** Texts of a message. Other parts are named, without their content. */
function writeParts(content: unknown): object[] {
  if (typeof content === 'string') return [{ type: 'text', content }];
  if (!Array.isArray(content)) return [];
  return (content as readonly Members[]).map(({ text, type }) =>
    typeof text === 'string' ? { type: 'text', content: text } : { type: typeof type === 'string' ? type : 'other' },
  );
}
