import type { PriceTag } from '../prices/price-book.js';
import type { HashSeed } from './rendezvous.js';
import type { RoutingStrategy } from './strategy.js';
import type { TargetState } from './target-state.js';

/** A model at a provider, as far as the choice among several goes. */
export interface RoutedTarget {
  readonly state: TargetState;
  /** Price of the model, for strategies that compare costs; left out: none is known. */
  readonly price?: PriceTag;
}

/** Targets to choose among. One of them may again be such a choice: a virtual model within a virtual model. */
export interface RouteNode<Target extends RoutedTarget> {
  readonly strategy: RoutingStrategy;
  /** True if a session is held on one target. */
  readonly sticky: boolean;
  readonly branches: readonly RouteBranch<Target>[];
}

export interface RouteBranch<Target extends RoutedTarget> {
  readonly to: Target | RouteNode<Target>;
  readonly weight: number;
  /** Seed of the target's name, so that every replica draws the same for a session. */
  readonly seed: HashSeed;
}

/** Expected cost of one request at a target. */
export interface TargetCost {
  /** US dollars; undefined if the model has no price. */
  readonly usd: number | undefined;
  /** Tokens that its answer is expected to have. */
  readonly answerTokens: number;
  /** True if it was healthy when the request came. */
  readonly isHealthy: boolean;
}

/** Expected costs of one request. */
export interface RequestCosts {
  of(target: RoutedTarget): TargetCost;
}

/** Facts on which a choice depends beside the targets. */
export interface ChoiceFacts {
  /** Milliseconds of the clock of the target states. */
  readonly now: number;
  /** Numbers of [0, 1). */
  readonly random: () => number;
  /** Seed of the session's name, if the request has one. */
  readonly session: HashSeed | undefined;
  readonly isStream: boolean;
  /** Expected costs of the request; strategies that compare costs treat all as unknown without them. */
  readonly costs?: RequestCosts | undefined;
}

export function isNode<Target extends RoutedTarget>(to: Target | RouteNode<Target>): to is RouteNode<Target> {
  return 'branches' in to;
}
