import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '@multilane/errors';
import { Injectable } from '@nestjs/common';
import { FailureThrottle } from '../../access/failure-throttle.js';
import { networkOf } from '../../access/network-of.js';
import { Throttle } from '../../access/throttle.js';

/** Number of failures after which further tries of an account are slow, for everyone, and the delay of each. */
const SLOW_AFTER = 30;
const SLOW_BY_MS = 2_000;

/**
 * Throttles of passwords and tokens (docs/contract/sign-in.md#throttles). Failures alone count. An address is rejected after 30 in a
 * minute, an account from one address after 10 in a quarter of an hour. An account as such is never rejected, or anybody could lock its
 * owner out: after 30 failures from any address, each try of it takes two seconds longer.
 */
@Injectable()
export class AuthThrottles {
  private readonly byAddress = new FailureThrottle({ tries: 30, seconds: 60 });
  private readonly byAccountAndAddress = new FailureThrottle({ tries: 10, seconds: 900 });
  private readonly byAccount = new FailureThrottle({ tries: SLOW_AFTER, seconds: 900 });
  private readonly issues = new Throttle({ tries: 30, seconds: 60 });

  /** Takes the issue of a token to a person. Fails with 429. */
  async takeIssue(account: string): Promise<void> {
    await this.issues.take(account);
  }

  /** Before the body is read. Fails with 429 for an address that may try nothing now. */
  check(address: string): void {
    this.byAddress.check(networkOf(address));
  }

  /** Runs a try of a token: setup, invites. A refusal with 401 is a failure. Fails with 429 after too many. */
  tryToken<T>(address: string, work: () => Promise<T>): Promise<T> {
    return this.byAddress.run(networkOf(address), work, isRefusal);
  }

  /** Runs a try of a password; what `isFailure` recognizes is counted, by default a 401. Fails with 429 after too many. */
  tryPassword<T>(
    address: string,
    account: string,
    work: () => Promise<T>,
    isFailure: (error: unknown) => boolean = isRefusal,
  ): Promise<T> {
    const network = networkOf(address);
    const pair = `${network} ${account}`;
    const attempt = async (): Promise<T> => {
      if (this.byAccount.countOf(account) >= SLOW_AFTER) await sleep(SLOW_BY_MS);
      try {
        const result = await work();
        this.byAccountAndAddress.forgive(pair);
        return result;
      } catch (error) {
        if (isFailure(error)) this.byAccount.count(account);
        throw error;
      }
    };
    const ofPair = (): Promise<T> => this.byAccountAndAddress.run(pair, attempt, isFailure);
    return this.byAddress.run(network, ofPair, isFailure);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof GatewayError && error.status === 401;
}
