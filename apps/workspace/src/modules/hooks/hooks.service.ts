import { GatewayError } from '@multilane/errors';
import type { Database } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '../../access/network-of.js';
import { Throttle } from '../../access/throttle.js';
import { DATABASE } from '../../services/workspace-services.js';
import { RunStarter } from '../workflows/run-starter.service.js';
import { readDelivered } from './read-delivered.js';
import { type Delivery, verifyDelivery } from './verify-delivery.js';

/** Deliveries of one address, whether or not they are accepted. */
const ALLOWANCE = { tries: 1_200, seconds: 60 };
/** A delivery is known for so long, in milliseconds. */
const KNOWN_MS = 24 * 3_600_000;
/** Headers that a run reads beside the body. */
const PASSED = ['content-type', 'user-agent', 'webhook-id', 'x-github-event', 'x-github-delivery'] as const;

/** Starts workflows for signed requests (docs/contract/workflows.md#hooks). */
@Injectable()
export class HooksService {
  private readonly throttle = new Throttle(ALLOWANCE);

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(RunStarter) private readonly starter: RunStarter,
  ) {}

  /** Fails with 429 where an address sends too much. To be asked before the body is read. */
  admit(address: string): Promise<void> {
    return this.throttle.take(networkOf(address));
  }

  /**
   * Starts a run, and resolves to its id. Fails with 404 for a workflow without a hook, 401 `invalid_signature`, 400 for a body that is
   * neither JSON nor a form, and 409 for a delivery that has come before.
   */
  async deliver(workflowId: string, delivery: Delivery): Promise<string> {
    const hook = await this.database.workflows.findHook(workflowId);
    if (hook === undefined) throw new GatewayError('not_found', { message: 'There is no such hook.' });
    const { id, scheme, secrets, runAs, ...run } = hook;
    const verified = verifyDelivery(scheme, delivery, secrets, Math.floor(Date.now() / 1_000));
    if (verified === undefined) throw new GatewayError('invalid_signature');
    const body = readDelivered(delivery);
    const headers = Object.fromEntries(
      PASSED.flatMap((name) => {
        const value = delivery.headers[name];
        return typeof value === 'string' ? [[name, value.slice(0, 512)]] : [];
      }),
    );
    const expiresAt = new Date(Date.now() + KNOWN_MS);
    const started = await this.starter.start(
      {
        ...run,
        workflowId: id,
        trigger: 'hook',
        identity: runAs,
        startedBy: 'hook',
        input: { body, headers },
      },
      (sql) => this.database.workflowRuns.noteMessageWithin(sql, id, verified.key, expiresAt),
    );
    if (started === undefined) {
      throw new GatewayError('conflict', { message: 'This delivery has been received before.' });
    }
    return started;
  }
}
