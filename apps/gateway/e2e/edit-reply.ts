import { decodeMessage, encodeMessage, type JsonReply, type StreamReply } from '@multilane/testing';

/** Changes what one JSON text of a provider says, in place. */
export type Edit = (said: Record<string, unknown>) => void;

/** A reply with every JSON text in it edited: the body, or the data of each event, in either framing. */
export function editReply<R extends JsonReply | StreamReply>(reply: R, edit: Edit): R {
  if (reply.kind === 'json') return { ...reply, body: editText(JSON.stringify(reply.body), edit, JSON.parse) };
  const isBinary = Object.values(reply.headers ?? {}).includes('application/vnd.amazon.eventstream');
  return {
    ...reply,
    chunks: reply.chunks.map((chunk) => (isBinary ? editMessage(chunk, edit) : editEvent(chunk, edit))),
  };
}

/** Gives members another value wherever they occur with a value; undefined takes them out. */
export function withMembers(values: Readonly<Record<string, unknown>>): Edit {
  return function edit(said) {
    for (const [name, held] of Object.entries(said)) {
      if (Object.hasOwn(values, name)) {
        if (held !== null) said[name] = values[name];
      } else if (typeof held === 'object' && held !== null) {
        edit(held as Record<string, unknown>);
      }
    }
  };
}

function editMessage(chunk: Buffer, edit: Edit): Buffer {
  const message = decodeMessage(chunk);
  if (!message) throw new Error('the event to edit is not intact');
  const payload = Buffer.from(editText(message.payload.toString('utf8'), edit, String));
  return encodeMessage({ ...message, payload });
}

function editEvent(chunk: Buffer, edit: Edit): Buffer {
  const text = chunk
    .toString('utf8')
    .replace(/^data: (\{.*)$/m, (_line, json: string) => `data: ${editText(json, edit, String)}`);
  return Buffer.from(text);
}

function editText<Result>(json: string, edit: Edit, read: (edited: string) => Result): Result {
  const said = JSON.parse(json) as Record<string, unknown>;
  edit(said);
  return read(JSON.stringify(said));
}
