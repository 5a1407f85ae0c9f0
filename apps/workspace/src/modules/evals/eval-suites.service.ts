import { GatewayError } from '@multilane/errors';
import {
  type CostEstimate,
  checkReferences,
  estimateCost,
  isModelTarget,
  nameOfTarget,
  type PinnedSuite,
  type PlannedRequests,
  pinSuite,
  questionsOf,
  readSuite,
  type TokenPrice,
} from '@multilane/evals';
import type { Database, EvalSuiteRecord, Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { ListQuery } from '../../lists/list-query.dto.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import type { CreateEvalSuiteDto, EstimateEvalDto, UpdateEvalSuiteDto } from './dto/eval-suite.dto.js';
import type { EvalCaller } from './eval-caller.js';
import { checkWebhook, planSchedule } from './eval-schedule.js';

/** Suites of a workspace at most. */
const MOST = 200;
const ANSWER_TOKENS = 300;
const VERDICT_TOKENS = 80;
/** Characters of a judge's instructions beside the rubric, the task and the answer. */
const JUDGE_CHARACTERS = 500;
const CHARACTERS_PER_TOKEN = 4;

/** Suites (docs/evals.md#suites). Objects of other workspaces are not found. */
@Injectable()
export class EvalSuitesService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES)
    private readonly services: { readonly followed: Pick<WorkspaceServices['followed'], 'settings'> },
  ) {}

  async create(caller: EvalCaller, userId: string, dto: CreateEvalSuiteDto): Promise<EvalSuiteRecord> {
    const { description = '', name, schedule, webhook_url: webhookUrl, ...asked } = dto;
    const definition = readSuite(toPlain(asked));
    await checkReferences(this.database, caller.place, definition);
    checkWebhook(this.services.followed.settings, webhookUrl);
    const planned = planSchedule(caller, userId, schedule);
    if ((await this.database.evalSuites.count(caller.place)) >= MOST) {
      throw new GatewayError('conflict', { message: `The workspace has ${MOST} suites. Delete some first.` });
    }
    const datasetId = definition.dataset_id;
    return this.database.change(caller.actor, ({ evalSuites }) =>
      evalSuites.create(caller.place, { name, description, datasetId, definition, schedule: planned, webhookUrl }),
    );
  }

  list({ place }: EvalCaller, { cursor, limit }: ListQuery): Promise<Page<EvalSuiteRecord>> {
    return this.database.evalSuites.listPage(place, { cursor, limit });
  }

  async find({ place }: EvalCaller, id: string): Promise<EvalSuiteRecord> {
    const suite = await this.database.evalSuites.find(place.organizationId, id);
    if (suite?.workspaceId !== place.workspaceId) {
      throw new GatewayError('not_found', { message: 'The suite does not exist.' });
    }
    return suite;
  }

  async update(caller: EvalCaller, userId: string, id: string, dto: UpdateEvalSuiteDto): Promise<EvalSuiteRecord> {
    const { definition: before } = await this.find(caller, id);
    const { baseline_run_id: baselineRunId, description, name, schedule, webhook_url: webhookUrl, ...asked } = dto;
    const definition = readSuite({ ...before, ...toPlain(asked) });
    await checkReferences(this.database, caller.place, definition);
    checkWebhook(this.services.followed.settings, webhookUrl);
    if (typeof baselineRunId === 'string') await this.checkBaseline(caller, id, baselineRunId);
    const planned = planSchedule(caller, userId, schedule);
    const datasetId = definition.dataset_id;
    const values = { name, description, datasetId, definition, baselineRunId, schedule: planned, webhookUrl };
    return this.database.change(caller.actor, ({ evalSuites }) => evalSuites.update(caller.place, id, values));
  }

  async remove(caller: EvalCaller, id: string): Promise<void> {
    await this.find(caller, id);
    await this.database.change(caller.actor, ({ evalSuites }) => evalSuites.remove(caller.place, id));
  }

  /** The suite as a run would have it now. */
  async pin(caller: EvalCaller, id: string): Promise<PinnedSuite & { readonly suite: EvalSuiteRecord }> {
    const suite = await this.find(caller, id);
    return { suite, ...(await pinSuite(this.database, caller.place, suite.definition)) };
  }

  /** Estimates the cost of a run, with the prices that are declared. */
  async estimate(caller: EvalCaller, id: string, dto: EstimateEvalDto): Promise<CostEstimate> {
    const planned = planRequests(await this.pin(caller, id), dto.answer_tokens);
    const names = [...new Set(planned.map(({ model }) => model))];
    const prices = new Map(
      await Promise.all(names.map(async (name) => [name, await this.findPrice(caller, name)] as const)),
    );
    return estimateCost(planned, (model) => prices.get(model));
  }

  private async findPrice({ place }: EvalCaller, name: string): Promise<TokenPrice | undefined> {
    const { models } = this.services.followed.settings;
    const declared = models.find(({ aliases, logical_name }) => logical_name === name || aliases.includes(name));
    const stored =
      declared === undefined
        ? (await this.database.models.findByName(place.organizationId, place.workspaceId, name))?.prices
        : declared.prices;
    const { input_per_million: input, output_per_million: output } = Object(stored) as Record<string, unknown>;
    if (typeof input !== 'number' && typeof output !== 'number') return undefined;
    return { inputPerMillion: Number(input ?? 0), outputPerMillion: Number(output ?? 0) };
  }

  private async checkBaseline({ place }: EvalCaller, suiteId: string, runId: string): Promise<void> {
    const run = await this.database.evalRuns.find(place.organizationId, runId);
    if (run?.suiteId === suiteId && run.status === 'completed') return;
    const message = '`baseline_run_id` must name a completed run of the suite.';
    throw new GatewayError('invalid_value', { param: 'baseline_run_id', message });
  }
}

/** The requests of a run, by target and judge. */
function planRequests(
  { caseCount, characters, definition }: Pick<PinnedSuite, 'caseCount' | 'characters' | 'definition'>,
  givenTokens: number | undefined,
): readonly PlannedRequests[] {
  const { graders, repeats, targets } = definition;
  return targets.flatMap((target) => {
    const count = caseCount * repeats;
    const limit = isModelTarget(target)
      ? Number(target.parameters.max_completion_tokens ?? target.parameters.max_tokens ?? ANSWER_TOKENS)
      : ANSWER_TOKENS;
    const answerTokens = givenTokens ?? (Number.isFinite(limit) ? limit : ANSWER_TOKENS);
    const system = isModelTarget(target) ? (target.system?.length ?? 0) : 0;
    const own = {
      model: isModelTarget(target) ? target.model : nameOfTarget(target),
      count,
      promptCharacters: characters * repeats + system * count,
      answerTokens,
    };
    const judged = graders.flatMap((grader): PlannedRequests[] => {
      if (grader.type !== 'judge') return [];
      const questions = questionsOf(grader).length;
      const perAnswer = grader.rubric.length + JUDGE_CHARACTERS + answerTokens * CHARACTERS_PER_TOKEN;
      return [
        {
          model: grader.model,
          count: count * questions,
          promptCharacters: (characters * repeats + perAnswer * count) * questions,
          answerTokens: VERDICT_TOKENS,
        },
      ];
    });
    return [own, ...judged];
  });
}

/** The members that were sent, as plain objects. */
function toPlain(dto: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(dto)) as Record<string, unknown>;
}
