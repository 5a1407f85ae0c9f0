import type { Prompt, Resource, ResourceTemplateType, Tool } from '@modelcontextprotocol/server';
import type { McpExchange } from '../../services/mcp-service.js';

/** Offer of a server. */
export interface ServerLists {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  readonly prompts: readonly Prompt[];
  readonly instructions: string | undefined;
}

export const EMPTY_LISTS: ServerLists = {
  tools: [],
  resources: [],
  templates: [],
  prompts: [],
  instructions: undefined,
};

export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface UpstreamCall {
  readonly exchange: McpExchange;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Metadata that the client sent beside the call, such as a trace's origin. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** Headers of the caller that the server is to get. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Schema of the tool that is called. */
  readonly inputSchema?: Tool['inputSchema'] | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

export type UpstreamResult = Readonly<Record<string, unknown>>;

/** A call was answered with a question to the person at the client, which the gateway does not pass on. */
export class InputRequired extends Error {}

/** The server did not know a session that it had just made. */
export class SessionLost extends Error {}

/** A server as the gateway asks it. */
export interface McpUpstream {
  list(signal: AbortSignal): Promise<ServerLists>;
  callTool(name: string, values: Readonly<Record<string, unknown>>, call: UpstreamCall): Promise<UpstreamResult>;
  /** Undefined if the server has none. */
  readResource?(uri: string, call: UpstreamCall): Promise<UpstreamResult>;
  getPrompt?(
    name: string,
    values: Readonly<Record<string, string>> | undefined,
    call: UpstreamCall,
  ): Promise<UpstreamResult>;
  close(): Promise<void>;
}
