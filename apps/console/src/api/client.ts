import createClient from 'openapi-fetch';
import { noteStatus } from './connection.js';
import { headersOfChange } from './held-versions.js';
import type { paths } from './schema.js';

export interface FailureFacts {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly param: string | undefined;
  readonly requestId: string | undefined;
  /** Further details of some errors, such as the problems of each line of an upload. */
  readonly details?: unknown;
}

/** An answer that is no success, or none at all. */
export class ApiFailure extends Error implements FailureFacts {
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;
  readonly requestId: string | undefined;
  readonly details: unknown;

  constructor({ code, details, message, param, requestId, status }: FailureFacts) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.param = param;
    this.requestId = requestId;
    this.details = details;
  }
}

/** The path under which the service is reached, without a slash at its end; empty at the root of its host. */
export function basePath(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
  return written.startsWith('/') ? written.replace(/\/+$/, '') : '';
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [name in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P] extends { [name in M]: infer O } ? O : never;

type Part<O, Name extends string> = O extends { parameters: { [name in Name]?: infer V } } ? V : never;

type BodyOf<O> = O extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: { 'application/json': infer J } }
    ? J
    : never
  : never;

interface Options<O> {
  readonly path?: Part<O, 'path'>;
  readonly query?: Part<O, 'query'>;
  readonly body?: BodyOf<O>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

type JsonOf<R> = R extends { content: { 'application/json': infer J } } ? J : never;

/** Answer of a successful route; undefined for routes without one. */
export type Answer<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R }
    ? [JsonOf<R[keyof R & (200 | 201 | 202)]>] extends [never]
      ? undefined
      : JsonOf<R[keyof R & (200 | 201 | 202)]>
    : never;

type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  options?: Options<Operation<P, M>>,
) => Promise<Answer<P, M>>;

interface Given {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

interface Settled {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

type Send = (path: string, options: object) => Promise<Settled>;

let client: Readonly<Record<string, Send>> | undefined;

/** Made at the first call: the base path is in the document. */
function sendersOf(): Readonly<Record<string, Send>> {
  client ??= createClient<paths>({
    baseUrl: `${location.origin}${basePath()}`,
    credentials: 'same-origin',
    fetch: (request: Request) => fetch(request),
  }) as unknown as Readonly<Record<string, Send>>;
  return client;
}

function callWith<M extends Method>(method: M): Call<M> {
  const call = async (path: string, { body, headers, path: names, query, signal }: Given = {}): Promise<unknown> => {
    const send = sendersOf()[method.toUpperCase()];
    if (send === undefined) throw new Error(`no ${method}`);
    const version = method === 'patch' || method === 'put' ? headersOfChange(names) : {};
    const options = { params: { path: names, query }, body, headers: { ...version, ...headers }, signal };
    const { data, error, response } = await send(path, options).catch(failUnreachable);
    noteStatus(response.status);
    if (response.ok) return data;
    const failure = readFailure(response, error);
    if (failure.status === 401) onSignedOut?.();
    throw failure;
  };
  return call as Call<M>;
}

/** Fails as a call does that had no answer: the banner tells of it. A call that was given up fails as it did. */
export function failUnreachable(problem: unknown): never {
  if (problem instanceof DOMException) throw problem;
  noteStatus(0);
  throw new ApiFailure({ status: 0, code: 'unreachable', message: '', param: undefined, requestId: undefined });
}

function readFailure(response: Response, answer: unknown): ApiFailure {
  const { error } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    error?: { code?: string; message?: string; param?: string | null; details?: unknown };
  };
  return new ApiFailure({
    status: response.status,
    code: error?.code ?? 'unknown',
    message: error?.message ?? response.statusText,
    param: error?.param ?? undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    details: error?.details,
  });
}

let onSignedOut: (() => void) | undefined;

/** Sets the one handler of calls that are answered 401: the session has ended. */
export function handleSignedOut(handle: () => void): void {
  onSignedOut = handle;
}

/** The control plane, as the signed-in person. Every failure is an ApiFailure. */
export const api = {
  get: callWith('get'),
  post: callWith('post'),
  put: callWith('put'),
  patch: callWith('patch'),
  delete: callWith('delete'),
};
