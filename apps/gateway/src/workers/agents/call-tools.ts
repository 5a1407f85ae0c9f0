import { KNOWLEDGE_TOOL, narrowCaps, parseObject, readRunOutput } from '@multilane/agents';
import { causeOf } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { WorkStopped } from '@multilane/jobs';
import type { FinishedCall } from '@multilane/persistence';
import { callHttpTool } from './call-http-tool.js';
import { callMcpTool } from './call-mcp-tool.js';
import { listMcpTools } from './list-mcp-tools.js';
import { describeResult } from './run-events.js';
import { mayCallAgents, type RunOutcome, type WorkedRun } from './run-parts.js';
import { searchKnowledge } from './search-knowledge.js';
import { type CallResult, errorText, type PlacedCall } from './step-content.js';

/** Calls at once. */
const AT_ONCE = 8;

type Result = Omit<FinishedCall, 'position' | 'startedAt' | 'result'> & { readonly result: CallResult };

/**
 * Makes calls that are due, and stores each result as it comes. Agents are called one after another, so that together they stay within
 * what the run may use. Resolves to whether an agent waits for a person: its call is still due.
 */
export async function callTools(session: WorkedRun, calls: readonly PlacedCall[]): Promise<boolean> {
  const isAgent = ({ name }: PlacedCall): boolean =>
    session.definition.tools.some((tool) => tool.name === name && tool.type === 'agent');
  const others = calls.filter((call) => !isAgent(call));
  const agents = calls.filter(isAgent);
  let isWaiting = false;
  const makeEach = async (): Promise<void> => {
    for (let call = others.shift(); call !== undefined; call = others.shift()) await makeCall(session, call);
  };
  const callAgents = async (): Promise<void> => {
    for (const call of agents) {
      // Tokens and calls that the agent before has used are not available to this one.
      await session.reload();
      if (!(await makeCall(session, call))) isWaiting = true;
    }
  };
  const made = await Promise.allSettled([...Array.from({ length: AT_ONCE }, makeEach), callAgents()]);
  for (const one of made) if (one.status === 'rejected') throw one.reason;
  return isWaiting;
}

/** False if the call waits for a person. */
async function makeCall(session: WorkedRun, call: PlacedCall): Promise<boolean> {
  const { parts, run, turn } = session;
  const startedAt = new Date();
  const { workspaceId } = run;
  await parts.database.runEvents.append({ runId: run.id, workspaceId }, [
    { kind: 'tool.started', data: { position: call.position, tool: call.name } },
  ]);
  const made = await makeOne(session, call);
  if (made === undefined) return false;
  const { result, ...used } = made;
  const written = JSON.stringify(result);
  const progress = { id: run.id, activeMs: session.activeMs };
  const finished = { ...used, position: call.position, startedAt, result: written };
  const isHeld = await parts.database.agentWork.finishCall(turn.hold, progress, finished, (sql) =>
    session.append(sql, [describeResult(call.position, call.name, written, used.isError)]),
  );
  if (!isHeld) throw new WorkStopped('lost');
  session.announce();
  return true;
}

async function makeOne(session: WorkedRun, call: PlacedCall): Promise<Result | undefined> {
  const { definition, parts, run, signal, turn } = session;
  signal.throwIfAborted();
  const given = parseObject(call.arguments) ?? {};
  const tool = definition.tools.find(({ name, type }) => name === call.name && type !== 'mcp');
  if (call.name === KNOWLEDGE_TOOL) return search(session, call, String(given.query));
  switch (tool?.type) {
    case 'http': {
      const idempotencyKey = `${run.id}-${call.position}`;
      const made = await callHttpTool(parts.http, { tool, arguments: given, place: run, idempotencyKey, signal });
      return { isError: made.isError, result: { text: made.text } };
    }
    case 'agent': {
      if (!mayCallAgents(run)) return failed('agent_depth', 'Agents that call agents are nested too deeply.');
      const child = await parts.database.agentWork.takeChild(turn.hold, run, {
        position: call.position,
        agentId: tool.agent_id,
        input: String(given.input),
      });
      return child === undefined ? failed('not_found', 'The agent does not exist.') : callAgent(session, child);
    }
    default:
      return callOfServer(session, call, given);
  }
}

/** A tool of an MCP server, if whoever runs the agent may still use it. */
async function callOfServer(
  { definition, parts, run, signal, turn }: WorkedRun,
  call: PlacedCall,
  given: Readonly<Record<string, unknown>>,
): Promise<Result> {
  const { admission, hold } = turn;
  try {
    const offered = await listMcpTools(parts, admission, definition, call.name);
    const tool = offered.find(({ name }) => name === call.name);
    if (tool === undefined) return failed('not_found', 'There is no such tool.');
    const made = await callMcpTool({
      services: parts.services,
      admission,
      server: tool.server,
      tool: tool.tool,
      arguments: given,
      requestId: requestIdOf(run, call, hold),
      clientAddress: run.clientAddress,
      cause: causeOf(run.identity),
      signal,
    });
    return { isError: made.isError, result: { text: made.text } };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof GatewayError)) throw error;
    return failed(error.code, error.message);
  }
}

/** Unique to the attempt: the audit log has it. */
function requestIdOf(run: WorkedRun['run'], { position }: PlacedCall, { fence }: WorkedRun['turn']['hold']): string {
  return `agr_${run.id.replaceAll('-', '')}_${position}_${fence}`;
}

async function search(session: WorkedRun, call: PlacedCall, query: string): Promise<Result> {
  const { definition, parts, run, signal, steps, turn } = session;
  const searchesBefore = steps.filter(
    ({ name, position }) => name === KNOWLEDGE_TOOL && position < call.position,
  ).length;
  const asker = {
    admission: turn.admission,
    requestId: requestIdOf(run, call, turn.hold),
    clientAddress: run.clientAddress,
    headers: causeOf(run.identity),
    signal,
  };
  try {
    const result = await searchKnowledge(parts, { definition, run, query, searchesBefore, asker });
    return { isError: false, result };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof GatewayError)) throw error;
    return failed(error.code, error.message);
  }
}

/** Undefined if the agent waits for a person. */
async function callAgent(session: WorkedRun, child: WorkedRun['run']): Promise<Result | undefined> {
  const { definition, parts, used } = session;
  const { database } = parts;
  const work = () => session.workOn(child, (own) => narrowCaps(own, definition.caps, used));
  const { answer, error, stopReason } = child.completedAt === null ? await work() : await readEnd(session, child);
  if (stopReason === 'awaiting_approval') return undefined;
  const { completionTokens, costUsd, promptTokens, toolCalls } =
    (await database.agentRuns.find(child.organizationId, child.id))?.usage ?? child.usage;
  const usage = { completionTokens, costUsd, promptTokens, toolCalls };
  if (stopReason === 'completed') return { ...usage, isError: false, result: { text: JSON.stringify({ answer }) } };
  const message = error?.message ?? `The agent stopped before its answer: ${stopReason}.`;
  return { ...usage, isError: true, result: { text: errorText(error?.code ?? stopReason, message) } };
}

/** Reads the end of a run whose result was not stored before the process died. */
async function readEnd({ parts }: WorkedRun, { id, stopReason }: WorkedRun['run']): Promise<RunOutcome> {
  const content = await parts.database.agentRuns.readContent(id);
  const { answer = null, error } = readRunOutput(content?.output);
  return { answer, error, stopReason: stopReason ?? 'error' };
}

function failed(code: string, message: string): Result {
  return { isError: true, result: { text: errorText(code, message) } };
}
