import { Injectable } from '@nestjs/common';
import { Throttle } from '../../access/throttle.js';

/** How often passwords and tokens may be tried (decisions section 4, "Auth"): by address, and by account. */
@Injectable()
export class AuthThrottles {
  private readonly byAddress = new Throttle({ tries: 30, seconds: 60 });
  private readonly byAccountAndAddress = new Throttle({ tries: 10, seconds: 900 });
  /** Higher, so that strangers elsewhere do not lock a person out with ten tries. */
  private readonly byAccount = new Throttle({ tries: 100, seconds: 900 });

  private readonly issuesByAddress = new Throttle({ tries: 300, seconds: 60 });
  private readonly issuesByAccount = new Throttle({ tries: 30, seconds: 60 });

  /** Takes the issue of a token to a person. Fails with 429. */
  async takeIssue(address: string, account: string): Promise<void> {
    await this.issuesByAddress.take(address);
    await this.issuesByAccount.take(account);
  }

  /** Takes a try of a token: setup, invites. Fails with 429. */
  async takeToken(address: string): Promise<void> {
    await this.byAddress.take(address);
  }

  /** Takes a try of a password. Fails with 429. */
  async takePassword(address: string, account: string): Promise<void> {
    await this.byAddress.take(address);
    await this.byAccountAndAddress.take(`${address} ${account}`);
    await this.byAccount.take(account);
  }

  /** The password was right. */
  async forgive(address: string, account: string): Promise<void> {
    await this.byAccountAndAddress.forgive(`${address} ${account}`);
    await this.byAccount.forgive(account);
  }
}
