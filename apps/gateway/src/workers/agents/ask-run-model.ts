import {
  type AskedTurn,
  findParameters,
  KNOWLEDGE_TOOL,
  type OfferedTool,
  type RunState,
  readTurn,
  writeRequest,
} from '@multilane/agents';
import { causeOf } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { AgentRunToWork, NewAgentStep } from '@multilane/persistence';
import { CHAT } from '../../endpoints/chat/chat.endpoint.js';
import { askModel } from '../../knowledge/ask-model.js';
import { listMcpTools } from './list-mcp-tools.js';
import type { RunParts, RunTurn } from './run-parts.js';
import { type CallContent, type CallResult, errorText, type ModelContent, type PlacedCall } from './step-content.js';

export interface ModelQuestion extends RunTurn {
  readonly run: AgentRunToWork;
  readonly state: RunState<PlacedCall>;
  /** Position of the step that the answer becomes. */
  readonly position: number;
}

/**
 * Asks the model of an agent through the pipeline, as whoever runs it. Resolves to the steps that come of it: the answer, and the calls
 * that it asks for. Calls that cannot be made have an error as their result from the start.
 *
 * @throws GatewayError the refusal or failure, or the signal's reason
 */
export async function askRunModel(
  { checker, services }: RunParts,
  question: ModelQuestion,
): Promise<readonly NewAgentStep[]> {
  const { admission, hold, position, run, signal, state } = question;
  const startedAt = new Date();
  const requestId = `agr_${run.id.replaceAll('-', '')}_${position}_${hold.fence}`;
  const { definition } = state;
  const mcpTools = await listMcpTools({ services }, admission, definition);
  let costUsd: number | null = null;
  const answer = await askModel(CHAT, writeRequest(state, mcpTools), {
    services,
    admission,
    requestId,
    clientAddress: run.clientAddress,
    headers: { ...causeOf(run.identity), ...(run.usesCache ? undefined : { 'cache-control': 'no-store' }) },
    signal,
    onHeaders: ({ 'x-service-cost': cost }) => {
      costUsd = cost === undefined ? null : Number(cost);
    },
  });
  const declared = [...definition.tools, ...mcpTools].map(({ name }) => name);
  const names = new Set(
    [KNOWLEDGE_TOOL, ...declared].filter((name) => findParameters(definition, name, mcpTools) !== undefined),
  );
  let made = 0;
  const turn = readTurn(answer, names, () => {
    made += 1;
    return `call_${position}_${made}`;
  });
  if (turn === undefined || (turn.calls.length === 0 && turn.content === null)) {
    throw new GatewayError('provider_error', { message: 'The model returned neither text nor calls of tools.' });
  }
  const content: ModelContent = { content: turn.content, finish_reason: turn.finishReason };
  const said: NewAgentStep = {
    kind: 'model',
    name: definition.model,
    status: 'finished',
    isError: false,
    content: JSON.stringify(content),
    result: null,
    promptTokens: turn.tokens.prompt,
    completionTokens: turn.tokens.completion,
    costUsd,
    requestId,
    startedAt,
  };
  const calls = await Promise.all(turn.calls.map((call) => toStep(call, question, mcpTools, checker)));
  return [said, ...calls];
}

async function toStep(
  call: AskedTurn['calls'][number],
  { run, signal, state: { definition } }: ModelQuestion,
  mcpTools: readonly OfferedTool[],
  checker: RunParts['checker'],
): Promise<NewAgentStep> {
  const schema = findParameters(definition, call.name, mcpTools);
  const problem =
    call.problem ?? (schema === undefined ? undefined : await checker.check(run.workspaceId, schema, call.parsed));
  signal.throwIfAborted();
  const content: CallContent = { call_id: call.id, arguments: call.arguments };
  const step = { kind: 'tool', name: call.name, content: JSON.stringify(content), startedAt: null } as const;
  if (problem !== undefined) {
    const result: CallResult = { text: errorText('invalid_arguments', problem) };
    return { ...step, status: 'finished', isError: true, result: JSON.stringify(result) };
  }
  const declared = definition.tools.find(({ name, type }) => name === call.name && type !== 'mcp');
  const offered = mcpTools.find(({ name }) => name === call.name);
  const needsApproval = declared?.requires_approval ?? offered?.requiresApproval === true;
  return { ...step, status: needsApproval ? 'awaiting_approval' : 'due', isError: false, result: null };
}
