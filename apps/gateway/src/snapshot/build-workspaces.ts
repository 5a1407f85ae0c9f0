import type { Steps } from '@multilane/config';
import {
  emptyProviderEntry,
  type GatewayConfig,
  type ModelEntry,
  type ProviderEntry,
  parseVirtualModelEntry,
  readProviderEntry,
} from '@multilane/config';
import type { ModelType } from '@multilane/contracts';
import type { CredentialProblem } from '@multilane/egress';
import type { SnapshotProvider, SnapshotRows, WorkspaceModelRecord } from '@multilane/persistence';
import { type DatedPrices, type MediaPrices, type PriceBook, priceFactors, tagDeclaredPrice } from '@multilane/policy';
import { type DeclaredCapabilities, knowModel, type OwnModelRow } from '@multilane/providers';
import { RefusedCredential } from '../upstream/credentials/refused-credential.js';
import { isSame, MadeFrom } from '../upstream/made-from.js';
import { buildVirtualModels, type NamedDefinition } from './build-virtual-models.js';
import {
  type ConnectedProvider,
  type Connections,
  connectProvider,
  ModelTarget,
  reuseConnection,
} from './network/connect-provider.js';
import { findOwnSlots } from './routes/own-slots.js';
import { readDrops } from './routes/read-drops.js';
import { oncePerRow } from './rows/once-per-row.js';
import type { ServedModel, Workspace } from './snapshot.js';
import type { SnapshotParts, WorkspacePart } from './snapshot-parts.js';

/** Trust in addresses that people registered: they may lead to fewer places than the operator's (docs/contract/egress.md#addresses). */
const NAMED_BY_PEOPLE = false;

export interface WorkspaceOptions {
  readonly network: GatewayConfig['network'];
  /** The operator's settings of models. */
  readonly modelRows: readonly OwnModelRow[];
  readonly connections: Connections;
  /** Called for each registered provider that cannot be used. */
  readonly onProviderProblem: (providerId: string, problem: string) => void;
}

type RowsOfWorkspace = Pick<SnapshotParts, 'modelsByWorkspace' | 'providersByWorkspace' | 'workspaces'>;

/**
 * Every workspace by id, with the models of its own providers (docs/contract/model-access.md#resolution). One of which no row has
 * changed is the same object as in the last snapshot.
 */
export function* buildWorkspaces(
  rows: SnapshotRows,
  options: WorkspaceOptions,
  parts: RowsOfWorkspace,
): Steps<ReadonlyMap<string, Workspace>> {
  const { network, modelRows, connections } = options;
  const shared = [network, modelRows, connections.prices, connections.transports];
  const sources = [rows.workspaces, rows.providers, rows.models, ...shared];
  const last = parts.workspaces;
  if (isSame(last.sources, sources)) {
    for (const part of last.byId.values()) yield stay(part, options);
    return last.workspaces;
  }
  const providers = yield* parts.providersByWorkspace.split(rows.providers);
  const models = yield* parts.modelsByWorkspace.split(rows.models);
  const byId = new Map<string, WorkspacePart>();
  for (const row of rows.workspaces) {
    const own = { providers: providers.get(row.id) ?? NONE, models: models.get(row.id) ?? NONE };
    const sourcesOfIt = [row, own.providers, own.models, ...shared];
    const known = last.byId.get(row.id);
    const isKnown = known !== undefined && isSame(known.sources, sourcesOfIt);
    byId.set(row.id, isKnown ? known : yield* buildWorkspace(row, own, sourcesOfIt, options));
    if (isKnown) yield stay(known, options);
  }
  const workspaces = new Map([...byId].map(([id, { workspace }]) => [id, workspace]));
  parts.workspaces = { sources, byId, workspaces };
  return workspaces;
}

/** Keeps a workspace of the last snapshot as it is. */
function stay({ providers, problems }: WorkspacePart, { onProviderProblem }: WorkspaceOptions): void {
  for (const provider of providers) provider.stay();
  for (const [id, problem] of problems) onProviderProblem(id, problem);
}

const NONE: readonly never[] = [];

function* buildWorkspace(
  { id, organizationId, name }: SnapshotRows['workspaces'][number],
  rows: { readonly providers: readonly SnapshotProvider[]; readonly models: readonly WorkspaceModelRecord[] },
  sources: readonly unknown[],
  options: WorkspaceOptions,
): Steps<WorkspacePart> {
  const { prices, targetStates } = options.connections;
  const problems: [string, string][] = [];
  const onProviderProblem = (providerId: string, problem: string): void => {
    problems.push([providerId, problem]);
    options.onProviderProblem(providerId, problem);
  };
  const names = new Set(rows.providers.map((provider) => provider.name));
  const providers = new Map<string, ConnectedProvider>();
  for (const row of rows.providers) {
    providers.set(row.id, connectRow(row, names, { ...options, onProviderProblem }));
    yield;
  }
  const models = new Map<string, ServedModel>();
  const virtualEntries: NamedDefinition[] = [];
  for (const row of rows.models) {
    if (row.kind === 'virtual') addVirtualModel(virtualEntries, row);
    else addModel(models, providers.get(row.providerId ?? ''), row, prices, options.modelRows);
    yield;
  }
  const virtualModels = yield* buildVirtualModels('workspace', virtualEntries, models, targetStates, id);
  return {
    sources,
    workspace: { id, organizationId, name, models, virtualModels },
    providers: [...providers.values()],
    problems,
  };
}

