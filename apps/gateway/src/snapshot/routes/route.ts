import type { RetryPolicy, RoutingTarget, TimeoutOverrides, VirtualModelEntry } from '@multilane/config';
import type { ModelType } from '@multilane/contracts';
import type {
  FailureReason,
  HedgeAllowance,
  ModelQuotas,
  RouteBranch,
  RoutedTarget,
  RouteNode,
} from '@multilane/policy';
import type { ServedModel } from './served-model.js';

/** A model that requests are sent to by way of a virtual model or a routing config. */
export interface RouteTarget extends RoutedTarget {
  /** With the time limits that hold for it here, and what is left out of requests to it here. */
  readonly model: ServedModel;
  /** Names by which a policy may allow it here: the virtual models that lead to it, and its own names. */
  readonly grants: readonly string[];
  /** Further lists of names, of each of which a policy has to allow one: what targets on the way here require. */
  readonly demands?: readonly (readonly string[])[];
  /** Virtual models that lead to it, and do not allow it. Guardrails for them hold here. */
  readonly governs?: readonly string[];
  /** What the provider says is left of its limits. */
  readonly quotas?: ModelQuotas | undefined;
  /** True if it is only for prompts that are too long for the other targets. */
  readonly isForLongPrompts?: boolean;
}

/** Targets of requests, and the way to choose among them. */
export interface Route {
  readonly root: RouteNode<RouteTarget>;
  /** All that `root` leads to. */
  readonly targets: readonly RouteTarget[];
  readonly retry: Retry;
  readonly shadow: Shadow | undefined;
  /** Undefined if no second target is asked when the first is late. */
  readonly hedge: Hedge | undefined;
  /** True if some of the targets are only for prompts that are too long for the others. */
  readonly hasForLongPrompts: boolean;
  /** True if one of its choices compares the expected costs of a request. */
  readonly comparesCosts: boolean;
}

export interface Retry {
  /** Number of repeated calls to a target that failed. */
  readonly attempts: RetryPolicy['attempts'];
  readonly on: ReadonlySet<FailureReason>;
}

/** A copy of some requests goes there, and its answer is only recorded. */
export interface Shadow {
  readonly to: RouteBranch<RouteTarget>['to'];
  readonly percent: number;
}

/** A second target is asked when the first byte of an answer is late. */
export interface Hedge {
  /** Milliseconds, or `p95` for the time that most calls of the target take. */
  readonly after: number | 'p95';
  readonly maxPercent: number;
  /** True if sessions that are kept on one target get a second call too. */
  readonly sessions: boolean;
  readonly allowance: HedgeAllowance;
}

/** Common part of virtual models and routing configs. */
export interface RouteDefinition {
  readonly strategy: VirtualModelEntry['strategy'];
  readonly targets: readonly RoutingTarget[];
  readonly retry: RetryPolicy;
  readonly sticky: boolean;
  readonly shadow?: VirtualModelEntry['shadow'];
  readonly hedge?: VirtualModelEntry['hedge'];
  readonly timeouts?: TimeoutOverrides;
  readonly unsupported_parameters?: VirtualModelEntry['unsupported_parameters'];
}

/** A name for several models. */
export interface VirtualModel {
  readonly source: ServedModel['source'];
  readonly logicalName: string;
  /** The logical name first, then the aliases. */
  readonly names: readonly string[];
  readonly type: ModelType;
  readonly definition: RouteDefinition;
  readonly route: Route;
}
