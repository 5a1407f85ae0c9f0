import { GatewayError } from '@multilane/errors';
import type { A2aPolicies } from '../../a2a/a2a-exchange.js';
import { type A2aRequest, pathOfAgent } from '../../endpoints/a2a/a2a.endpoints.js';
import type { PublishedAgent } from '../../services/agent-service.js';
import type { AgentTaskService } from '../../services/agent-task-service.js';
import type { RequestContext } from '../request-context.js';
import { holdBudgets } from './budgets.stages.js';
import { admitRequests } from './limits.stages.js';
import { SILENCE_MS, sendReply } from './send-reply.js';

/** Answers a client of A2A, about an agent that it may run. */
export async function serveA2a(context: RequestContext): Promise<void> {
  const { asked, ended, services } = context;
  const { agent: name, asks } = asked.validated as A2aRequest;
  const { agents, agentTasks: tasks } = services.background;
  const agent = await agents?.find(asked.caller, 'a2a', name);
  if (tasks === undefined || agent === undefined) {
    throw new GatewayError('not_found', { message: 'There is no such agent, or you may not use it.' });
  }
  if (ended.answered) return;
  if (asks === 'card') return sendCard(context, agent);
  return sendAnswer(context, tasks, agent);
}

async function sendCard({ asked, ended, services, sink }: RequestContext, agent: PublishedAgent): Promise<void> {
  const base = services.publicBaseUrl ?? asked.incoming.loopbackOrigin;
  if (base === undefined) {
    throw new GatewayError('unsupported_endpoint', {
      message: 'Cards of agents need the address of the gateway: set `server.public_base_url` in gateway.yaml.',
    });
  }
  // Its packages are loaded where they are needed, so that a gateway without agents does without their memory.
  const { writeCard } = await import('../../a2a/write-card.js');
  if (ended.answered) return;
  ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  ended.answered = true;
  const url = `${base.replace(/\/+$/, '')}${pathOfAgent(agent.name)}`;
  sink.sendWhole({ 'cache-control': 'private, no-cache' }, JSON.stringify(writeCard(agent, url)), SILENCE_MS);
}

async function sendAnswer(context: RequestContext, tasks: AgentTaskService, agent: PublishedAgent): Promise<void> {
  const { asked, tried } = context;
  const { caller, headers, incoming, snapshot } = asked;
  const { message: body } = asked.validated as A2aRequest;
  const left = new AbortController();
  tried.abortable = left;
  const { answerMessage } = await import('../../a2a/answer-message.js');
  const reply = await answerMessage({
    tasks,
    agent,
    admission: { caller, snapshot },
    clientAddress: incoming.clientAddress,
    headers,
    body,
    policies: policiesOf(context),
    signal: left.signal,
  });
  await sendReply(context, { ...reply, status: 200 });
}

/** A question counts as a request, and none is taken from a caller whose budget is spent. The calls of its run are charged. */
function policiesOf(context: RequestContext): A2aPolicies {
  return {
    begin: async () => {
      await admitRequests(context);
      holdBudgets(context);
    },
    fail: (error) => {
      context.ended.failure = error;
    },
  };
}
