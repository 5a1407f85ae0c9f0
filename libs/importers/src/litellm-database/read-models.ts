import { type DatabaseRow, textsOf } from './database-rows.js';

/** Names of models; null: every model. */
export type ModelList = readonly string[] | null;

export interface ReadModels {
  readonly models: ModelList;
  /** Entries that name no model here. Without them, callers have fewer models and never more. */
  readonly lost: readonly string[];
}

/** Words of LiteLLM in place of names (https://docs.litellm.ai/docs/proxy/key_auth_arch). */
const EVERY_MODEL = new Set(['all-proxy-models', '*']);
const MODELS_OF_TEAM = 'all-team-models';
const NO_MODEL = 'no-default-models';

/** Owner of the list. The words mean something else for each. */
export type ListOwner = 'person' | 'in-team' | 'other';

/**
 * The models that a row of LiteLLM allows, of its own list and of its access groups.
 *
 * @param column that has the list
 * @param owner `in-team`: a team, or what belongs to one, which may have every model of it
 * @param groups the models of access groups by id and by name
 */
export function readModels(
  row: DatabaseRow,
  column: string,
  owner: ListOwner,
  groups: ReadonlyMap<string, readonly string[]>,
): ReadModels {
  const entries = textsOf(row, column);
  const ofGroups = textsOf(row, 'access_group_ids');
  if (entries.length === 0 && ofGroups.length === 0) return { models: null, lost: [] };
  // For a person this word beats all others.
  if (owner === 'person' && entries.includes(NO_MODEL)) return { models: [], lost: [] };
  if (entries.some((entry) => EVERY_MODEL.has(entry))) return { models: null, lost: [] };
  if (owner === 'in-team' && entries.includes(MODELS_OF_TEAM)) return { models: null, lost: [] };
  const models: string[] = [];
  const lost: string[] = [];
  for (const entry of entries) {
    const group = groups.get(entry);
    if (group !== undefined) models.push(...group);
    else if (entry.includes('*') || entry.length > 512 || entry === MODELS_OF_TEAM) lost.push(entry);
    else if (entry !== NO_MODEL) models.push(entry);
  }
  for (const id of ofGroups) {
    const group = groups.get(id);
    if (group === undefined) lost.push(id);
    else models.push(...group);
  }
  return { models: [...new Set(models.filter((model) => !model.includes('*')))], lost };
}

/** The models that are in both lists. */
export function intersect(one: ModelList, other: ModelList): ModelList {
  if (one === null) return other;
  if (other === null) return one;
  return one.filter((model) => other.includes(model));
}

export function isSame(one: ModelList, other: ModelList): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((model) => other.includes(model));
}
