import { AGENT_BOUNDS } from '@multilane/agents';
import type { ChatRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { toGatewayError } from '@multilane/providers';
import {
  type AgentCompletion,
  readAgentInput,
  writeAgentChunks,
  writeAgentCompletion,
  writeAgentFailure,
} from '../../endpoints/chat/agent-chat.js';
import { writeAttribution } from '../../recording/attribution.js';
import type { AgentAnswer } from '../../services/agent-service.js';
import type { RequestContext } from '../request-context.js';

/** Prefix of the names of agents that are used as models. */
const PREFIX = 'agent/';
/** A reader may take nothing for so long, in milliseconds. */
const SILENCE_MS = 60_000;
const NO_SOURCE = { pause: () => undefined, resume: () => undefined };

/** True if a name that no model has may be that of an agent. */
export function namesAgent({ asked }: RequestContext, name: string): boolean {
  const { endpoint, incoming, routingConfig } = asked;
  return (
    name.startsWith(PREFIX) &&
    endpoint.servesAgents === true &&
    endpoint.runsLaterAt === undefined &&
    incoming.isOfClient === true &&
    routingConfig === undefined
  );
}

/**
 * Answers a chat with a run of an agent (docs/contract/agents.md#published-agents). The agent's calls of models are under the policies of
 * the caller. False, and nothing was done, if the caller may ask no such agent.
 */
export async function serveAgent(context: RequestContext, name: string): Promise<boolean> {
  const { asked, ended, services, sink, tried } = context;
  const { caller, incoming, snapshot } = asked;
  const { agents } = services.background;
  const agent = await agents?.find(caller, 'chat_model', name.slice(PREFIX.length));
  if (agents === undefined || agent === undefined) return false;
  const request = asked.validated as ChatRequest;
  const input = readAgentInput(request, AGENT_BOUNDS.input);
  const left = new AbortController();
  tried.abortable = left;
  if (ended.answered) return true;
  // The run may take long: the head of a stream is sent before it, and comments keep it alive.
  if (asked.streamed) sink.openStream({}, NO_SOURCE, SILENCE_MS);
  try {
    const { clientAddress } = incoming;
    const headers = writeAttribution(asked);
    const question = { admission: { caller, snapshot }, clientAddress, headers, input, signal: left.signal };
    const answer = toCompletion(context, await agents.ask(agent, question), name);
    if (!ended.answered) send(context, answer, request);
  } catch (error) {
    if (!asked.streamed || ended.answered) throw error;
    ended.answered = true;
    ended.failure = error;
    sink.end(writeAgentFailure(toGatewayError(error)));
  }
  return true;
}

function send({ asked, ended, sink }: RequestContext, answer: AgentCompletion, request: ChatRequest): void {
  ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  ended.answered = true;
  if (!asked.streamed) {
    sink.sendWhole({}, JSON.stringify(writeAgentCompletion(answer)), SILENCE_MS);
    return;
  }
  for (const event of writeAgentChunks(answer, request.stream_options?.include_usage === true)) sink.write(event);
  sink.end('data: [DONE]\n\n');
}

/** A limit of the agent ends its answer as a limit on tokens does. */
function toCompletion(
  { asked }: RequestContext,
  { completionTokens, finishReason, promptTokens, runId, stopReason, text }: AgentAnswer,
  model: string,
): AgentCompletion {
  if (text === '' && stopReason === 'completed') throw new GatewayError('provider_error');
  return {
    // Leads to the trace of the run.
    id: `chatcmpl-${runId}`,
    created: Math.floor((Date.now() - (performance.now() - asked.startedAt)) / 1000),
    model,
    text,
    finishReason: stopReason === 'completed' && finishReason !== 'length' ? 'stop' : 'length',
    promptTokens,
    completionTokens,
  };
}
