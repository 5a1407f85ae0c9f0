import type { Caller } from '@multilane/auth';
import type { RoutingConfigEntry } from '@multilane/config';
import { findByName, findInScope } from '../access/find-model.js';
import type { ModelSource } from '../access/model-source.js';
import { buildRoute, nameRoute } from '../build-route.js';
import { workspaceOf } from '../find-policy.js';
import type { Internals } from '../network/find-internals.js';
import type { RoutingConfig, RoutingConfigs, ServedModel, Snapshot, Workspace } from '../snapshot.js';
import type { Route, VirtualModel } from './route.js';
import type { TargetStates } from './target-states.js';

const NONE: Internals = new Map();

/** A routing config with its routes, each worked out when it is first asked for. */
export class ScopedRoutingConfig implements RoutingConfig {
  /** Routes to its targets, by the place in which their names are looked up. */
  private readonly routes = new Map<Workspace | 'catalog', Map<ModelSource, Route>>();
  /** The same for the models that requests name, where it has no targets. */
  private readonly around = new Map<ServedModel | VirtualModel, Route>();

  constructor(
    readonly entry: RoutingConfigEntry,
    private readonly states: TargetStates,
    /** Internal names of gateway.yaml, for a config of gateway.yaml. */
    private readonly internals: Internals = NONE,
    /** Workspace or organization that stores it; empty for one of gateway.yaml. */
    private readonly owner = '',
  ) {}

  get hasTargets(): boolean {
    return this.entry.targets.length > 0;
  }

  routeFor(snapshot: Snapshot, caller: Caller, source: ModelSource): Route {
    const workspace = workspaceOf(snapshot, caller);
    const build = () =>
      buildRoute(
        this.entry,
        (name) => findInScope(snapshot, workspace, caller, name, source) ?? this.internals.get(name),
        this.states,
        [],
        nameRoute(this.entry.name, this.owner),
      );
    const place = caller.workspaceId === undefined ? 'catalog' : workspace;
    // A workspace that is gone has no models, and no other place to keep that in.
    if (place === undefined) return build();
    const bySource = this.routes.get(place) ?? new Map<ModelSource, Route>();
    this.routes.set(place, bySource);
    const known = bySource.get(source);
    if (known) return known;
    const made = build();
    bySource.set(source, made);
    return made;
  }

  routeAround(model: ServedModel | VirtualModel, snapshot: Snapshot, caller: Caller): Route {
    const known = this.around.get(model);
    if (known) return known;
    const { logicalName } = model;
    // A shadow is looked up where the model is: a model of the catalog is every workspace's.
    const place = model.source === 'config' ? snapshot : workspaceOf(snapshot, caller);
    const made = buildRoute(
      { ...this.entry, strategy: 'failover', targets: [{ model: logicalName, weight: 1 }] },
      (name) => (name === logicalName ? model : place && findByName(place, name)),
      this.states,
      [],
      nameRoute(this.entry.name, this.owner),
    );
    this.around.set(model, made);
    return made;
  }
}

/** The routing configs of gateway.yaml, of organizations and of workspaces, by name. */
export class RoutingConfigIndex implements RoutingConfigs {
  constructor(
    private readonly declared: ReadonlyMap<string, RoutingConfig>,
    /** By the id of the workspace or of the organization. */
    private readonly stored: ReadonlyMap<string, ReadonlyMap<string, RoutingConfig>>,
  ) {}

  find(name: string, { workspaceId, organizationId }: Caller): RoutingConfig | undefined {
    return (
      (workspaceId === undefined ? undefined : this.stored.get(workspaceId)?.get(name)) ??
      (organizationId === undefined ? undefined : this.stored.get(organizationId)?.get(name)) ??
      this.declared.get(name)
    );
  }
}
