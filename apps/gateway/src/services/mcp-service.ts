import type { Caller } from '@multilane/auth';
import type { Snapshot } from '../snapshot/snapshot.js';

/** A call of a tool, once its caller may make it. */
export interface McpCall {
  readonly server: string;
  /** Name at the server. */
  readonly tool: string;
  readonly priceUsd: number;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Metadata that the client sent beside the call, for the server. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/** Policies that hold for each call of a tool. The pipeline implements it. */
export interface McpPolicies {
  /** True if guardrails or rules of personal data look at the call, once it was admitted. */
  readonly isGuarded: boolean;
  /** Lets a call pass, with the arguments that the server is to get. @throws GatewayError */
  begin(call: McpCall): Promise<Pick<McpCall, 'arguments' | 'meta'>>;
  /** Notes what was asked for and may not be used, or does not exist. */
  refuse(asked: { readonly server: string | undefined; readonly tool: string }): void;
  /** The server failed, or never got the call: it costs nothing. Any other that was let pass costs its price. */
  waive(): void;
  /** Returns the part of a result that the caller gets. @throws GatewayError */
  finish(result: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  /** The call failed, or was rejected. */
  fail(error: unknown): void;
}

/** One message of a client of MCP. */
export interface McpExchange {
  readonly admission: { readonly caller: Caller; readonly snapshot: Snapshot };
  readonly requestId: string;
  readonly clientAddress: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly method: string;
  /** The only server that is meant; undefined for all. */
  readonly server: string | undefined;
  /** Parsed JSON, not checked yet. */
  readonly body: unknown;
  readonly policies: McpPolicies;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Reply to a message over HTTP. */
export interface McpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array> | Uint8Array;
}

/** A tool of a server that a caller may use. */
export interface McpToolListing {
  /** Name at the server. */
  readonly name: string;
  readonly description: string;
  /** A JSON Schema. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** The MCP gateway. `mcp` implements it. */
export interface McpService {
  /**
   * The tools of a server that a caller may use and that are approved, as new as they have to be.
   *
   * @throws GatewayError 404 for a server that the caller may not use, 502 for one that could never be asked
   */
  listTools(admission: McpExchange['admission'], server: string): Promise<readonly McpToolListing[]>;
  /** @throws GatewayError 404 for a server that the caller may not use */
  serve(exchange: McpExchange): Promise<McpReply>;
}
