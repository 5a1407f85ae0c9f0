import { type AwsCredential, ProviderFailure } from '@multilane/providers';
import type { CredentialSource, IssueCredential, Issued } from './credential-source.js';
import { describeIssueProblem, NoAnswerInTime } from './describe-issue-problem.js';
import { pauseAfter, timeToRenewal } from './renewal-times.js';

/** An issuer that has not answered after this, in milliseconds, is asked again. */
const ANSWER_LIMIT_MS = 10_000;

/**
 * A credential that expires. It is renewed in the background before it does, one attempt at a time; meanwhile, and
 * while attempts fail, the old one serves until it expires.
 */
export class RenewedCredential<Value extends string | AwsCredential> implements CredentialSource {
  private issued: Issued<Value> | undefined = undefined;
  private attempt: Promise<Value> | undefined = undefined;
  private failure: ProviderFailure | undefined = undefined;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined = undefined;
  private isStopped = false;

  /**
   * @param what Names the credential in the log: "an access token of the service account".
   * @param onFailure Called for the first failure of several in a row.
   */
  constructor(
    private readonly issue: IssueCredential<Value>,
    private readonly what: string,
    private readonly onFailure: (failure: ProviderFailure) => void,
  ) {}

  current(): Value | Promise<Value> {
    const { issued } = this;
    if (issued !== undefined && (issued.expiresAt === undefined || Date.now() < issued.expiresAt)) return issued.value;
    if (this.attempt !== undefined) return this.attempt;
    const isPausing = this.failure !== undefined && this.timer !== undefined;
    return isPausing ? Promise.reject(this.failure) : this.renew();
  }

  warm(): void {
    if (this.issued === undefined && this.attempt === undefined && this.timer === undefined) this.renewUnasked();
  }

  stop(): void {
    this.isStopped = true;
    this.cancelTimer();
  }

  private renew(): Promise<Value> {
    this.cancelTimer();
    this.attempt = this.tryOnce().finally(() => {
      this.attempt = undefined;
    });
    return this.attempt;
  }

  private renewUnasked(): void {
    // The attempt itself reports its failure, and tries again.
    this.renew().catch(() => undefined);
  }

  private async tryOnce(): Promise<Value> {
    try {
      const issued = await withinLimit(this.issue());
      const remainingMs = issued.expiresAt === undefined ? undefined : issued.expiresAt - Date.now();
      if (remainingMs !== undefined && !(remainingMs > 0)) throw new RangeError('expired when it was issued');
      this.issued = issued;
      this.failure = undefined;
      this.failures = 0;
      if (remainingMs !== undefined) this.renewAfter(timeToRenewal(remainingMs));
      return issued.value;
    } catch (error) {
      const detail = `no credential: ${this.what} could not be had: ${describeIssueProblem(error)}`;
      const failure = new ProviderFailure('provider_error', { detail });
      this.failure = failure;
      this.failures += 1;
      this.renewAfter(pauseAfter(this.failures, Math.random()));
      if (this.failures === 1) this.onFailure(failure);
      throw failure;
    }
  }

  private renewAfter(delayMs: number): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => this.renewUnasked(), delayMs).unref();
  }

  private cancelTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

function withinLimit<Value>(answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswerInTime(ANSWER_LIMIT_MS)), ANSWER_LIMIT_MS).unref();
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
