import { parseModelEntry, parseVirtualModelEntry, type VirtualModelEntry } from '@multilane/config';
import type { ProviderKind } from '@multilane/contracts';
import type { JsonObject, NewModel, WorkspaceModelRecord } from '@multilane/persistence';
import { refuseField } from '../../http/invalid-field.js';
import { isResolvedInWorkspaces, servedTypes } from './served-types.js';
import { joinCapabilities, splitCapabilities } from './split-capabilities.js';

/** Fields by name, as they are sent. */
export type ModelFields = Readonly<Record<string, unknown>>;

const OF_MODELS = new Set(
  'logical_name aliases provider_id upstream_model type prices media_prices context_window max_parallel queue capabilities voices'.split(
    ' ',
  ),
);
const OF_VIRTUAL_MODELS = new Set('name targets strategy retry sticky shadow hedge'.split(' '));

/** Returns a body as plain data. Fails with 400 for a field of the other sort of model. */
export function readSent(dto: object, kind: WorkspaceModelRecord['kind']): ModelFields {
  const { object: _object, ...sent } = JSON.parse(JSON.stringify(dto)) as Record<string, unknown>;
  const [foreign, owner] = kind === 'model' ? [OF_VIRTUAL_MODELS, 'virtual models'] : [OF_MODELS, 'models'];
  const wrong = Object.keys(sent).find((name) => foreign.has(name));
  if (wrong !== undefined) throw refuseField({ path: wrong, message: `belongs to ${owner}` });
  return sent;
}

/** All that is stored of a model, by the names of the API. */
export function toFields(model: WorkspaceModelRecord): ModelFields {
  if (model.kind === 'virtual') return { name: model.logicalName, ...model.routing };
  return {
    logical_name: model.logicalName,
    aliases: model.aliases,
    provider_id: model.providerId,
    upstream_model: model.upstreamModel,
    type: model.type,
    prices: model.prices,
    media_prices: model.mediaPrices,
    context_window: model.contextWindow,
    ...splitCapabilities(model.capabilities),
  };
}

/** Stored values of a model. */
export type ModelValues = Omit<NewModel, 'workspaceId' | 'kind'>;

/** Reads a model. Fails with 400 for what gateway.yaml would reject too, and for names that are given twice. */
export function readModel(fields: ModelFields): ModelValues & { readonly providerId: string } {
  const { provider_id: providerId, ...others } = fields;
  if (typeof providerId !== 'string') throw refuseField({ path: 'provider_id', message: 'is required' });
  // The file names a provider where people give its id.
  const { entry, problems } = parseModelEntry({ ...withoutNulls(others), provider: providerId });
  if (problems !== undefined) throw refuseField(problems[0]);
  const names = [entry.logical_name, ...entry.aliases];
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice !== -1) throw refuseField({ path: `aliases[${twice - 1}]`, message: 'is already a name of the model' });
  const given = (name: string, value: unknown) => (others[name] ? (value as JsonObject) : null);
  return {
    logicalName: entry.logical_name,
    aliases: entry.aliases,
    providerId,
    upstreamModel: entry.upstream_model,
    type: entry.type,
    contextWindow: entry.context_window ?? null,
    prices: given('prices', entry.prices),
    mediaPrices: given('media_prices', entry.media_prices),
    capabilities: joinCapabilities({
      capabilities: given('capabilities', entry.capabilities),
      unsupported_parameters: given('unsupported_parameters', entry.unsupported_parameters),
      voices: given('voices', entry.voices),
      max_parallel: entry.max_parallel ?? null,
      queue: given('queue', entry.queue),
    }),
  };
}

/** Reads a virtual model, with every default. Fails with 400 for what gateway.yaml would reject too. */
export function readVirtualModel(fields: ModelFields): VirtualModelEntry {
  const { entry, problems } = parseVirtualModelEntry(withoutNulls(fields));
  if (problems !== undefined) throw refuseField(problems[0]);
  return entry;
}

/** Fails with 400 if models of that type are not served by the kind, or not found in workspaces. */
export function checkType(type: string, kind: ProviderKind): void {
  const served: readonly string[] = servedTypes(kind);
  if (served.includes(type)) return;
  if (!isResolvedInWorkspaces(type as never)) {
    throw refuseField({ path: 'type', message: `${type} can only be set in gateway.yaml` });
  }
  const instead = served.length === 0 ? 'nothing yet' : served.join(', ');
  throw refuseField({ path: 'type', message: `must be one that kind ${kind} serves: ${instead}` });
}

function withoutNulls(fields: ModelFields): ModelFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
