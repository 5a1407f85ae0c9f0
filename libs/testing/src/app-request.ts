import type { Server } from 'node:http';
import supertest, { type Test } from 'supertest';
import type { HttpAnswer } from './http/http-request.js';
import { encodeBody, type HttpCall } from './http/send-request.js';

/** A call of an application in the test's own process, by its path. A `FormData` body is sent as multipart. */
export type AppCall = Omit<HttpCall, 'url'> & { readonly path: string };

/** A server, or its address where the application keeps the server to itself. */
export type App = Server | string;

/** Sends a call. */
export type AppSend = (call: AppCall) => Promise<HttpAnswer>;

/** Sends a call by supertest, over a connection of its own, and reads the whole answer, whatever its status. */
export function appRequest(app: App, call: AppCall): Promise<HttpAnswer> {
  return send(supertest(app), call);
}

/**
 * A client that keeps cookies between its calls, as a browser does: one that is `Secure` is not sent over HTTP. A cookie
 * is kept until it has another value, or is over by `Expires`: the jar of supertest does not know `Max-Age`.
 */
export function openBrowser(app: App): AppSend {
  const browser = supertest.agent(app);
  return (call) => send(browser, call);
}

/** Superagent takes bytes here too. */
const asTheyAre = (bytes: unknown): string => bytes as string;

async function send(client: object, { path, ...call }: AppCall): Promise<HttpAnswer> {
  const { body, headers = {} } = call.body instanceof FormData ? call : encodeBody(call);
  const method = call.method ?? (body === undefined ? 'GET' : 'POST');
  const start = (client as Readonly<Record<string, (path: string) => Test>>)[method.toLowerCase()];
  if (start === undefined) throw new Error(`supertest has no ${method}`);
  // The bytes and headers are the test's own: no encoding is offered, and no type is guessed.
  const request = start.call(client, path).unset('Accept-Encoding').serialize(asTheyAre).responseType('blob');
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) request.set(name, value as string);
  if (body instanceof FormData) await attach(request, body);
  else if (body !== undefined) request.send(Buffer.from(body as string | Buffer));
  const answer = await request.timeout(call.timeoutMs ?? 10_000);
  const bytes = Buffer.isBuffer(answer.body) ? answer.body : Buffer.alloc(0);
  const text = bytes.toString('utf8');
  return { status: answer.status, headers: answer.headers, bytes, text, json: () => JSON.parse(text) };
}

async function attach(request: Test, form: FormData): Promise<void> {
  for (const [name, value] of form) {
    if (typeof value === 'string') request.field(name, value);
    else
      request.attach(name, Buffer.from(await value.arrayBuffer()), { filename: value.name, contentType: value.type });
  }
}
