import type { RoutingConfigEntry } from '@multilane/config';
import type { Database, WorkspaceModelRecord } from '@multilane/persistence';
import { type RouteBranch, type RoutedTarget, type RouteNode, seedOf, TargetState } from '@multilane/policy';
import type { DeclaredNames } from '../../declared/declared-names.js';

/** Common part of a routing config and a virtual model. */
type Definition = Pick<RoutingConfigEntry, 'strategy' | 'sticky' | 'targets'>;

/** A model that a route leads to. */
export interface NamedTarget extends RoutedTarget {
  /** Logical name. */
  readonly model: string;
  /** The virtual models on the way, the outermost first. */
  readonly through: readonly string[];
}

/** A choice that a route makes, with what its targets are called and where they stand in the list. */
export interface NamedNode extends RouteNode<NamedTarget> {
  readonly branches: readonly NamedBranch[];
}

interface NamedBranch extends RouteBranch<NamedTarget> {
  readonly to: NamedTarget | NamedNode;
  /** Logical name of the model or virtual model. */
  readonly name: string;
  readonly place: number;
  /** True if only prompts that are too long for the others reach it. */
  readonly isForLongPrompts: boolean;
}

/** Places in which names are looked up: the workspace, then gateway.yaml. */
export interface RouteScope {
  readonly database: Pick<Database, 'models'>;
  readonly declared: DeclaredNames;
  readonly place: { readonly organizationId: string; readonly workspaceId: string };
}

interface Found {
  readonly logicalName: string;
  /** Definition of a virtual model. */
  readonly definition: Definition | undefined;
}

/** Limits of targets and names, the same as the gateway's for a route. */
const TARGET_LIMIT = 64;
const NAME_LIMIT = 64 * TARGET_LIMIT;

/** Works a definition out as the gateway does, the virtual models that it names included. Names that lead nowhere are left out. */
export function buildRouteTree(scope: RouteScope, definition: Definition): Promise<NamedNode> {
  return new TreeBuilder(scope).buildNode(definition, []);
}

class TreeBuilder {
  private readonly found = new Map<string, Promise<Found | undefined>>();
  private readonly entered = new Set<string>();
  private built = 0;
  private lookedUp = 0;

  constructor(private readonly scope: RouteScope) {}

  async buildNode({ strategy, sticky, targets }: Definition, through: readonly string[]): Promise<NamedNode> {
    const branches: NamedBranch[] = [];
    const forLongPrompts: NamedBranch[] = [];
    for (const [place, { model, on, weight }] of targets.entries()) {
      const built = await this.buildTarget(model, through);
      if (built === undefined) continue;
      const branch = { ...built, place, weight, seed: seedOf(model), isForLongPrompts: on !== undefined };
      if (on === undefined) branches.push(branch);
      else forLongPrompts.push({ ...branch, weight: 0 });
    }
    return { strategy, sticky, branches: [...branches, ...forLongPrompts] };
  }

  private async buildTarget(
    name: string,
    through: readonly string[],
  ): Promise<Pick<NamedBranch, 'name' | 'to'> | undefined> {
    if (this.built >= TARGET_LIMIT || this.lookedUp >= NAME_LIMIT) return undefined;
    this.lookedUp += 1;
    const found = await this.find(name);
    if (found === undefined || this.entered.has(found.logicalName)) return undefined;
    const { definition, logicalName } = found;
    if (definition === undefined) {
      this.built += 1;
      return { name: logicalName, to: { model: logicalName, through, state: new TargetState() } };
    }
    this.entered.add(logicalName);
    const node = await this.buildNode(definition, [...through, logicalName]);
    this.entered.delete(logicalName);
    return node.branches.length === 0 ? undefined : { name: logicalName, to: node };
  }

  private find(name: string): Promise<Found | undefined> {
    const known = this.found.get(name) ?? this.lookUp(name);
    this.found.set(name, known);
    return known;
  }

  private async lookUp(name: string): Promise<Found | undefined> {
    const { database, declared, place } = this.scope;
    const own = await database.models.findByName(place.organizationId, place.workspaceId, name);
    if (own !== undefined) return { logicalName: own.logicalName, definition: definitionOf(own) };
    const inFile = declared.findModel(name);
    return inFile && { logicalName: inFile.logicalName, definition: declared.findVirtualModel(inFile.logicalName) };
  }
}

function definitionOf({ routing }: WorkspaceModelRecord): Definition | undefined {
  return routing === null ? undefined : (routing as unknown as Definition);
}
