import type { Caller } from '@multilane/auth';
import type { ListedModel, ModelList } from '@multilane/contracts';
import type { CatalogModel, Snapshot } from '../snapshot/snapshot.js';
import { mayUseModel } from './may-use-model.js';

export type ListStyle = 'reference' | 'messages';

/** The models the caller may use, by logical name and alias, in the catalog's order (specification section 2). */
export function listModels(snapshot: Snapshot, caller: Caller, style: ListStyle, limit?: number): ModelList {
  const all: ListedModel[] = [];
  for (const [name, model] of snapshot.models) {
    if (mayUseModel(snapshot, caller, model)) all.push(describeModel(name, model, style));
  }
  const data = limit === undefined ? all : all.slice(0, limit);
  const list: ModelList = { object: 'list', data };
  if (style === 'messages') {
    list.has_more = data.length < all.length;
    list.first_id = data[0]?.id ?? null;
    list.last_id = data.at(-1)?.id ?? null;
  }
  return list;
}

/** One model under the name it was asked by; undefined for an unknown one and for one outside the caller's policy. */
export function findListedModel(
  snapshot: Snapshot,
  caller: Caller,
  name: string,
  style: ListStyle,
): ListedModel | undefined {
  const model = snapshot.models.get(name);
  return model && mayUseModel(snapshot, caller, model) ? describeModel(name, model, style) : undefined;
}

function describeModel(name: string, model: CatalogModel, style: ListStyle): ListedModel {
  const listed: ListedModel = {
    id: name,
    object: 'model',
    created: 0,
    owned_by: 'multilane',
    provider: model.target.provider.kind,
    source: 'config',
    display_name: name,
  };
  // `created` is always 0 (specification section 9), and so is its other form.
  return style === 'messages' ? { ...listed, type: 'model', created_at: '1970-01-01T00:00:00Z' } : listed;
}
