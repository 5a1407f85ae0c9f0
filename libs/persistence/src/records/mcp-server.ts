import type { JsonObject } from './json.js';

/** An MCP server that a workspace registered. Its secrets stay sealed; only a gateway opens them. */
export interface McpServerRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Unique in the workspace. The names of its tools begin with it. */
  readonly name: string;
  /** Null for the sample server. */
  readonly url: string | null;
  /** The other fields that are no secret, named as in gateway.yaml. */
  readonly settings: JsonObject;
  /** The names of the secrets that are set: `headers`, `client_secret`. */
  readonly secretNames: readonly string[];
  readonly secretsKeyId: string | null;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A tool as a server last described it, and the description that somebody approved. */
export interface McpToolRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly serverId: string;
  /** Name that the server gives it. */
  readonly name: string;
  /** SHA-256 of what the server says of the tool, in hex. */
  readonly hash: string;
  /** The tool as the server last described it. */
  readonly definition: JsonObject;
  /** The hash that is approved; null for a tool that nobody approved. */
  readonly approvedHash: string | null;
  readonly approvedDefinition: JsonObject | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
