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

const ROWS = {
  workspaces: [{ id: 'w', organizationId: 'o', name: 'w' }],
  providers: [{ ...provider, secrets: { api_key: 'k' } }],
  models: [model],
} as unknown as SnapshotRows;

describe('the ways out of a workspace that stays as it is', () => {
  it('are those of its providers, and not those of routing configs that were in effect earlier', () => {
    const chosen: number[] = [];
    class WatchedTransports extends Transports {
      override choose(...[provider, ...rest]: Parameters<Transports['choose']>) {
        chosen.push(provider.timeouts.connect_ms);
        return super.choose(provider, ...rest);
      }
    }
    const connections = {
      transports: new WatchedTransports(),
      credentials: new CredentialSources(() => undefined),
      targetStates: new TargetStates(),
      prices: new PriceBook({
        lookUp: () => Promise.resolve([]),
        logger: { info: () => undefined },
        tasks: { failed: () => undefined, succeeded: () => undefined },
      }),
    };
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
