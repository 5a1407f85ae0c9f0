import { computeTokenCost } from '../prices/compute-cost.js';
import type { RequestCosts, RoutedTarget, TargetCost } from './route-node.js';

/** Tokens of an answer where none of a route's targets has given one yet. */
const UNLEARNED_TOKENS = 500;

/** Expected costs of one request at the targets of a route, each computed once. */
export class ExpectedCosts implements RequestCosts {
  private readonly byTarget = new Map<RoutedTarget, TargetCost>();
  /** Length for targets that have not answered yet: the average of those that have. */
  private readonly usualTokens: number;

  /**
   * @param promptTokens Estimate for the prompt
   * @param mostTokens Longest answer that the request allows; undefined if it does not say
   * @param targets Targets of the route
   * @param now Milliseconds of the clock of the target states
   */
  constructor(
    private readonly promptTokens: number,
    private readonly mostTokens: number | undefined,
    targets: readonly RoutedTarget[],
    private readonly now: number,
  ) {
    const known = targets.flatMap(({ state }) => state.answers.tokens ?? []);
    const sum = known.reduce((total, tokens) => total + tokens, 0);
    this.usualTokens = known.length === 0 ? UNLEARNED_TOKENS : sum / known.length;
  }

  of(target: RoutedTarget): TargetCost {
    const known = this.byTarget.get(target);
    if (known !== undefined) return known;
    const made = this.compute(target);
    this.byTarget.set(target, made);
    return made;
  }

  private compute({ price, state }: RoutedTarget): TargetCost {
    const learned = state.answers.tokens ?? this.usualTokens;
    const answerTokens = Math.min(learned, this.mostTokens ?? learned);
    const prices = price?.current;
    const usd = prices === undefined ? undefined : computeTokenCost(this.promptTokens, answerTokens, prices);
    return { usd, answerTokens, isHealthy: state.isHealthyAt(this.now) };
  }
}
