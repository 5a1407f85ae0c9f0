import { isRecord, parseBoundedJson } from '@multilane/contracts';
import type { McpServer } from '../../snapshot/mcp-servers.js';
import type { BoundedFetch } from './bounded-fetch.js';
import type { ClientCredentials } from './client-credentials.js';
import { type ApiTool, readApiTools, readServerUrl } from './openapi-tools.js';
import { EMPTY_LISTS, type McpUpstream, type ServerLists, type UpstreamCall, type UpstreamResult } from './upstream.js';

/** A document of more characters would hold the event loop while it is read. */
const MOST_CHARACTERS = 2 * 1024 * 1024;

interface Api {
  readonly baseUrl: string;
  readonly tools: ReadonlyMap<string, ApiTool>;
}

/** An HTTP API, whose operations are tools (docs/contract/mcp.md#openapi). */
export class OpenApiUpstream implements McpUpstream {
  #api: Api | undefined;

  constructor(
    private readonly server: McpServer,
    private readonly bounded: BoundedFetch,
    private readonly credentials: ClientCredentials | undefined,
  ) {}

  async list(signal: AbortSignal): Promise<ServerLists> {
    this.#api = await this.#read(signal);
    return { ...EMPTY_LISTS, tools: [...this.#api.tools.values()].map(({ tool }) => tool) };
  }

  async callTool(
    name: string,
    values: Readonly<Record<string, unknown>>,
    { headers: forwarded, signal, timeoutMs }: UpstreamCall,
  ): Promise<UpstreamResult> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    this.#api ??= await this.#read(within);
    const operation = this.#api.tools.get(name);
    if (operation === undefined) return failed('The API has no such operation.');
    const problem = findProblem(operation, values);
    if (problem !== undefined) return failed(problem);
    const { body, headers, url } = writeRequest(this.#api.baseUrl, operation, values);
    const answer = await this.bounded.fetch(url, {
      method: operation.method,
      // The caller's own headers take precedence over those that a model wrote.
      headers: { ...headers, ...forwarded, ...(await this.#headers()) },
      ...(body !== undefined && { body }),
      signal: within,
    });
    const text = await answer.text();
    return { content: [{ type: 'text', text }], ...(answer.ok ? {} : { isError: true }) };
  }

  close(): Promise<void> {
    return this.bounded.close();
  }

  async #headers(): Promise<Record<string, string>> {
    const token = await this.credentials?.token();
    return { ...this.server.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  }

  async #read(signal: AbortSignal): Promise<Api> {
    const { base_url: declared, url = '' } = this.server;
    const headers = { accept: 'application/json', ...(await this.#headers()) };
    const answer = await this.bounded.fetch(url, { method: 'GET', headers, signal });
    if (!answer.ok) throw new Error(`the OpenAPI document was answered with ${answer.status}`);
    const text = await answer.text();
    if (text.length > MOST_CHARACTERS) throw new Error('the OpenAPI document is too long');
    const document: unknown = parseBoundedJson(text);
    if (!isRecord(document)) throw new Error('the OpenAPI document is not an object');
    const baseUrl = new URL(declared ?? readServerUrl(document) ?? '/', url).href;
    // The headers were entered for the host of the document, or for the one that is declared.
    if (declared === undefined && new URL(baseUrl).origin !== new URL(url).origin) {
      throw new Error('the API is at another host than its document: declare base_url');
    }
    return { baseUrl, tools: new Map(readApiTools(document).map((each) => [each.tool.name, each])) };
  }
}

function findProblem(
  { hasBody, places, tool }: ApiTool,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const unknown = Object.keys(values).find((name) => !places.has(name) && !(hasBody && name === 'body'));
  if (unknown !== undefined) return `The operation has no argument ${unknown}.`;
  const missing = tool.inputSchema.required?.find((name) => values[name] === undefined);
  if (missing !== undefined) return `The argument ${missing} is missing.`;
  // A segment of dots, or none, would lead to another operation.
  const moved = [...places].find(([name, place]) => place === 'path' && /^\.{0,2}$/.test(textOf(values[name])));
  return moved && `The argument ${moved[0]} is not allowed in a path.`;
}

interface WrittenRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

function writeRequest(
  baseUrl: string,
  { hasBody, path, places }: ApiTool,
  values: Readonly<Record<string, unknown>>,
): WrittenRequest {
  const headers: Record<string, string> = { accept: 'application/json' };
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, place] of places) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    if (place === 'path') filled = filled.replaceAll(`{${name}}`, encodeURIComponent(textOf(value)));
    else if (place === 'header') headers[name.toLowerCase()] = textOf(value).replace(/[^\x20-\x7e]/g, '');
    else addToQuery(query, name, value);
  }
  const url = new URL(`${baseUrl.replace(/\/$/, '')}${filled}`);
  if (url.origin !== new URL(baseUrl).origin) throw new Error('the operation leads to another host');
  for (const [name, value] of query) url.searchParams.append(name, value);
  const body = hasBody && values.body !== undefined ? JSON.stringify(values.body) : undefined;
  if (body !== undefined) headers['content-type'] = 'application/json';
  return { url: url.href, headers, body };
}

function addToQuery(query: URLSearchParams, name: string, value: unknown): void {
  for (const each of Array.isArray(value) ? value : [value]) query.append(name, textOf(each));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function failed(text: string): UpstreamResult {
  return { content: [{ type: 'text', text }], isError: true };
}
