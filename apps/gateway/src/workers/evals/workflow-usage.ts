import type { Database, WorkflowStepDetails } from '@multilane/persistence';
import type { WorkflowNode } from '@multilane/workflows';
import { readDefinition } from '../workflows/read-definition.js';
import type { Answered } from './eval-parts.js';

type Usage = Pick<Answered, 'promptTokens' | 'completionTokens' | 'costUsd'>;

/** Runs within a run, and steps of each, that are added up. */
const MOST_RUNS = 1_000;
const STEPS_AT_ONCE = 100;

/** The tokens and costs of the models and agents that a run asked, with those of the runs within it. A failed attempt has none. */
export async function sumUsage(
  workflowRuns: Pick<Database['workflowRuns'], 'listTree' | 'listSteps'>,
  runId: string,
): Promise<Usage> {
  let [promptTokens, completionTokens] = [0, 0];
  let costUsd: number | null = null;
  for (const { definition, id } of await workflowRuns.listTree(runId, MOST_RUNS)) {
    const askers = new Set(
      readDefinition(definition)
        .nodes.filter(asksModels)
        .map((node) => node.id),
    );
    if (askers.size === 0) continue;
    let after: string | undefined;
    for (let isLast = false; !isLast; ) {
      const steps: WorkflowStepDetails[] = await workflowRuns.listSteps(id, { after, limit: STEPS_AT_ONCE });
      for (const { nodeId, output } of steps) {
        if (!askers.has(nodeId)) continue;
        const { usage } = Object(output) as { usage?: unknown };
        const {
          completion_tokens: completion,
          cost_usd: cost,
          prompt_tokens: prompt,
        } = Object(usage) as {
          readonly [name: string]: unknown;
        };
        promptTokens += countOf(prompt);
        completionTokens += countOf(completion);
        if (typeof cost === 'number') costUsd = (costUsd ?? 0) + cost;
      }
      after = steps.at(-1)?.id;
      isLast = steps.length < STEPS_AT_ONCE;
    }
  }
  return { promptTokens, completionTokens, costUsd };
}

/** Outputs of other steps may look the same, and cost nothing. */
function asksModels(node: WorkflowNode): boolean {
  const { kind } = node.kind === 'map' ? node.step : node;
  return kind === 'model' || kind === 'agent';
}

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
