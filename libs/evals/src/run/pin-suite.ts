import { GatewayError } from '@multilane/errors';
import { EVAL_BOUNDS } from '../bounds.js';
import { readSuite, type SuiteDefinition } from '../definition/suite.js';
import type { Target, TargetOf } from '../definition/target.js';
import { invalid } from '../read-with.js';
import { countUnits } from './units.js';

/** A workspace that has suites. */
export interface SuitePlace {
  readonly organizationId: string;
  readonly workspaceId: string;
}

interface Owned {
  readonly workspaceId: string;
}

/** Tables in which the names of suites are looked up. */
export interface SuiteTables {
  readonly agents: {
    find(organizationId: string, id: string): Promise<(Owned & { readonly version: number }) | undefined>;
  };
  readonly workflows: {
    find(
      organizationId: string,
      id: string,
    ): Promise<(Owned & { readonly publishedVersion: number | null }) | undefined>;
  };
  readonly evalDatasets: {
    find(organizationId: string, id: string): Promise<(Owned & { readonly version: number }) | undefined>;
    findVersion(
      id: string,
      version: number,
    ): Promise<{ readonly caseCount: number; readonly characters: number } | undefined>;
  };
}

/** Suite as a run needs it: its definition with the version of each thing that it names. */
export interface PinnedSuite {
  readonly definition: SuiteDefinition;
  readonly datasetVersion: number;
  readonly caseCount: number;
  /** Length of the inputs of all cases. */
  readonly characters: number;
}

/**
 * The suite as a run would have it now.
 *
 * @param stored as `readSuite` made it
 * @throws GatewayError 400 for what the workspace does not have, 409 for a dataset without a version
 */
export async function pinSuite(tables: SuiteTables, place: SuitePlace, stored: object): Promise<PinnedSuite> {
  const definition = readSuite(stored);
  const dataset = await findDataset(tables, place, definition);
  const datasetVersion = definition.dataset_version ?? dataset.version;
  if (datasetVersion === 0) {
    throw new GatewayError('conflict', { message: 'The dataset of the suite has no version yet. Upload cases.' });
  }
  const version = await findVersion(tables, definition.dataset_id, datasetVersion);
  const targets = await Promise.all(
    definition.targets.map(async (target, at): Promise<Target> => {
      const newest = await findNewest(tables, place, target, at);
      return target.type === 'model' ? target : { ...target, version: target.version ?? newest };
    }),
  );
  const { caseCount, characters } = version;
  return { definition: { ...definition, targets }, datasetVersion, caseCount, characters };
}

/** Counts the answers of a run. Fails with 400 for more than a run may have. */
export function countAnswers({ caseCount, definition }: Pick<PinnedSuite, 'caseCount' | 'definition'>): number {
  const { repeats, targets } = definition;
  const total = countUnits({ targets: targets.length, cases: caseCount, repeats });
  if (total <= EVAL_BOUNDS.units) return total;
  const message = `The run would ask for ${total} answers: cases × targets × \`repeats\` must be at most ${EVAL_BOUNDS.units}.`;
  throw new GatewayError('invalid_value', { param: 'suite_id', message });
}

/** Only what the workspace has can be used. Models are looked up when they are asked. Fails with 400 that names the field. */
export async function checkReferences(
  tables: SuiteTables,
  place: SuitePlace,
  definition: SuiteDefinition,
): Promise<void> {
  await findDataset(tables, place, definition);
  if (definition.dataset_version !== null) {
    await findVersion(tables, definition.dataset_id, definition.dataset_version);
  }
  for (const [at, target] of definition.targets.entries()) {
    const newest = await findNewest(tables, place, target, at);
    if (newest === undefined || target.type === 'model' || (target.version ?? 1) <= newest) continue;
    throw invalid(`targets[${at}].version`, `is not a version of the ${target.type}`);
  }
}

async function findDataset(
  { evalDatasets }: SuiteTables,
  { organizationId, workspaceId }: SuitePlace,
  { dataset_id: id }: SuiteDefinition,
): Promise<{ readonly version: number }> {
  const dataset = await evalDatasets.find(organizationId, id);
  if (dataset?.workspaceId === workspaceId) return dataset;
  throw invalid('dataset_id', 'names a dataset that the workspace does not have');
}

async function findVersion({ evalDatasets }: SuiteTables, id: string, version: number) {
  const found = await evalDatasets.findVersion(id, version);
  if (found === undefined) throw invalid('dataset_version', 'is not a version of the dataset');
  return found;
}

/** Undefined for a model, which has no versions. */
async function findNewest(
  tables: SuiteTables,
  place: SuitePlace,
  target: Target,
  at: number,
): Promise<number | undefined> {
  switch (target.type) {
    case 'model':
      return undefined;
    case 'agent': {
      const agent = await tables.agents.find(place.organizationId, target.agent_id);
      if (agent?.workspaceId === place.workspaceId) return agent.version;
      throw invalid(`targets[${at}].agent_id`, 'names an agent that the workspace does not have');
    }
    case 'workflow':
      return findPublished(tables, place, target, at);
  }
}

async function findPublished(
  { workflows }: SuiteTables,
  { organizationId, workspaceId }: SuitePlace,
  { workflow_id: id }: TargetOf<'workflow'>,
  at: number,
): Promise<number> {
  const workflow = await workflows.find(organizationId, id);
  if (workflow?.workspaceId === workspaceId && workflow.publishedVersion !== null) return workflow.publishedVersion;
  throw invalid(`targets[${at}].workflow_id`, 'names no published workflow of the workspace');
}
