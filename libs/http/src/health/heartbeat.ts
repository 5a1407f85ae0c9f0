import { randomUUID } from 'node:crypto';
import type { BackgroundTasks } from '@multilane/telemetry';
import type { ServiceStatus } from './service-status.js';

/** Register in which processes say that they are alive. */
export interface ReplicaRegister {
  beat(replica: {
    readonly id: string;
    readonly service: string;
    readonly version: string;
    readonly commit: string | null;
    readonly startedAt: Date;
    readonly facts: Readonly<Record<string, never>>;
  }): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface HeartbeatOptions {
  /** Names the process, for what else it tells the database. Default: a random one. */
  readonly id?: string;
  /** Facts of the process beside those of its status. */
  readonly describe?: () => Readonly<Record<string, unknown>>;
  readonly tasks: Pick<BackgroundTasks, 'every' | 'failed'>;
}

/** Between two heartbeats, in milliseconds. */
const EVERY_MS = 15_000;

/** Says at once and every fifteen seconds that this process is alive (docs/contract/operations.md#deployment). Never throws. */
export class Heartbeat {
  private readonly id: string;
  private readonly startedAt = new Date();
  private readonly stop: () => Promise<void>;

  constructor(
    private readonly register: ReplicaRegister,
    private readonly status: ServiceStatus,
    private readonly options: HeartbeatOptions,
  ) {
    this.id = options.id ?? randomUUID();
    this.stop = options.tasks.every('heartbeat', EVERY_MS, () => this.beat());
  }

  /** The process ends: others need not wait until it counts as gone. */
  async close(): Promise<void> {
    await this.stop();
    await this.register.remove(this.id).catch((error: unknown) => this.options.tasks.failed('heartbeat', error));
  }

  private async beat(): Promise<void> {
    const { stamp, describe, degraded, problem } = this.status;
    const found = (await problem()) ?? null;
    const facts = { ...describe?.(), ...this.options.describe?.(), problem: found, degraded: degraded?.() ?? [] };
    const { service, version, commit } = stamp;
    await this.register.beat({
      id: this.id,
      service,
      version,
      commit,
      startedAt: this.startedAt,
      facts: facts as never,
    });
  }
}
