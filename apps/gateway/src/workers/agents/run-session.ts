import {
  type AgentCaps,
  type AgentDefinition,
  type Decision,
  decide,
  type RunState,
  type RunUsage,
  readDefinition,
  type StopReason,
} from '@multilane/agents';
import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { WorkStopped } from '@multilane/jobs';
import type { AgentRunEnd, AgentRunToWork, AgentStepRecord, NewRunEvent, Sql } from '@multilane/persistence';
import { toGatewayError } from '@multilane/providers';
import { findCitations } from '../../knowledge/find-citations.js';
import { askRunModel } from './ask-run-model.js';
import { callTools } from './call-tools.js';
import { describeBeginning, describeEnd, describeSteps } from './run-events.js';
import {
  queueStepOf,
  type RunOutcome,
  RunOutOfTime,
  type RunParts,
  type RunTurn,
  type WorkedRun,
} from './run-parts.js';
import { type ModelContent, type PlacedCall, readSources, readTurns } from './step-content.js';

/**
 * Works on one run until it ends or waits for a person. Each answer of the model and each result of a call is stored before the next thing
 * begins, so that a session that comes after a crash goes on from there.
 */
export class RunSession implements WorkedRun {
  readonly definition: AgentDefinition;
  private readonly startedAt = performance.now();
  private readonly timeout = new AbortController();
  steps: readonly AgentStepRecord[] = [];

  /** @param caps those of an agent that another one calls, which may be narrower than its own */
  constructor(
    readonly parts: RunParts,
    readonly run: AgentRunToWork,
    readonly turn: RunTurn,
    caps?: (own: AgentCaps) => AgentCaps,
  ) {
    const definition = readDefinition(run.definition);
    this.definition = caps === undefined ? definition : { ...definition, caps: caps(definition.caps) };
  }

  /** Rejects with a `WorkStopped`, or where the database is away: the run goes on in another session then. */
  async work(): Promise<RunOutcome> {
    const left = this.definition.caps.seconds * 1_000 - this.activeMs;
    const timer = setTimeout(() => this.timeout.abort(new RunOutOfTime()), Math.max(0, left));
    try {
      await this.reload();
      if (this.steps.length === 0) await this.note(describeBeginning(this.run));
      return await this.loop();
    } finally {
      clearTimeout(timer);
    }
  }

  get activeMs(): number {
    return this.run.usage.activeMs + performance.now() - this.startedAt;
  }

  get signal(): AbortSignal {
    return AbortSignal.any([this.turn.signal, this.timeout.signal]);
  }

  get used(): RunUsage {
    const used = { tokens: 0, costUsd: 0, toolCalls: 0, activeMs: this.activeMs };
    for (const { completionTokens, costUsd, promptTokens, toolCalls } of this.steps) {
      used.tokens += promptTokens + completionTokens;
      used.costUsd += costUsd ?? 0;
      used.toolCalls += toolCalls;
    }
    return used;
  }

  append(sql: Sql, events: readonly NewRunEvent[]): Promise<void> {
    const { id: runId, workspaceId } = this.run;
    return this.parts.database.runEvents.appendWithin(sql, { runId, workspaceId }, events);
  }

  workOn(child: AgentRunToWork, caps: (own: AgentCaps) => AgentCaps): Promise<RunOutcome> {
    return new RunSession(this.parts, child, { ...this.turn, signal: this.signal }, caps).work();
  }

  announce(): void {
    this.parts.database.runEvents.announce(this.run.id);
    if (this.run.workflowStepId !== null) this.parts.queues.wake('workflow.step');
  }

  async reload(): Promise<void> {
    this.steps = await this.parts.database.agentRuns.listSteps(this.run.id);
  }

  private async loop(): Promise<RunOutcome> {
    for (;;) {
      this.turn.signal.throwIfAborted();
      const decision = decide(this.state);
      const outcome = await this.act(decision).catch((error: unknown) => this.explain(error));
      if (outcome !== undefined) return outcome;
    }
  }

  private get state(): RunState<PlacedCall> {
    const { definition, steps, used } = this;
    return { definition, input: this.run.input, turns: readTurns(steps), used, isCancelled: false };
  }

  /** Undefined: the run goes on. */
  private async act(decision: Decision<PlacedCall>): Promise<RunOutcome | undefined> {
    switch (decision.next) {
      case 'ask_model':
        return this.ask();
      case 'call_tools': {
        const isWaiting = await callTools(this, decision.calls);
        await this.reload();
        return isWaiting ? this.wait() : undefined;
      }
      case 'stop':
        return decision.reason === 'awaiting_approval' ? this.wait() : this.stop(decision.reason);
    }
  }

