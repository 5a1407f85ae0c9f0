import type { ChaosWorld } from '../chaos-world.js';
import { findProcess } from './find-process.js';

/** Kills the worker that is at a boundary, once at each of them, and starts it again. */
export class BoundaryKiller {
  private left: Set<string>;
  private restart: Promise<void> | undefined = undefined;
  private killed = 0;
  private rounds = 0;
  private isStopped = false;
  private problem: unknown = undefined;

  constructor(
    private readonly world: Pick<ChaosWorld, 'gatewayProcesses' | 'killGateway' | 'resumeGateway'>,
    private readonly boundaries: readonly string[],
  ) {
    this.left = new Set(boundaries);
  }

  /** Boundaries at which no worker was killed yet in this round. */
  get missing(): readonly string[] {
    return [...this.left];
  }

  get kills(): number {
    return this.killed;
  }

  /** Number of rounds in which a worker was killed at every boundary. */
  get wholeRounds(): number {
    return this.rounds + (this.left.size === 0 ? 1 : 0);
  }

  /** A worker is at a boundary: it is killed before this returns, unless another one is away. @param port by which it made a connection */
  readonly reach = (boundary: string, port: number): void => {
    if (this.isStopped || this.restart !== undefined || !this.left.has(boundary)) return;
    const processes = this.world.gatewayProcesses();
    const id = findProcess(processes, port);
    if (id === undefined) return;
    this.left.delete(boundary);
    this.killed += 1;
    const worker = processes.indexOf(id);
    this.restart = this.world
      .killGateway(worker)
      .then(() => this.world.resumeGateway(worker))
      .catch((error: unknown) => {
        this.problem ??= error;
      })
      .finally(() => {
        this.restart = undefined;
      });
  };

  /** Kills at every boundary once more. */
  beginRound(): void {
    this.rounds += 1;
    this.left = new Set(this.boundaries);
  }

  /** Kills no more. Rejects if a worker did not come back. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.restart;
    if (this.problem !== undefined) throw this.problem;
  }
}
