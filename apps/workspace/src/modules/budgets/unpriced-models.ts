import type { GatewayConfig } from '@multilane/config';
import type { Database, UndeclaredPriceRecord } from '@multilane/persistence';
import type { KnownPrices } from '../../services/known-prices.js';
import { toPriceable } from '../models/to-priceable.js';
import type { BudgetHolder } from './shown-budget.js';

/** Named at most, of the models that a budget does not count. */
export const MOST_NAMED = 20;

/** A model or virtual model that a name leads to, as far as budgets care. */
export interface BudgetedModel {
  /** The logical name first. */
  readonly names: readonly string[];
  /** Names of what a virtual model routes to. */
  readonly targets: readonly string[];
  readonly isUnpriced: boolean;
}

interface Sources {
  readonly database: Pick<Database, 'models' | 'teams'>;
  readonly prices: Pick<KnownPrices, 'tell'>;
  readonly settings: Pick<GatewayConfig, 'models' | 'providers' | 'virtual_models'>;
}

/**
 * The models without a price that the holders of budgets may use, by the holders' ids: no budget in dollars counts them. Budgets of
 * teams count tokens, and so have none.
 */
export async function findUnpricedModels(
  organizationId: string,
  holders: readonly BudgetHolder[],
  sources: Sources,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = holders.filter(({ scope }) => scope === 'api_key');
  if (keys.length === 0) return new Map();
  const workspaceIds = distinct(keys.map(({ workspaceId }) => workspaceId));
  const [rows, teams] = await Promise.all([
    workspaceIds.length === 0 ? [] : sources.database.models.listUndeclaredPrices(organizationId, workspaceIds),
    sources.database.teams.listByIds(organizationId, distinct(keys.map(({ teamId }) => teamId))),
  ]);
  const allowed = new Map(teams.map(({ allowedModels, id }) => [id, allowedModels]));
  const [ofWorkspaces, catalog] = await Promise.all([markRows(rows, sources), markCatalog(sources)]);
  const byWorkspace = new Map<string, (typeof ofWorkspaces)[number][]>(workspaceIds.map((id) => [id, []]));
  for (const each of ofWorkspaces) byWorkspace.get(each.row.workspaceId)?.push(each);
  const found = new Map<string, readonly string[]>();
  const find = ({ teamId, workspaceId }: BudgetHolder): readonly string[] => {
    // A key without its team may use nothing.
    if (teamId === null || !allowed.has(teamId)) return [];
    const own = workspaceId === null ? [] : (byWorkspace.get(workspaceId) ?? []);
    const others = workspaceId === null ? catalog : catalog.filter(({ isForAll }) => isForAll);
    const models = [...others, ...own].map(({ model }) => model);
    return listUnpriced(models, allowed.get(teamId) ?? null);
  };
  for (const key of keys) {
    // Keys of one team in one workspace use the same models.
    const place = `${key.teamId} ${key.workspaceId}`;
    if (!found.has(place)) found.set(place, find(key));
  }
  return new Map(keys.map(({ id, teamId, workspaceId }) => [id, found.get(`${teamId} ${workspaceId}`) ?? []]));
}

/**
 * The logical names of the models without a price that somebody may use.
 *
 * @param allowed By any of their names; a virtual model grants what it routes to. Null: every model
 */
export function listUnpriced(models: readonly BudgetedModel[], allowed: readonly string[] | null): readonly string[] {
  const byName = new Map(models.flatMap((model) => model.names.map((name) => [name, model] as const)));
  const reached = new Set<BudgetedModel>();
  const waiting = allowed === null ? [...models] : findNamed(byName, allowed);
  for (let model = waiting.pop(); model !== undefined; model = waiting.pop()) {
    if (reached.has(model)) continue;
    reached.add(model);
    for (const target of findNamed(byName, model.targets)) waiting.push(target);
  }
  const names = models.filter((model) => model.isUnpriced && reached.has(model)).map(({ names: [name = ''] }) => name);
  return names.slice(0, MOST_NAMED);
}

function findNamed(byName: ReadonlyMap<string, BudgetedModel>, names: readonly string[]): BudgetedModel[] {
  return names.flatMap((name) => byName.get(name) ?? []);
}

async function markRows(rows: readonly UndeclaredPriceRecord[], { prices }: Sources) {
  // Virtual models have no provider.
  const priced = rows.flatMap((model) => (model.provider === null ? [] : [{ model, provider: model.provider }]));
  const told = await prices.tell(priced.map(toPriceable));
  const states = new Map(priced.map(({ model }, index) => [model, told[index]]));
  return rows.map((row) => ({
    row,
    model: {
      names: [row.logicalName, ...row.aliases],
      targets: (row.targets ?? []).map(({ model }) => model),
      isUnpriced: states.get(row) === 'none',
    },
  }));
}

/** Models of gateway.yaml. `isForAll`: also credentials that are bound to a workspace reach it (docs/contract/model-access.md#sources). */
async function markCatalog({ prices, settings }: Sources) {
  const providers = new Map(settings.providers.map((provider) => [provider.name, provider]));
  const models = settings.models.flatMap((entry) => {
    const provider = providers.get(entry.provider);
    if (provider === undefined) return [];
    const { media_prices: mediaPrices, prices: declared, upstream_model: upstreamModel } = entry;
    return [{ entry, provider, upstreamModel, prices: declared, mediaPrices }];
  });
  const told = await prices.tell(models);
  return [
    ...models.map(({ entry }, index) => ({
      isForAll: entry.type !== 'chat' && entry.type !== 'decision',
      model: { names: [entry.logical_name, ...entry.aliases], targets: [], isUnpriced: told[index] === 'none' },
    })),
    ...settings.virtual_models.map(({ name, targets }) => ({
      isForAll: true,
      model: { names: [name], targets: targets.map(({ model }) => model), isUnpriced: false },
    })),
  ];
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
