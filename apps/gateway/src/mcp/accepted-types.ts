/** Forms of an answer. */
export type AnswerForm = 'json' | 'stream' | 'either';

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

interface Range {
  readonly type: string;
  readonly weight: number;
}

/**
 * Reads the forms that a header `Accept` allows (RFC 9110, section 12.5.1); undefined for neither. A stream is for clients that name it:
 * others, such as those that accept everything, get JSON.
 */
export function readAccept(header: string | undefined): AnswerForm | undefined {
  const ranges = (header ?? '').split(',').flatMap(readRange);
  if (ranges.length === 0) return 'json';
  const takesJson = weigh(ranges, JSON_TYPE) > 0;
  const takesStream = weigh(ranges, STREAM_TYPE) > 0;
  if (!takesJson) return takesStream ? 'stream' : undefined;
  return takesStream && ranges.some(({ type }) => type === STREAM_TYPE) ? 'either' : 'json';
}

function readRange(text: string): Range[] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  if (type === '') return [];
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
  const number = Number(weight ?? '1');
  return [{ type, weight: Number.isNaN(number) ? 1 : number }];
}

/** The most specific range counts. */
function weigh(ranges: readonly Range[], type: string): number {
  const [main] = type.split('/');
  for (const name of [type, `${main}/*`, '*/*']) {
    const fitting = ranges.filter((range) => range.type === name || (name === '*/*' && range.type === '*'));
    if (fitting.length > 0) return Math.max(...fitting.map(({ weight }) => weight));
  }
  return 0;
}

/** An answer in the form that its client takes. Notifications are for streams alone. */
export async function formAnswer(response: Response, form: AnswerForm): Promise<Response> {
  const isStream = response.headers.get('content-type')?.startsWith(STREAM_TYPE) === true;
  if (response.body === null || !response.ok || form === 'either' || isStream === (form === 'stream')) return response;
  const text = await response.text();
  const body = isStream ? lastMessage(text) : `event: message\ndata: ${text}\n\n`;
  const headers = new Headers(response.headers);
  headers.set('content-type', isStream ? JSON_TYPE : STREAM_TYPE);
  headers.delete('content-length');
  return new Response(body, { status: response.status, headers });
}

/** The message that ends a stream is the one that answers. */
function lastMessage(events: string): string {
  const start = events.lastIndexOf('\ndata: ');
  const from = start === -1 ? (events.startsWith('data: ') ? 6 : events.length) : start + 7;
  const end = events.indexOf('\n', from);
  return events.slice(from, end === -1 ? undefined : end);
}