function connectRow(row: SnapshotProvider, names: ReadonlySet<string>, options: WorkspaceOptions): ConnectedProvider {
  const { network, connections, onProviderProblem } = options;
  const { entry, problem, refused } = readEntry(row);
  const way = { ...connections, network, trusted: NAMED_BY_PEOPLE, names, owner: row.id };
  if (problem !== undefined) onProviderProblem(row.id, problem);
  return reuseConnection(row, connectProvider(entry, way, refused));
}

const UNREADABLE: CredentialProblem = {
  param: 'settings or secrets',
  message: 'cannot be read by this version of the gateway',
};

interface ReadRow {
  readonly entry: ProviderEntry;
  readonly problem?: string | undefined;
  /** One provider that does not do must not keep the others from serving: its own requests fail. */
  readonly refused?: RefusedCredential | undefined;
}

const readEntry = oncePerRow((row: SnapshotProvider): ReadRow => {
  const named = { name: row.name, kind: row.kind };
  const address = row.baseUrl === null ? {} : { base_url: row.baseUrl };
  const read = readProviderEntry({ ...row.settings, ...row.secrets, ...named, ...address });
  const problem = row.problem ?? read.problem;
  const refused = problem === undefined ? undefined : new RefusedCredential(UNREADABLE, () => undefined);
  return { entry: read.entry ?? emptyProviderEntry(row.name, row.kind), problem, refused };
});

function addModel(
  models: Map<string, ServedModel>,
  provider: ConnectedProvider | undefined,
  row: WorkspaceModelRecord,
  prices: PriceBook,
  ownRows: readonly OwnModelRow[],
): void {
  if (!provider) return;
  const model = served.find(row, [provider, ownRows, prices], () => serveRow(row, provider, prices, ownRows));
  for (const name of model.names) models.set(name, model);
}

/** One that only a newer version can read is not served by this one. */
function addVirtualModel(entries: NamedDefinition[], row: WorkspaceModelRecord): void {
  const definition = readVirtualModel(row);
  if (definition) entries.push({ names: namesOf(row), definition, type: row.type as ModelType });
}

const served = new MadeFrom<WorkspaceModelRecord, ServedModel>();

const namesOf = ({ logicalName, aliases }: WorkspaceModelRecord): string[] => [logicalName, ...aliases];

const readVirtualModel = oncePerRow(
  ({ routing, logicalName }: WorkspaceModelRecord) => parseVirtualModelEntry({ ...routing, name: logicalName }).entry,
);

function serveRow(
  row: WorkspaceModelRecord,
  provider: ConnectedProvider,
  prices: PriceBook,
  ownRows: readonly OwnModelRow[],
): ServedModel {
  const capabilities = (row.capabilities ?? {}) as Capabilities;
  const { reasoning_efforts: reasoningEfforts = [], unsupported_parameters: unsupported, voices } = capabilities;
  const upstreamModel = row.upstreamModel ?? row.logicalName;
  const contextWindow = row.contextWindow ?? undefined;
  const known = knowModel(provider.entry.kind, upstreamModel, capabilities, contextWindow, ownRows);
  const factors = priceFactors(provider.entry.kind, upstreamModel);
  return {
    source: 'workspace',
    logicalName: row.logicalName,
    names: namesOf(row),
    type: row.type as ModelType,
    providerNames: provider.names,
    target: new ModelTarget(provider, { upstreamModel, voices, ...known }),
    price:
      row.prices === null
        ? prices.find(provider.entry, upstreamModel)
        : tagDeclaredPrice(row.prices as DatedPrices, 'workspace', factors),
    mediaPrices: (row.mediaPrices ?? undefined) as MediaPrices | undefined,
    reasoningEfforts,
    contextWindow,
    isBeyondReference: capabilities.beyond_reference ?? false,
    drops: readDrops(unsupported),
    slots: findOwnSlots(provider, {
      logical_name: row.logicalName,
      max_parallel: capabilities.max_parallel,
      queue: capabilities.queue,
    }),
  };
}

interface Capabilities extends DeclaredCapabilities {
  readonly beyond_reference?: boolean;
  /** Stored beside the capabilities, as the next is. */
  readonly voices?: ModelEntry['voices'];
  readonly max_parallel?: ModelEntry['max_parallel'];
  readonly queue?: ModelEntry['queue'];
  readonly unsupported_parameters?: ModelEntry['unsupported_parameters'];
}
