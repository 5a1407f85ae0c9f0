import type { Caller } from '@multilane/auth';
import { organizationOf } from '../snapshot/find-policy.js';
import type { McpGrant, McpServer } from '../snapshot/mcp-servers.js';
import type { Snapshot } from '../snapshot/snapshot.js';

/** A server that a caller may use. */
export interface UsableServer {
  readonly server: McpServer;
  /** True if everything the server has may be used: then its resources and prompts are offered too. */
  readonly isWhole: boolean;
  /** True if the caller may use a tool, by its name at the server. */
  mayUse(tool: string): boolean;
}

interface Asker {
  readonly caller: Caller;
  readonly snapshot: Snapshot;
}

/**
 * The servers that a caller may use, by name: those of its workspace, and those of gateway.yaml for callers of its organization. The file's
 * server counts if two have one name (docs/contract/mcp.md#access).
 */
export function findServers({ caller, snapshot }: Asker): UsableServer[] {
  const { mcp, ownOrganization } = snapshot;
  // A person whose team was removed has none of that team's servers.
  if (caller.isTeamRemoved) return [];
  const byName = new Map<string, McpServer>();
  const { organizationId, workspaceId } = caller;
  for (const server of (workspaceId && mcp.byWorkspace.get(workspaceId)) || []) {
    if (server.stored?.organizationId === organizationId) byName.set(server.name, server);
  }
  if (organizationOf(snapshot, caller) === ownOrganization) {
    for (const server of mcp.declared) byName.set(server.name, server);
  }
  const usable = [...byName.values()].flatMap((server) => toUsable(server, caller) ?? []);
  return usable.sort((one, other) => (one.server.name < other.server.name ? -1 : 1));
}

function toUsable(server: McpServer, caller: Caller): UsableServer | undefined {
  const { grants, tools } = server;
  const own = grants?.filter((grant) => isFor(grant, caller));
  if (own?.length === 0) return undefined;
  const isGranted = own === undefined || own.some((grant) => grant.tools === undefined);
  return {
    server,
    isWhole: isGranted && tools === undefined,
    mayUse: (tool) =>
      (tools === undefined || tools.has(tool)) && (isGranted || own.some((grant) => grant.tools?.has(tool))),
  };
}

function isFor({ serviceAccountId, teamId, teamName }: McpGrant, caller: Caller): boolean {
  if (teamId !== undefined) return caller.teamId === teamId;
  if (teamName !== undefined) return caller.teamName === teamName;
  return serviceAccountId !== undefined && caller.serviceAccountId === serviceAccountId;
}
