import { describe, expect, it } from '@jest/globals';
import { atOnce, parseConfig } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { PriceBook } from '@multilane/policy';
import { CredentialSources } from '../upstream/credentials/credential-sources.js';
import { Transports } from '../upstream/transports.js';
import { buildWorkspaces } from './build-workspaces.js';
import { TargetStates } from './routes/target-states.js';
import { SnapshotParts } from './snapshot-parts.js';

const { config } = parseConfig('{ providers: [], models: [] }', { env: {} });

const model = {
  ...{ id: 'm', workspaceId: 'w', kind: 'model', type: 'chat', providerId: 'p', logicalName: 'm', aliases: [] },
  ...{ upstreamModel: 'gpt-4o', capabilities: null, contextWindow: null, prices: null },
};

const provider = { id: 'p', workspaceId: 'w', name: 'p', kind: 'openai', baseUrl: null, settings: {} };

const connectionsOf = (transports: Transports) => ({
  transports,
  credentials: new CredentialSources(() => undefined),
  targetStates: new TargetStates(),
  prices: new PriceBook({
    lookUp: () => Promise.resolve([]),
    logger: { info: () => undefined },
    tasks: { failed: () => undefined, succeeded: () => undefined },
  }),
});

const ROWS = {
  workspaces: [{ id: 'w', organizationId: 'o', name: 'w' }],
  providers: [{ ...provider, secrets: { api_key: 'k' } }],
  models: [model],
} as unknown as SnapshotRows;

/** A workspace with a model, a virtual model and their limits, whose names are the same in each. */
function limitedRows(workspaceId: string) {
  const queue = { max_wait_ms: 50, max_length: 2 };
  const place = { organizationId: `of-${workspaceId}`, workspaceId };
  const providerId = `p-${workspaceId}`;
  const settings = { max_parallel: 5, queue };
  const limited = { capabilities: { max_parallel: 4, queue, reasoning_efforts: [] } };
  const routing = { targets: [{ model: 'm', max_parallel: 3, queue }] };
  return {
    workspace: { id: workspaceId, organizationId: place.organizationId, name: 'w' },
    provider: { ...provider, ...place, id: providerId, settings, secrets: { api_key: 'k' } },
    models: [
      { ...model, ...limited, ...place, id: `m-${workspaceId}`, providerId },
      { ...model, ...place, id: `v-${workspaceId}`, kind: 'virtual', logicalName: 'v', providerId: null, routing },
    ],
  };
}

describe('limits of requests at the same time in workspaces', () => {
  it('are those of the provider, the model and the target, with their queues, and no two workspaces share a counter', () => {
    const parts = [limitedRows('one'), limitedRows('two')];
    const rows = {
      workspaces: parts.map(({ workspace }) => workspace),
      providers: parts.map((each) => each.provider),
      models: parts.flatMap(({ models }) => models),
    } as unknown as SnapshotRows;
    const options = {
      network: config.network,
      modelRows: [],
      connections: connectionsOf(new Transports()),
      onProviderProblem: () => undefined,
    };
    const built = atOnce(buildWorkspaces(rows, options, new SnapshotParts()));
    const slots = ['one', 'two'].map(
      (id) => built.get(id)?.virtualModels.get('v')?.route.targets[0]?.model.slots ?? [],
    );
    const queue = { maxWaitMs: 50, maxLength: 2 };
    for (const each of slots) {
      expect(each).toMatchObject([
        { scope: 'provider', limit: 5, queue },
        { scope: 'model', limit: 4, queue },
        { scope: 'target', limit: 3, queue },
      ]);
    }
    expect(new Set(slots.flat().map(({ counter }) => counter)).size).toBe(6);
  });
});

describe('the ways out of a workspace that stays as it is', () => {
  it('are those of its providers, and not those of routing configs that were in effect earlier', () => {
    const chosen: number[] = [];
    class WatchedTransports extends Transports {
      override choose(...[provider, ...rest]: Parameters<Transports['choose']>) {
        chosen.push(provider.timeouts.connect_ms);
        return super.choose(provider, ...rest);
      }
    }
    const connections = connectionsOf(new WatchedTransports());
    const parts = new SnapshotParts();
    const options = { network: config.network, modelRows: [], connections, onProviderProblem: () => undefined };
    const build = (rows: SnapshotRows) => {
      chosen.length = 0;
      return atOnce(buildWorkspaces(rows, options, parts)).get('w');
    };
    const workspace = build(ROWS);
    expect(chosen).toEqual([5_000]);
    // The route of a routing config with `timeouts` does so.
    workspace?.models.get('m')?.target.withTimeouts({ connect_ms: 123 });
    expect(chosen).toEqual([5_000, 123]);
    expect(build(ROWS)).toBe(workspace);
    expect(chosen).toEqual([5_000]);
    expect(build({ ...ROWS, providers: [...ROWS.providers] })).toBe(workspace);
    expect(chosen).toEqual([5_000]);
  });
});
