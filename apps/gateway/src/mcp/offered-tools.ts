import type { Prompt, Resource, ResourceTemplateType, Tool } from '@modelcontextprotocol/server';
import type { McpExchange } from '../services/mcp-service.js';
import type { McpServer } from '../snapshot/mcp-servers.js';
import type { UsableServer } from './find-servers.js';
import type { ServerState } from './server-state.js';
import { exposeName } from './tool-names.js';
import type { UpstreamFailure } from './upstreams/upstream-failure.js';

/** Item of a server under a name of the gateway. */
export interface Offered<Item> {
  readonly item: Item;
  /** Its name at the server. */
  readonly name: string;
  readonly state: ServerState;
  readonly server: McpServer;
}

/** A server that a caller may use, and what is known of it. */
export interface AskedServer extends UsableServer {
  readonly state: ServerState;
}

/** All that a caller is offered, by the names of the gateway. */
export interface Offer {
  readonly tools: ReadonlyMap<string, Offered<Tool>>;
  readonly prompts: ReadonlyMap<string, Offered<Prompt>>;
  /** By address: of several servers with one address, the first. */
  readonly resources: ReadonlyMap<string, Offered<Resource>>;
  readonly templates: readonly Offered<ResourceTemplateType>[];
  readonly instructions: string | undefined;
  /** Servers whose lists were never read, with the reason that is known. */
  readonly away: ReadonlyMap<string, UpstreamFailure | undefined>;
}

/** Instructions go into the prompt of each client. Characters. */
const MOST_INSTRUCTIONS = 4_000;
const MOST_ALL_INSTRUCTIONS = 32_000;

/**
 * Collects the servers' offers to a caller, in the order of the names, so that equal offers are equal texts. The names of one server that
 * the path names are the server's own.
 */
export function collectOffer(servers: readonly AskedServer[], { server: only }: Pick<McpExchange, 'server'>): Offer {
  const tools: [string, Offered<Tool>][] = [];
  const prompts: [string, Offered<Prompt>][] = [];
  const resources = new Map<string, Offered<Resource>>();
  const templates: Offered<ResourceTemplateType>[] = [];
  const instructions: string[] = [];
  const away = new Map<string, UpstreamFailure | undefined>();
  for (const { isWhole, mayUse, server, state } of servers) {
    const { offered: lists } = state;
    if (lists === undefined) {
      away.set(server.name, state.failure);
      continue;
    }
    const nameOf = (name: string): string => (only === undefined ? exposeName(server.name, name) : name);
    for (const tool of lists.tools) {
      if (!mayUse(tool.name)) continue;
      const name = nameOf(tool.name);
      tools.push([name, { item: { ...tool, name }, name: tool.name, state, server }]);
    }
    if (lists.instructions) instructions.push(introduce(server.name, lists.instructions, only));
    if (!isWhole) continue;
    for (const prompt of lists.prompts) {
      const name = nameOf(prompt.name);
      prompts.push([name, { item: { ...prompt, name }, name: prompt.name, state, server }]);
    }
    addResources(resources, lists.resources, { state, server });
    for (const item of lists.templates) templates.push({ item, name: item.uriTemplate, state, server });
  }
  return {
    tools: new Map(tools.sort(byName)),
    prompts: new Map(prompts.sort(byName)),
    resources,
    templates,
    away,
    instructions: instructions.join('\n\n').slice(0, MOST_ALL_INSTRUCTIONS) || undefined,
  };
}

function addResources(
  all: Map<string, Offered<Resource>>,
  listed: readonly Resource[],
  of: Pick<Offered<Resource>, 'state' | 'server'>,
): void {
  for (const item of listed) if (!all.has(item.uri)) all.set(item.uri, { item, name: item.uri, ...of });
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function introduce(server: string, instructions: string, only: string | undefined): string {
  const text = instructions.slice(0, MOST_INSTRUCTIONS);
  return only === undefined ? `# ${server}\n\n${text}` : text;
}
