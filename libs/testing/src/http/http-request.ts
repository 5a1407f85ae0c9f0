import type { IncomingHttpHeaders } from 'node:http';
import { type HttpCall, sendRequest } from './send-request.js';

export interface HttpAnswer {
  status: number;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** The body parsed as JSON; throws a SyntaxError when it is not. */
  json(): unknown;
}

/** Sends a call and reads the whole answer. Rejects when the connection breaks before the answer's end. */
export async function httpRequest(call: HttpCall): Promise<HttpAnswer> {
  const { response } = await sendRequest(call);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString('utf8');
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text, json: () => JSON.parse(text) };
}
