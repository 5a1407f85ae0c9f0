import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@multilane/auth';
import { atOnce, parseRoutingConfigEntry } from '@multilane/config';
import { buildRoutingConfigs } from '../build-routing-configs.js';
import type { RoutingConfigs, Snapshot } from '../snapshot.js';
import type { ServedModel } from './served-model.js';
import { TargetStates } from './target-states.js';

const model = (source: 'config' | 'workspace', name: string, key: string) =>
  ({ source, logicalName: name, names: [name], type: 'chat', target: { key, timeouts: {} } }) as unknown as ServedModel;

const workspace = (id: string) => ({
  id,
  organizationId: 'o1',
  models: new Map([
    ['gpt', model('workspace', 'gpt', id)],
    ['shadow', model('workspace', 'shadow', id)],
  ]),
  virtualModels: new Map(),
});

const snapshot = {
  models: new Map([
    ['gpt', model('config', 'gpt', 'catalog')],
    ['embed', model('config', 'embed', 'catalog')],
    ['shadow', model('config', 'shadow', 'catalog')],
  ]),
  virtualModels: new Map(),
  workspaces: new Map([
    ['w1', workspace('w1')],
    ['w2', workspace('w2')],
  ]),
} as unknown as Snapshot;

const scoped = { organizationId: 'o1' } as Caller;
const bound = (workspaceId: string) => ({ organizationId: 'o1', workspaceId }) as Caller;

function configs(): RoutingConfigs {
  const entry = (fields: object) => {
    const read = parseRoutingConfigEntry(fields as never);
    if (!read.entry) throw new Error('the config is not valid');
    return read.entry;
  };
  const row = (place: object, name: string, definition: object, more: object = {}) => ({
    kind: 'routing_config',
    enabled: true,
    organizationId: 'o1',
    workspaceId: null,
    name,
    definition,
    ...place,
    ...more,
  });
  const declared = [
    entry({ name: 'file', targets: [{ model: 'gpt' }] }),
    entry({ name: 'around', shadow: { model: 'shadow', percent: 100 } }),
    entry({ name: 'same', targets: [{ model: 'gpt' }], strategy: 'weighted' }),
  ];
  const policies = [
    row({}, 'same', { targets: [{ model: 'gpt' }], strategy: 'least_busy' }),
    row({ workspaceId: 'w1' }, 'same', { targets: [{ model: 'gpt' }], strategy: 'least_latency' }),
    row({ workspaceId: 'w1' }, 'paused', { targets: [{ model: 'gpt' }] }, { enabled: false }),
    row({ workspaceId: 'w1' }, 'newer', { strategy: 'unheard of' }),
    row({ workspaceId: 'w1' }, 'no-routing', {}, { kind: 'guardrail' }),
    row({ workspaceId: 'w2' }, 'theirs', { targets: [{ model: 'gpt' }] }),
  ];
  return atOnce(buildRoutingConfigs({ routing_configs: declared }, { policies } as never, new TargetStates()));
}

const keysOf = (route: ReturnType<NonNullable<ReturnType<RoutingConfigs['find']>>['routeFor']> | undefined) =>
  route?.targets.map(({ model: { target } }) => target.key);

describe('docs/contract/routing.md#routing-configs: X-Service-Config names a routing config of the caller’s workspace, else of gateway.yaml', () => {
  it.each([
    ['same', bound('w1'), 'least_latency'],
    ['same', bound('w2'), 'least_busy'],
    ['same', scoped, 'least_busy'],
    ['same', { ...scoped, organizationId: 'o2' }, 'weighted'],
    ['same', {} as Caller, 'weighted'],
    ['file', bound('w1'), 'failover'],
    ['theirs', bound('w2'), 'failover'],
    ['theirs', bound('w1'), undefined],
    ['theirs', scoped, undefined],
    ['paused', bound('w1'), undefined],
    ['newer', bound('w1'), undefined],
    ['no-routing', bound('w1'), undefined],
    ['__proto__', bound('w1'), undefined],
  ])('%s (%#)', (name, caller, strategy) => {
    expect(configs().find(name, caller as Caller)?.entry.strategy).toBe(strategy);
  });

  it('its targets mean what they mean to the caller, and nothing of one workspace reaches another', () => {
    const config = configs().find('file', scoped);
    expect(keysOf(config?.routeFor(snapshot, bound('gone'), 'workspace'))).toEqual([]);
    expect(keysOf(config?.routeFor(snapshot, scoped, 'workspace'))).toEqual(['catalog']);
    expect(keysOf(config?.routeFor(snapshot, bound('w1'), 'workspace'))).toEqual(['w1']);
    expect(keysOf(config?.routeFor(snapshot, bound('w2'), 'workspace'))).toEqual(['w2']);
    expect(keysOf(config?.routeFor(snapshot, bound('w1'), 'catalog'))).toEqual(['catalog']);
    expect(keysOf(config?.routeFor(snapshot, { ...bound('w1'), organizationId: 'o2' }, 'workspace'))).toEqual([]);
    expect(config?.routeFor(snapshot, scoped, 'workspace')).toBe(config?.routeFor(snapshot, scoped, 'workspace'));
  });

  it('without targets its shadow is looked for where the model is', () => {
    const config = configs().find('around', scoped);
    const shadowOf = (asked: ServedModel | undefined, caller: Caller) => {
      const to = asked && config?.routeAround(asked, snapshot, caller).shadow?.to;
      return to && 'model' in to ? to.model.target.key : undefined;
    };
    const embed = snapshot.models.get('embed');
    expect([shadowOf(embed, bound('w1')), shadowOf(embed, bound('w2'))]).toEqual(['catalog', 'catalog']);
    expect(shadowOf(snapshot.workspaces.get('w2')?.models.get('gpt'), bound('w2'))).toBe('w2');
  });
});
