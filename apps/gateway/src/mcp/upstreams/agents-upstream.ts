import { AGENT_BOUNDS } from '@multilane/agents';
import type { AgentPlace, AgentService } from '../../services/agent-service.js';
import { EMPTY_LISTS, type McpUpstream, type ServerLists, type UpstreamCall, type UpstreamResult } from './upstream.js';

/** A client that asks for progress hears so often that the agent is still at work, in milliseconds. */
const PROGRESS_MS = 5_000;

/** The agents of a workspace that are published as tools (docs/contract/mcp.md#agents). */
export class AgentsUpstream implements McpUpstream {
  constructor(
    private readonly agents: AgentService,
    private readonly place: AgentPlace,
  ) {}

  async list(): Promise<ServerLists> {
    const published = await this.agents.list(this.place, 'mcp_tool');
    const tools = published.map(({ description, name }): ServerLists['tools'][number] => ({
      name,
      description: description.trim() === '' ? `Asks the agent ${name}.` : description,
      inputSchema: {
        type: 'object',
        properties: {
          input: {
            type: 'string',
            minLength: 1,
            maxLength: AGENT_BOUNDS.input,
            description: 'What the agent is asked to do, with all it needs to know.',
          },
        },
        required: ['input'],
      },
    }));
    return { ...EMPTY_LISTS, tools };
  }

  async callTool(
    name: string,
    { input }: Readonly<Record<string, unknown>>,
    { exchange, onProgress, signal, timeoutMs }: UpstreamCall,
  ): Promise<UpstreamResult> {
    const { admission, clientAddress, headers } = exchange;
    if (typeof input !== 'string' || input.trim() === '' || input.length > AGENT_BOUNDS.input) {
      return failed(`The argument input must be a text of 1 to ${AGENT_BOUNDS.input} characters.`);
    }
    // Asked again as this caller: lists are shared by the callers of a workspace.
    const agent = await this.agents.find(admission.caller, 'mcp_tool', name);
    if (agent === undefined || agent.workspaceId !== this.place.workspaceId) return failed('There is no such agent.');
    let progress = 0;
    const timer = setInterval(() => {
      progress += 1;
      onProgress?.({ progress, message: 'The agent is at work.' });
    }, PROGRESS_MS);
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const question = { admission, clientAddress, headers, input, signal: limited };
      const { stopReason, text } = await this.agents.ask(agent, question);
      if (stopReason === 'completed') return { content: [{ type: 'text', text }] };
      return failed(`The agent stopped before its answer: ${stopReason}.${text === '' ? '' : ` It said: ${text}`}`);
    } finally {
      clearInterval(timer);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function failed(text: string): UpstreamResult {
  return { content: [{ type: 'text', text }], isError: true };
}
