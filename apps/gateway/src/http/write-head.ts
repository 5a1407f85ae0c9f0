import type { RequestContext } from '../pipeline/request-context.js';
import { addServiceHeaders } from './service-headers.js';

/** Headers of an answer, beside those that every answer has, in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | number>>;

/** Begins a 200 answer: with the headers of every answer, the X-Service-* ones and `headers`. */
export function writeHead(context: RequestContext, headers: AnswerHeaders): void {
  const { answerHeaders, response } = context.exchange;
  // Assigned one by one: spreading three objects into one costs more than everything else here.
  const head: Record<string, string | number> = { 'x-request-id': context.requestId };
  for (const name in answerHeaders) head[name] = answerHeaders[name] as string;
  addServiceHeaders(head, context);
  for (const name in headers) head[name] = headers[name] as string | number;
  response.writeHead(200, head);
}
