/** Answers that an average is about: each further one counts as one in so many. */
const MOST_COUNTED = 50;

/** No answer is longer, in tokens. A provider's report may be wrong. */
const LONGEST = 1_000_000;

/** Average length of the answers of one model, in which the last fifty count most. */
export class LearnedLength {
  private average = 0;
  private counted = 0;

  /** Tokens of an answer; undefined before the first one. */
  get tokens(): number | undefined {
    return this.counted === 0 ? undefined : this.average;
  }

  /** @param tokens of one more answer; a number that no answer has is ignored */
  add(tokens: number): void {
    if (!(tokens >= 0)) return;
    this.counted = Math.min(this.counted + 1, MOST_COUNTED);
    this.average += (Math.min(tokens, LONGEST) - this.average) / this.counted;
  }
}
