import { readRunOutput } from '@multilane/agents';
import { parseBoundedJson } from '@multilane/contracts';
import {
  AGENT_RUN_STATUSES,
  AGENT_RUN_STOP_REASONS,
  type AgentRunContent,
  type AgentRunRecord,
  type AgentRunStatus,
  type AgentRunStopReason,
  type AgentStepRecord,
  type AgentStepStatus,
  type WaitingAgentCall,
} from '@multilane/persistence';
import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import {
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  IdField,
  TextField,
  TimeField,
} from '../../../fields/scalar-fields.js';

const REQUEST_ID = 'The request to the model, as the audit log has it.';

class AgentRunUsageView {
  @CountField({ description: 'Tokens sent to models.' })
  prompt_tokens!: number;

  @CountField({ description: 'Tokens that models wrote.' })
  completion_tokens!: number;

  @AmountField({ nullable: true, description: 'US dollars. Null if no model has a price.' })
  cost_usd!: number | null;

  @CountField({ description: 'Answers of the model.' })
  steps!: number;

  @CountField({ description: 'Calls of tools, with those of agents that were called.' })
  tool_calls!: number;

  @CountField({ description: 'Working time in milliseconds.' })
  active_ms!: number;
}

class AgentRunErrorView {
  @TextField({ description: 'Code of the error.' })
  code!: string;

  @TextField({ description: 'What went wrong.' })
  message!: string;
}

class AgentCitationView {
  @CountField({ description: 'The number in square brackets.' })
  index!: number;

  @IdField({ description: 'The document.' })
  document_id!: string;

  @TextField({ description: 'Name or address of the document.' })
  source!: string;

  @CountField({ description: 'The chunk of the document.' })
  chunk_index!: number;

  @CountField({ optional: true, description: 'The page.' })
  page?: number;

  @TextField({ description: 'The sentence that fits the statement best.' })
  quote!: string;
}

class AgentStepView {
  @CountField({ description: 'Place in the run, from 0.' })
  position!: number;

  @ChoiceField(['model', 'tool'], { description: 'An answer of the model, or a call of a tool.' })
  kind!: 'model' | 'tool';

  @TextField({ nullable: true, description: 'The model, or the tool.' })
  name!: string | null;

  @ChoiceField(['due', 'awaiting_approval', 'finished', 'skipped'], {
    description: '`skipped`: the run ended before the call.',
  })
  status!: AgentStepStatus;

  @FlagField({ description: 'Whether the call failed or was rejected.' })
  is_error!: boolean;

  @TextField({ nullable: true, description: 'What the model said. Null for a tool.' })
  content!: string | null;

  @TextField({ nullable: true, description: 'Arguments of the call, as JSON. Null for the model.' })
  arguments!: string | null;

  @TextField({ nullable: true, description: 'What the model got for the call. Null until it is finished.' })
  result!: string | null;

  @CountField({ description: 'Tokens sent to models.' })
  prompt_tokens!: number;

  @CountField({ description: 'Tokens that models wrote.' })
  completion_tokens!: number;

  @AmountField({ nullable: true, description: 'US dollars.' })
  cost_usd!: number | null;

  @TextField({ nullable: true, description: REQUEST_ID })
  request_id!: string | null;

  @IdField({ nullable: true, description: 'The run of the agent that was called.' })
  child_run_id!: string | null;

  @TextField({ nullable: true, description: 'Who approved or rejected the call.' })
  decided_by!: string | null;

  @TimeField({ nullable: true, description: 'When it began.' })
  started_at!: string | null;

  @TimeField({ nullable: true, description: 'When it ended.' })
  finished_at!: string | null;

  static of(step: AgentStepRecord): AgentStepView {
    const { childRunId, completionTokens, costUsd, decidedBy, finishedAt, isError, kind, name } = step;
    const { content = null, arguments: asked = null } = parseBoundedJson(step.content) as {
      content?: string | null;
      arguments?: string;
    };
    const { text: result = null } = step.result === null ? {} : (parseBoundedJson(step.result) as { text?: string });
    return {
      position: step.position,
      kind,
      name,
      status: step.status,
      is_error: isError,
      content,
      arguments: asked,
      result,
      prompt_tokens: step.promptTokens,
      completion_tokens: completionTokens,
      cost_usd: costUsd,
      request_id: step.requestId,
      child_run_id: childRunId,
      decided_by: decidedBy,
      started_at: step.startedAt?.toISOString() ?? null,
      finished_at: finishedAt?.toISOString() ?? null,
    };
  }
}

