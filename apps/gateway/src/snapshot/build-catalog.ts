import type { Steps } from '@multilane/config';
import { findProvider, type GatewayConfig, type ModelEntry, type ProviderEntry } from '@multilane/config';
import { type PriceBook, priceFactors, tagDeclaredPrice } from '@multilane/policy';
import { knowModel, type OwnModelRow } from '@multilane/providers';
import { MadeFrom } from '../upstream/made-from.js';
import {
  type ConnectedProvider,
  type Connections,
  type ConnectOptions,
  connectProvider,
  ModelTarget,
  reuseConnection,
} from './network/connect-provider.js';
import { findOwnSlots } from './routes/own-slots.js';
import { readDrops } from './routes/read-drops.js';
import type { ServedModel } from './snapshot.js';

/** Addresses from gateway.yaml are trusted (docs/contract/egress.md#trusted-configuration). */
const NAMED_BY_THE_OPERATOR = true;

/** The configured catalog by logical name and by alias (docs/contract/model-access.md#resolution). */
export function* buildCatalog(
  config: GatewayConfig,
  connections: Connections,
  modelRows: readonly OwnModelRow[] = [],
): Steps<Map<string, ServedModel>> {
  const models = new Map<string, ServedModel>();
  const { prices } = connections;
  const providers = new Map<string, ConnectedProvider>();
  const names = new Set(config.providers.map(({ name }) => name));
  const options = { ...connections, network: config.network, trusted: NAMED_BY_THE_OPERATOR, names };
  for (const entry of config.models) {
    const connected = providers.get(entry.provider) ?? connectDeclared(findProvider(config, entry.provider), options);
    providers.set(entry.provider, connected);
    const model = served.find(entry, [connected, modelRows, prices], () =>
      serveEntry(entry, connected, modelRows, prices),
    );
    for (const name of model.names) models.set(name, model);
    yield;
  }
  return models;
}

const served = new MadeFrom<ModelEntry, ServedModel>();

function connectDeclared(provider: ProviderEntry, options: ConnectOptions): ConnectedProvider {
  return reuseConnection(provider, connectProvider(provider, options));
}

function serveEntry(
  entry: ModelEntry,
  connected: ConnectedProvider,
  modelRows: readonly OwnModelRow[],
  prices: PriceBook,
): ServedModel {
  const { upstream_model: upstreamModel, voices, capabilities, context_window: contextWindow } = entry;
  const { repair_history: repairHistory } = entry;
  const known = knowModel(connected.entry.kind, upstreamModel, capabilities, contextWindow, modelRows);
  return {
    source: 'config',
    logicalName: entry.logical_name,
    names: [entry.logical_name, ...entry.aliases],
    type: entry.type,
    providerNames: connected.names,
    target: new ModelTarget(connected, { upstreamModel, voices, repairHistory, ...known }),
    price: entry.prices
      ? tagDeclaredPrice(entry.prices, 'config', priceFactors(connected.entry.kind, upstreamModel))
      : prices.find(connected.entry, upstreamModel),
    mediaPrices: entry.media_prices,
    reasoningEfforts: capabilities.reasoning_efforts,
    contextWindow,
    slots: findOwnSlots(connected, entry),
    isBeyondReference: capabilities.beyond_reference,
    drops: readDrops(entry.unsupported_parameters),
  };
}