  private async ask(): Promise<RunOutcome | undefined> {
    const { definition, parts, run, state, turn } = this;
    const position = this.steps.length;
    const steps = await askRunModel(parts, { ...turn, signal: this.signal, run, state, position });
    const progress = { id: run.id, activeMs: this.activeMs };
    const isHeld = await parts.database.agentWork.addSteps(turn.hold, progress, position, steps, (sql) =>
      this.append(sql, describeSteps(position, steps)),
    );
    if (!isHeld) throw new WorkStopped('lost');
    this.announce();
    await this.reload();
    if (definition.caps.cost_usd === null || typeof steps[0]?.costUsd === 'number') return undefined;
    const message =
      'The run has a cap on its cost, and its model has no price. Set a price, or remove `caps.cost_usd`.';
    throw new GatewayError('invalid_value', { param: 'caps.cost_usd', message });
  }

  private async wait(): Promise<RunOutcome | undefined> {
    const { parts, run, turn } = this;
    const progress = { id: run.id, activeMs: this.activeMs };
    const state = await parts.database.agentWork.wait(turn.hold, progress, async (sql) => {
      await this.append(sql, [{ kind: 'run.waiting', data: { status: 'awaiting_approval' } }]);
      await queueStepOf(parts.queues, sql, run);
    });
    if (state === 'lost') throw new WorkStopped('lost');
    if (state === 'decided') {
      await this.reload();
      return undefined;
    }
    this.announce();
    return { stopReason: 'awaiting_approval', answer: null, error: undefined };
  }

  /** Ends the run with what it has to show. */
  private async stop(stopReason: StopReason): Promise<RunOutcome> {
    const last = this.steps.findLast(({ kind }) => kind === 'model');
    const { content: answer = null, finish_reason = null } =
      last === undefined ? {} : (parseBoundedJson(last.content) as Partial<ModelContent>);
    const citations = answer === null ? [] : findCitations(answer, readSources(this.steps));
    const output = JSON.stringify({ answer, finish_reason, citations });
    const status = stopReason === 'completed' ? 'completed' : 'incomplete';
    await this.end({ status, stopReason, errorCode: null, output });
    return { stopReason, answer, error: undefined };
  }

  private async fail({ code, message, param }: GatewayError): Promise<RunOutcome> {
    const error = { code, message, ...(typeof param === 'string' && { param }) };
    await this.end({ status: 'failed', stopReason: 'error', errorCode: code, output: JSON.stringify({ error }) });
    return { stopReason: 'error', answer: null, error };
  }

  private async end(end: AgentRunEnd): Promise<void> {
    const { parts, run, turn } = this;
    const progress = { id: run.id, activeMs: this.activeMs };
    const isHeld = await parts.database.agentWork.end(turn.hold, progress, end, async (sql) => {
      await this.append(sql, [describeEnd(end)]);
      await queueStepOf(parts.queues, sql, run);
    });
    if (!isHeld) throw new WorkStopped('lost');
    this.announce();
  }

  private async note(event: NewRunEvent): Promise<void> {
    const { id: runId, workspaceId } = this.run;
    await this.parts.database.runEvents.append({ runId, workspaceId }, [event]);
  }

  /** Turns a failure into the outcome of the run. Throws it if the run goes on elsewhere. */
  private async explain(error: unknown): Promise<RunOutcome> {
    this.turn.signal.throwIfAborted();
    if (error instanceof WorkStopped) throw error;
    if (error instanceof RunOutOfTime || this.timeout.signal.aborted) return this.stop('time');
    if (error instanceof GatewayError) return this.fail(error);
    // Other errors are not the run's own, such as those of a database that is away.
    throw error;
  }
}

/** Ends a run that could not begin, such as for a credential that was revoked. */
export function outcomeOfRefusal(error: unknown): AgentRunEnd | undefined {
  const { code, message, param, status } = toGatewayError(error);
  if (status >= 500 && code !== 'agent_run_interrupted' && code !== 'poisoned') return undefined;
  const shown = { code, message, ...(typeof param === 'string' && { param }) };
  return { status: 'failed', stopReason: 'error', errorCode: code, output: JSON.stringify({ error: shown }) };
}
