/** How fast an estimate falls towards cheaper requests. It rises to a dearer one at once, so that it is rarely exceeded. */
const FALL = 0.05;

/** Models that are told apart; all others share one estimate. */
const MOST_MODELS = 64;

const OTHERS = '';

/**
 * What requests cost beyond what is known of them in advance, for each model: the answer, tokens that a rough count of the
 * prompt missed, and failed attempts. Each estimate is a peak that decays by a twentieth with every cheaper request.
 */
export class LearnedCosts {
  private readonly extras = new Map<string, number>();

  /** What a request to this model is likely to cost beyond what is known; undefined before one has ended. */
  find(model: string): number | undefined {
    return this.extras.get(model) ?? (this.extras.size > MOST_MODELS ? this.extras.get(OTHERS) : undefined);
  }

  /** @param extra What a request cost in the end, less what was known of it in advance */
  learn(model: string, extra: number): void {
    const name = this.extras.has(model) || this.extras.size < MOST_MODELS ? model : OTHERS;
    const known = this.extras.get(name);
    const seen = Math.max(0, extra);
    this.extras.set(name, known === undefined || seen >= known ? seen : known + (seen - known) * FALL);
  }
}
