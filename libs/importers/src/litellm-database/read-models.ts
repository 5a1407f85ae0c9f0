import { type DatabaseRow, textsOf } from './database-rows.js';

const EVERY_MODEL = new Set(['all-proxy-models', '*']);

/**
 * The models that a row of LiteLLM allows. Null: every model.
 *
 * @param inherited what `all-team-models` and an empty list mean
 */
export function readModels(row: DatabaseRow, inherited: readonly string[] | null): readonly string[] | null {
  const models = textsOf(row, 'models');
  if (models.length === 0 || models.includes('all-team-models')) return inherited;
  if (models.some((model) => EVERY_MODEL.has(model))) return inherited;
  // Wildcards and groups are no models here: without them, callers have fewer models and never more.
  const named = models.filter((model) => !model.includes('*') && model !== 'no-default-models' && model.length <= 512);
  return inherited === null ? named : named.filter((model) => inherited.includes(model));
}

export function isSame(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((model) => other.includes(model));
}
