/** Redis did not answer in time, cannot be reached, or is not asked while the breaker is open. */
export class RedisAway extends Error {
  override readonly name = 'RedisAway';

  /**
   * @param late What Redis answers in the end to a command that was given up; it rejects where that will never be known.
   *   Undefined for a command that was not sent, or whose connection has ended.
   */
  constructor(
    message: string,
    readonly late?: Promise<unknown>,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const unset = (): void => undefined;

/** A command that Redis was sent. Anyone who waits for it may be sent away before the answer arrives. */
export class PendingCommand<Result> {
  readonly answer: Promise<Result>;
  /** Nobody waits any more. */
  isOver = false;
  private resolve: (result: Result) => void = unset;
  private reject: (error: Error) => void = unset;
  private resolveLate: (result: Result) => void = unset;
  private rejectLate: (error: Error) => void = unset;

  /** @param sentAt by the clock of `AnswerPatience` */
  constructor(readonly sentAt: number) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  succeed(result: Result): void {
    if (this.isOver) this.resolveLate(result);
    else this.resolve(result);
    this.isOver = true;
  }

  fail(error: Error): void {
    if (this.isOver) this.rejectLate(error);
    else this.reject(error);
    this.isOver = true;
  }

  /** Rejects the waiting caller; the answer, if it comes, is the error's. */
  giveUp(message: string): void {
    if (this.isOver) return;
    this.isOver = true;
    const late = new Promise<Result>((resolve, reject) => {
      this.resolveLate = resolve;
      this.rejectLate = reject;
    });
    // Not everybody wants to know.
    late.catch(unset);
    this.reject(new RedisAway(message, late));
  }
}