/** A call that waits for a person, in the run or in that of an agent that it called. */
class WaitingCallView {
  @IdField({ description: 'The run.' })
  run_id!: string;

  @IdField({ description: 'The agent of that run.' })
  agent_id!: string;

  @CountField({ description: 'Place in that run.' })
  position!: number;

  @TextField({ description: 'The tool.' })
  tool!: string;

  @TextField({ description: 'Arguments, as JSON.' })
  arguments!: string;
}

/** A run as lists show it. */
export class AgentRunSummaryView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['agent.run'], { description: 'Always `agent.run`.' })
  object!: 'agent.run';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @IdField({ description: 'The agent.' })
  agent_id!: string;

  @TextField({ description: 'The name of the agent.' })
  agent!: string;

  @CountField({ description: 'Version of the agent.' })
  version!: number;

  @IdField({ nullable: true, description: 'The run that called the agent. Null if a person or a request did.' })
  parent_run_id!: string | null;

  @IdField({ nullable: true, description: 'The person who began it. Null for a key or a service.' })
  user_id!: string | null;

  @ChoiceField(AGENT_RUN_STATUSES, { description: '`incomplete`: a limit ended the run before its answer.' })
  status!: AgentRunStatus;

  @ChoiceField(AGENT_RUN_STOP_REASONS, { nullable: true, description: 'Why it stopped. Null while it runs.' })
  stop_reason!: AgentRunStopReason | null;

  @ObjectField(() => AgentRunUsageView, { description: 'What it used, with the agents that it called.' })
  usage!: AgentRunUsageView;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ nullable: true, description: 'When a worker took it.' })
  started_at!: string | null;

  @TimeField({ nullable: true, description: 'When it ended.' })
  completed_at!: string | null;

  static of(run: AgentRunRecord): AgentRunSummaryView {
    const { activeMs, completionTokens, costUsd, promptTokens, steps, toolCalls } = run.usage;
    return {
      id: run.id,
      object: 'agent.run',
      workspace_id: run.workspaceId,
      agent_id: run.agentId,
      agent: run.agentName,
      version: run.version,
      parent_run_id: run.parentId,
      user_id: run.userId,
      status: run.status,
      stop_reason: run.stopReason,
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        cost_usd: costUsd,
        steps,
        tool_calls: toolCalls,
        active_ms: activeMs,
      },
      created_at: run.createdAt.toISOString(),
      started_at: run.startedAt?.toISOString() ?? null,
      completed_at: run.completedAt?.toISOString() ?? null,
    };
  }
}

/** Parts of a run. */
export interface WholeAgentRun {
  readonly run: AgentRunRecord;
  readonly content: AgentRunContent;
  readonly steps: readonly AgentStepRecord[];
  readonly waiting: readonly WaitingAgentCall[];
}

/** A run with its trace. */
export class AgentRunView extends AgentRunSummaryView {
  @TextField({ description: 'What the agent was asked.' })
  input!: string;

  @TextField({ nullable: true, description: 'The answer. Of an `incomplete` run, what the model said last.' })
  output!: string | null;

  @TextField({ nullable: true, description: 'Why the model ended its answer, such as `length`.' })
  finish_reason!: string | null;

  @ObjectListField(() => AgentCitationView, { description: 'Sources that the answer cites.' })
  citations!: AgentCitationView[];

  @ObjectField(() => AgentRunErrorView, { nullable: true, description: 'Why it failed.' })
  error!: AgentRunErrorView | null;

  @ObjectListField(() => WaitingCallView, { description: 'Calls that wait for a person.' })
  waiting_calls!: WaitingCallView[];

  @ObjectListField(() => AgentStepView, { description: 'What the run did, in order.' })
  steps!: AgentStepView[];

  static ofWhole({ content, run, steps, waiting }: WholeAgentRun): AgentRunView {
    const { answer = null, citations = [], error = null, finish_reason = null } = readRunOutput(content.output);
    return {
      ...AgentRunSummaryView.of(run),
      input: content.input,
      output: answer,
      finish_reason,
      citations: citations as AgentCitationView[],
      error,
      waiting_calls: waiting.map(({ agentId, content: call, name, position, runId }) => ({
        run_id: runId,
        agent_id: agentId,
        position,
        tool: name,
        arguments: (parseBoundedJson(call) as { arguments: string }).arguments,
      })),
      steps: steps.map(AgentStepView.of),
    };
  }
}
