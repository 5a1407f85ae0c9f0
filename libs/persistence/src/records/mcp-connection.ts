/** The account of a person at an MCP server, as the person is shown it. */
export interface McpConnectionRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly serverId: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Fields with which a person begins a connection. */
export interface NewMcpConnection {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly serverId: string;
  readonly userId: string;
  /** The session that the person has to come back with. */
  readonly sessionId: string;
  /** The address of the server. Tokens are sent to no other. */
  readonly resource: string;
  readonly pendingUntil: Date;
}

/** A connection that a person has begun, with what the gateway needs to finish it. */
export interface BegunMcpConnection {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly serverId: string;
  readonly resource: string;
  /** State that the gateway stored as it sent the person away; undefined if it has not. */
  readonly begun: string | undefined;
  /** Code with which the person came back. */
  readonly code: string | undefined;
}

/** A connection that can be used. */
export interface OpenMcpConnection {
  readonly id: string;
  readonly resource: string;
  /** Another number after each change of the tokens. */
  readonly revision: number;
  /** Tokens as the gateway wrote them. */
  readonly tokens: string;
}

/** A connection that has ended, whose tokens are to be revoked. Undefined tokens: there are none, or they do not open. */
export interface EndedMcpConnection {
  readonly id: string;
  readonly tokens: string | undefined;
}
