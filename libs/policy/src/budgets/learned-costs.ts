/**
 * Share by which an estimate falls towards cheaper requests. It rises to a more expensive one at once, so that few
 * exceed it.
 */
const FALL = 0.05;

/** Models that are distinguished; all others share one estimate. */
const MOST_MODELS = 64;

/**
 * Cost of requests to one model beyond the part that is known in advance: the answer, tokens that a rough count of the
 * prompt missed, and failed attempts. It is a peak that decays by a twentieth with every cheaper request.
 */
export class LearnedCost {
  private extra: number | undefined = undefined;

  /**
   * Likely cost of a request.
   *
   * @param known What its prompt costs, about
   * @param guess What it may cost beyond that; used until a request to the model has ended
   */
  expect(known: number, guess: number): number {
    return known + (this.extra ?? guess);
  }

  /** @param extra What a request cost in the end, less what was known of it in advance */
  learn(extra: number): void {
    const seen = Math.max(0, extra);
    this.extra = this.extra === undefined || seen >= this.extra ? seen : this.extra + (seen - this.extra) * FALL;
  }
}

/** Learned costs of requests, by model; bounded in number. */
export class LearnedCosts {
  private readonly costs = new Map<string, LearnedCost>();
  private others: LearnedCost | undefined = undefined;

  of(model: string): LearnedCost {
    return this.costs.get(model) ?? this.add(model);
  }

  private add(model: string): LearnedCost {
    if (this.costs.size >= MOST_MODELS) {
      this.others ??= new LearnedCost();
      return this.others;
    }
    const cost = new LearnedCost();
    this.costs.set(model, cost);
    return cost;
  }
}
