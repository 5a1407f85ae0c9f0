import { isRecord } from '@multilane/contracts';
import { splitEvents } from '../../http/split-events.js';
import type { StreamReply } from '../reply.js';
import { parseJson } from './json-values.js';

/** The JSON objects of a stream of server-sent events, in order. */
export function readEvents(reply: StreamReply): Record<string, unknown>[] {
  const { events } = splitEvents(Buffer.concat(reply.chunks).toString('utf8'));
  return events.map((event) => parseJson(event.data)).filter(isRecord);
}
