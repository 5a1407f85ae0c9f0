import { canUseKnowledge } from '@multilane/auth';
import type { Database } from '@multilane/persistence';
import type { KnowledgeService } from '../../services/knowledge-service.js';
import { EMPTY_LISTS, type McpUpstream, type ServerLists, type UpstreamCall, type UpstreamResult } from './upstream.js';

/** Knowledge bases that the description of the tool names. */
const MOST_NAMED = 100;

export interface KnowledgePorts {
  readonly service: KnowledgeService;
  readonly bases: Pick<Database['knowledgeBases'], 'listPage'>;
}

/** The knowledge bases of a workspace, as one tool that searches them (docs/contract/mcp.md#knowledge-bases). */
export class KnowledgeUpstream implements McpUpstream {
  constructor(
    private readonly ports: KnowledgePorts,
    private readonly place: { readonly organizationId: string; readonly workspaceId: string },
  ) {}

  async list(): Promise<ServerLists> {
    const names = (await this.#bases()).map(({ name }) => name);
    if (names.length === 0) return EMPTY_LISTS;
    const tool: ServerLists['tools'][number] = {
      name: 'search',
      description: 'Searches the knowledge bases of the workspace and returns the passages that fit best.',
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'What to look for.', maxLength: 8_000 },
          knowledge_base: { type: 'string', enum: names, description: 'Only this one. If left out: all of them.' },
          top_k: { type: 'integer', minimum: 1, maximum: 50, description: 'Passages at most. Default: 10.' },
        },
        required: ['query'],
      },
      annotations: { readOnlyHint: true },
    };
    return { ...EMPTY_LISTS, tools: [tool] };
  }

  async callTool(
    _name: string,
    { knowledge_base: wanted, query, top_k: topK }: Readonly<Record<string, unknown>>,
    { exchange, signal }: UpstreamCall,
  ): Promise<UpstreamResult> {
    const { admission, clientAddress, headers, requestId } = exchange;
    const { caller } = admission;
    const { organizationId } = caller;
    const isAllowed =
      organizationId === this.place.organizationId &&
      canUseKnowledge({ ...caller, organizationId }, 'gateway.knowledge.read', this.place.workspaceId);
    if (!isAllowed) return failed('The caller may not read knowledge bases.');
    if (typeof query !== 'string') return failed('The argument query must be a text.');
    const bases = (await this.#bases()).filter(({ name }) => wanted === undefined || name === wanted);
    if (bases.length === 0) return failed('There is no such knowledge base.');
    const { results } = await this.ports.service.query({
      admission,
      requestId: `${requestId}-kb`,
      clientAddress,
      headers,
      signal,
      place: { workspaceId: this.place.workspaceId },
      kbIds: bases.map(({ id }) => id),
      query: { query, topK: typeof topK === 'number' ? topK : undefined },
    });
    return { content: [{ type: 'text', text: JSON.stringify(results) }] };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #bases(): Promise<readonly { readonly id: string; readonly name: string }[]> {
    return (await this.ports.bases.listPage(this.place, { limit: MOST_NAMED })).data;
  }
}

function failed(text: string): UpstreamResult {
  return { content: [{ type: 'text', text }], isError: true };
}
