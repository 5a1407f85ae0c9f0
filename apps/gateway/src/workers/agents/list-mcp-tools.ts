import { AGENT_BOUNDS, type AgentDefinition, type McpTools, nameMcpTool, type OfferedTool } from '@multilane/agents';
import { GatewayError } from '@multilane/errors';
import type { Admission } from '../../recording/request-parts.js';
import type { RunParts } from './run-parts.js';

/** Characters that `nameMcpTool` keeps of the beginning of every name. */
const KEPT_OF_NAME = 55;

/** A tool of an MCP server that a run may call. */
export interface OfferedMcpTool extends OfferedTool {
  readonly server: string;
  /** Its name at the server. */
  readonly tool: string;
}

/**
 * The tools of MCP servers that an agent has: those that it names, as far as whoever runs it may use them and they are approved. Names that
 * the agent uses itself, or a server before, are left out.
 *
 * @param called the name of a tool that is called: other servers than its own are not asked
 * @throws GatewayError for a server that is gone or may not be used, one that could never be asked, and too many tools
 */
export async function listMcpTools(
  { services }: Pick<RunParts, 'services'>,
  admission: Admission,
  { tools }: Pick<AgentDefinition, 'tools'>,
  called?: string,
): Promise<readonly OfferedMcpTool[]> {
  const declared = tools.filter((tool): tool is McpTools => tool.type === 'mcp' && mayName(tool, called));
  if (declared.length === 0) return [];
  const lists = await Promise.all(declared.map(({ server }) => services.mcp.listTools(admission, server)));
  const taken = new Set(tools.filter(({ type }) => type !== 'mcp').map(({ name }) => name));
  const offered: OfferedMcpTool[] = [];
  for (const [at, { name: prefix, requires_approval: requiresApproval, server, tools: wanted }] of declared.entries()) {
    for (const { description, inputSchema, name: tool } of lists[at] ?? []) {
      const name = nameMcpTool(prefix, tool);
      if (taken.has(name) || (wanted !== null && !wanted.includes(tool))) continue;
      taken.add(name);
      offered.push({ name, description, parameters: inputSchema, requiresApproval, server, tool });
    }
  }
  if (offered.length > AGENT_BOUNDS.offered) {
    const message = `The MCP servers of the agent have more than ${AGENT_BOUNDS.offered} tools. Name those that it needs in \`tools\`.`;
    throw new GatewayError('invalid_value', { param: 'tools', message });
  }
  return offered;
}

/** The name of a tool begins with that of its entry, as far as that is not cut. */
function mayName({ name }: McpTools, called: string | undefined): boolean {
  return called === undefined || called.startsWith(`${name}__`.slice(0, KEPT_OF_NAME));
}
