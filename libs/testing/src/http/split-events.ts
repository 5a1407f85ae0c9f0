/** One block of an event stream (WHATWG HTML, section 9.2). */
export interface StreamEvent {
  /** The block as it came, without the blank line that ends it. */
  raw: string;
  event: string | undefined;
  /** The `data` lines joined by newlines; undefined in a block that has none, such as a comment. */
  data: string | undefined;
}

const BLANK_LINE = /\r?\n\r?\n/;

/** Cuts the complete blocks off the front of `text`; `rest` is what has not ended yet. */
export function splitEvents(text: string): { events: StreamEvent[]; rest: string } {
  const blocks = text.split(BLANK_LINE);
  const rest = blocks.pop() ?? '';
  return { events: blocks.filter((block) => block !== '').map(readEvent), rest };
}

function readEvent(raw: string): StreamEvent {
  const lines = raw.split(/\r?\n/);
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = valuesOf('data');
  return { raw, event: valuesOf('event').at(-1), data: data.length > 0 ? data.join('\n') : undefined };
}
