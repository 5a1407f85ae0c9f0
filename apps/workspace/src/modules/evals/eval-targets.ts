import { GatewayError } from '@multilane/errors';
import type { Target, TargetOf } from '@multilane/evals';
import type { Database } from '@multilane/persistence';
import type { EvalCaller } from './eval-caller.js';

type Place = EvalCaller['place'];
type Tables = Pick<Database, 'agents' | 'workflows'>;

/** Fails with 400 for a target that the workspace does not have. Models are looked up when they are asked. */
export async function checkTargets(tables: Tables, place: Place, targets: readonly Target[]): Promise<void> {
  for (const [at, target] of targets.entries()) {
    const newest = await findNewest(tables, place, target, at);
    if (newest === undefined || !('version' in target) || target.version === undefined) continue;
    if (target.version > newest) throw refuse(`targets[${at}].version`, `is not a version of the ${target.type}`);
  }
}

/** The targets of a run that begins now: each with its version. */
export function pinTargets(tables: Tables, place: Place, targets: readonly Target[]): Promise<Target[]> {
  return Promise.all(
    targets.map(async (target, at) => {
      const newest = await findNewest(tables, place, target, at);
      return target.type === 'model' ? target : { ...target, version: target.version ?? newest };
    }),
  );
}

/** Undefined for a model, which has no versions. */
async function findNewest(tables: Tables, place: Place, target: Target, at: number): Promise<number | undefined> {
  switch (target.type) {
    case 'model':
      return undefined;
    case 'agent': {
      const agent = await tables.agents.find(place.organizationId, target.agent_id);
      if (agent?.workspaceId === place.workspaceId) return agent.version;
      throw refuse(`targets[${at}].agent_id`, 'names an agent that the workspace does not have');
    }
    case 'workflow':
      return findPublished(tables, place, target, at);
  }
}

async function findPublished(
  { workflows }: Tables,
  { organizationId, workspaceId }: Place,
  { workflow_id: id }: TargetOf<'workflow'>,
  at: number,
): Promise<number> {
  const workflow = await workflows.find(organizationId, id);
  if (workflow?.workspaceId === workspaceId && workflow.publishedVersion !== null) return workflow.publishedVersion;
  throw refuse(`targets[${at}].workflow_id`, 'names no published workflow of the workspace');
}

function refuse(param: string, words: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${words}.` });
}
