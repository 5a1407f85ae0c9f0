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
import {
  type DeclaredPrices,
  type MediaPrices,
  type PriceBook,
  priceFactors,
  readDeclaredPrice,
} from '@multilane/policy';
import { type DeclaredCapabilities, knowModel, type OwnModelRow } from '@multilane/providers';
import { RefusedCredential } from '../upstream/credentials/refused-credential.js';
import { buildVirtualModels, type NamedDefinition } from './build-virtual-models.js';
import { type ConnectedProvider, type Connections, connectProvider, ModelTarget } from './connect-provider.js';
import { readDrops } from './read-drops.js';
import type { VirtualModel } from './route.js';
import type { ServedModel, Workspace } from './snapshot.js';

/** What people registered may lead to fewer places than what the operator wrote (docs/contract/egress.md#addresses). */
const NAMED_BY_PEOPLE = false;

export interface WorkspaceOptions {
  readonly network: GatewayConfig['network'];
  /** What the operator knows of models. */
  readonly modelRows: readonly OwnModelRow[];
  readonly connections: Connections;
  /** Called for each registered provider that cannot be used. */
  readonly onProviderProblem: (providerId: string, problem: string) => void;
}

interface GrowingWorkspace extends Workspace {
  readonly models: Map<string, ServedModel>;
  virtualModels: Map<string, VirtualModel>;
  readonly virtualEntries: NamedDefinition[];
  readonly providerNames: Set<string>;
}

/** Every workspace by id, with the models of its own providers (docs/contract/model-access.md#resolution). */
export function* buildWorkspaces(rows: SnapshotRows, options: WorkspaceOptions): Steps<Map<string, Workspace>> {
  const workspaces = new Map<string, GrowingWorkspace>();
  for (const { id, organizationId, name } of rows.workspaces) {
    workspaces.set(id, {
      id,
      organizationId,
      name,
      models: new Map(),
      virtualModels: new Map(),
      virtualEntries: [],
      providerNames: new Set(),
    });
  }
  for (const { workspaceId, name } of rows.providers) workspaces.get(workspaceId)?.providerNames.add(name);
  const providers = new Map<string, ConnectedProvider>();
  for (const row of rows.providers) {
    const names = workspaces.get(row.workspaceId)?.providerNames ?? new Set();
    providers.set(row.id, connectRow(row, names, options));
    yield;
  }
  for (const row of rows.models) {
    addModel(
      workspaces.get(row.workspaceId),
      providers.get(row.providerId ?? ''),
      row,
      options.connections.prices,
      options.modelRows,
    );
    yield;
  }
  for (const workspace of workspaces.values()) {
    const { models, virtualEntries } = workspace;
    if (virtualEntries.length === 0) continue;
    const { targetStates } = options.connections;
    workspace.virtualModels = yield* buildVirtualModels('workspace', virtualEntries, models, targetStates);
  }
  return workspaces;
}

function connectRow(row: SnapshotProvider, names: ReadonlySet<string>, options: WorkspaceOptions): ConnectedProvider {
  const { network, connections, onProviderProblem } = options;
  const { entry, problem } = readEntry(row);
  const way = { ...connections, network, trusted: NAMED_BY_PEOPLE, names, owner: row.id };
  if (problem === undefined) return connectProvider(entry, way);
  onProviderProblem(row.id, problem);
  // One provider that does not do must not keep the others from serving: its own requests fail.
  return connectProvider(entry, way, new RefusedCredential(UNREADABLE, () => undefined));
}

const UNREADABLE: CredentialProblem = {
  param: 'settings or secrets',
  message: 'cannot be read by this version of the gateway',
};

interface ReadRow {
  readonly entry: ProviderEntry;
  readonly problem?: string | undefined;
}

function readEntry(row: SnapshotProvider): ReadRow {
  const named = { name: row.name, kind: row.kind };
  const address = row.baseUrl === null ? {} : { base_url: row.baseUrl };
  const read = readProviderEntry({ ...row.settings, ...row.secrets, ...named, ...address });
  const problem = row.problem ?? read.problem;
  return { entry: read.entry ?? emptyProviderEntry(row.name, row.kind), problem };
}

function addModel(
  workspace: GrowingWorkspace | undefined,
  provider: ConnectedProvider | undefined,
  row: WorkspaceModelRecord,
  prices: PriceBook,
  ownRows: readonly OwnModelRow[],
): void {
  const names = [row.logicalName, ...row.aliases];
  if (row.kind === 'virtual') {
    const { entry: definition } = parseVirtualModelEntry({ ...row.routing, name: row.logicalName });
    // One that only a newer version can read is not served by this one.
    if (definition) workspace?.virtualEntries.push({ names, definition, type: row.type as ModelType });
    return;
  }
  if (!workspace || !provider) return;
  const capabilities = (row.capabilities ?? {}) as Capabilities;
  const { reasoning_efforts: reasoningEfforts = [], unsupported_parameters: unsupported, voices } = capabilities;
  const upstreamModel = row.upstreamModel ?? row.logicalName;
  const contextWindow = row.contextWindow ?? undefined;
  const known = knowModel(provider.entry.kind, upstreamModel, capabilities, contextWindow, ownRows);
  const factors = priceFactors(provider.entry.kind, upstreamModel);
  const model: ServedModel = {
    source: 'workspace',
    logicalName: row.logicalName,
    names,
    type: row.type as ModelType,
    providerNames: provider.names,
    target: new ModelTarget(provider, { upstreamModel, voices, ...known }),
    price:
      row.prices === null
        ? prices.find(provider.entry, upstreamModel)
        : { current: readDeclaredPrice(row.prices as DeclaredPrices, 'workspace', factors) },
    mediaPrices: (row.mediaPrices ?? undefined) as MediaPrices | undefined,
    reasoningEfforts,
    contextWindow,
    isBeyondReference: capabilities.beyond_reference ?? false,
    drops: readDrops(unsupported),
  };
  for (const name of names) workspace.models.set(name, model);
}

interface Capabilities extends DeclaredCapabilities {
  readonly beyond_reference?: boolean;
  /** Stored beside the capabilities, as the next is. */
  readonly voices?: ModelEntry['voices'];
  readonly unsupported_parameters?: ModelEntry['unsupported_parameters'];
}
