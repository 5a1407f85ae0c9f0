import type { Caller } from '@multilane/auth';
import type { ListedModel, ModelList } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { describeFacts } from '@multilane/providers';
import { workspaceOf } from '../find-policy.js';
import type { VirtualModel } from '../routes/route.js';
import type { ServedModel, Snapshot, Workspace } from '../snapshot.js';
import { findByName, mayUseModel, mayUseVirtualModel } from './find-model.js';

export type ListStyle = 'reference' | 'messages';

/** Requested part of the list; all of it by default. */
export interface ModelPage {
  readonly limit?: number | undefined;
  /** The last name of the page before; only in the messages style, which returns it. */
  readonly afterId?: string | undefined;
}

/**
 * The models the caller may use, by logical name and alias (docs/contract/model-access.md#listing): those of its
 * workspace, then those of the catalog in its order but for those with `listed: false`, then agents. Throws `invalid_value` where `afterId` is none of them.
 *
 * @param agents the names of those that the caller can ask as chat models
 */
export function listModels(
  snapshot: Snapshot,
  caller: Caller,
  style: ListStyle,
  { limit, afterId }: ModelPage = {},
  agents: readonly string[] = [],
): ModelList {
  const all: ListedModel[] = [];
  const own = workspaceOf(snapshot, caller);
  for (const [name, model] of own ? namesIn(own) : []) {
    if (mayUse(snapshot, caller, model)) all.push(describeModel(name, model, style));
  }
  for (const [name, model] of namesIn(snapshot)) {
    if (snapshot.unlisted.has(name) || (own && findByName(own, name)) || !reachesCatalogModel(caller, model)) continue;
    if (mayUse(snapshot, caller, model)) all.push(describeModel(name, model, style));
  }
  // The model takes precedence over an agent of the same name.
  const isModel = (name: string): boolean =>
    ((own && findByName(own, name)) ?? findByName(snapshot, name)) !== undefined;
  all.push(...agents.filter((name) => !isModel(name)).map((name) => describeAgent(name, style)));
  if (style === 'reference') return { object: 'list', data: all.slice(0, limit) };
  const rest = afterId === undefined ? all : all.slice(positionOf(afterId, all) + 1);
  const data = rest.slice(0, limit);
  return {
    object: 'list',
    data,
    has_more: data.length < rest.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}

function* namesIn({ models, virtualModels }: Pick<Workspace, 'models' | 'virtualModels'>) {
  yield* models;
  yield* virtualModels;
}

function mayUse(snapshot: Snapshot, caller: Caller, model: ServedModel | VirtualModel): boolean {
  return model.route === undefined ? mayUseModel(snapshot, caller, model) : mayUseVirtualModel(snapshot, caller, model);
}

function positionOf(id: string, models: readonly ListedModel[]): number {
  const position = models.findIndex((model) => model.id === id);
  if (position !== -1) return position;
  throw new GatewayError('invalid_value', {
    param: 'after_id',
    message: '`after_id` must be the id of a listed model.',
  });
}

/** One model under the name it was asked by; undefined for an unknown one and for one outside the caller's policy. */
export function findListedModel(
  snapshot: Snapshot,
  caller: Caller,
  name: string,
  style: ListStyle,
): ListedModel | undefined {
  const own = workspaceOf(snapshot, caller);
  const model = (own && findByName(own, name)) ?? findByName(snapshot, name);
  if (model?.source === 'config' && !reachesCatalogModel(caller, model)) return undefined;
  return model && mayUse(snapshot, caller, model) ? describeModel(name, model, style) : undefined;
}

/**
 * A credential that is bound to a workspace resolves chat and decision models there alone
 * (docs/contract/model-access.md#sources, "Source per endpoint"), so that one of the catalog would be rejected where its
 * listing says that it can be asked.
 */
function reachesCatalogModel({ workspaceId }: Caller, { type }: Pick<ServedModel, 'type'>): boolean {
  return workspaceId === undefined || (type !== 'chat' && type !== 'decision');
}

/** An agent as a model in the list. */
export function describeAgent(name: string, style: ListStyle): ListedModel {
  return describe(name, { provider: 'agent', source: 'database' }, style);
}

function describeModel(name: string, model: ServedModel | VirtualModel, style: ListStyle): ListedModel {
  // Several may serve it.
  if (model.route !== undefined) return describe(name, { provider: 'virtual', source: model.source }, style);
  const { facts, kind } = model.target.provider;
  const capabilities = facts && describeFacts(facts);
  return describe(name, { provider: kind, source: model.source, ...(capabilities && { capabilities }) }, style);
}

function describe(
  name: string,
  of: Pick<ListedModel, 'provider' | 'source' | 'capabilities'>,
  style: ListStyle,
): ListedModel {
  const listed: ListedModel = {
    id: name,
    object: 'model',
    created: 0,
    owned_by: 'multilane',
    ...of,
    display_name: name,
  };
  // `created` is always 0 (docs/contract/model-access.md#listing), and so is its other form.
  return style === 'messages' ? { ...listed, type: 'model', created_at: '1970-01-01T00:00:00Z' } : listed;
}
