import { cpus } from 'node:os';

/** Interval of the looks for a late answer, in milliseconds. */
export const TICK_MS = 5;

/** Silence after which it is worth knowing whether this machine is busy, as a part of the limit. */
const SUSPICION = 0.2;

/** A command may be this many limits old while other answers arrive: it waits behind our own. */
const LIMITS_IN_LINE = 4;

/** Cost of a command for Redis at most, in milliseconds: 24 limits take 0.085 on a processor of its own. */
const COMMAND_MS = 0.2;

/** Limits for which silence may last by our clock if no processor is idle … */
const LIMITS_WHEN_BUSY = 8;

/** … and so many by the clock on the wall. */
const WALL_LIMITS_WHEN_BUSY = 80;

/** A server that is slow this often in a row is slow, however busy this machine is. */
const SLOW_ROUNDS = 8;

/** A machine whose processors are idle for less than this part of the time is busy. */
const IDLE_WHEN_BUSY = 1 / 3;

/** Between two looks at the processors, which cost more than anything else here. */
const LOOK_EVERY_MS = 10;

/** Time of all processors since the machine started, in milliseconds. */
export interface ProcessorTime {
  readonly idle: number;
  readonly all: number;
}

export interface PatienceOptions {
  /** Silence after which an answer is late, in milliseconds. */
  readonly limitMs: number;
  readonly readProcessors?: () => ProcessorTime;
}

/**
 * Late commands: those that were sent at `sentBefore` or earlier, by the clock of `AnswerPatience`, and how late they
 * are.
 */
export interface Lateness {
  readonly sentBefore: number;
  /** Whole limits that have passed in silence; 1 where others were answered meanwhile. */
  readonly limits: number;
}

/**
 * Judges whether a server is late with its answers, and leaves out what this machine is slow at itself:
 *
 * - Time is counted by ticks. A tick counts for at most `TICK_MS`, however late it comes, and what has arrived is read
 *   before it is judged: so a process that was busy does not take its own delay for the server's.
 * - What counts is silence, not the age of one command, and the work that we gave: a command that waits behind many
 *   others of ours is not late while those are answered, or are still being done.
 * - Where every processor is busy, a server on this machine may not have had its turn: silence is then borne for longer,
 *   unless every answer recently was slow. Where a processor is idle it could have answered.
 */
export class AnswerPatience {
  private readonly limitMs: number;
  private readonly readProcessors: () => ProcessorTime;
  private clock = 0;
  private answeredAt = 0;
  /** On the wall, when the last silence began, as far as ticks know. */
  private silentSince = 0;
  private suspectedAt: ProcessorTime | undefined = undefined;
  /** Round trips in a row that took longer than the limit, and when the last one ended: those in progress are of it. */
  private slowRounds = 0;
  private lastSlowAt = 0;
  /** By `now`: until then the machine counts as busy without another check. */
  private busyUntil = 0;

  constructor({ limitMs, readProcessors = readAllProcessors }: PatienceOptions) {
    this.limitMs = limitMs;
    this.readProcessors = readProcessors;
  }

  /** Milliseconds that passed by ticks. */
  get now(): number {
    return this.clock;
  }

  /** A command is sent, and no other is waited for. */
  begin(): void {
    this.answeredAt = this.clock;
    this.suspectedAt = undefined;
    this.busyUntil = 0;
  }

  /** @param sentAt when the command was sent that is answered now, by `now` */
  noteAnswer(sentAt: number): void {
    this.begin();
    if (this.clock - sentAt < this.limitMs) this.slowRounds = 0;
    else if (sentAt >= this.lastSlowAt) {
      this.slowRounds += 1;
      this.lastSlowAt = this.clock;
    }
  }

  /**
   * @param passedMs since commands are waited for, or since the last tick
   * @param wall milliseconds of a clock that never goes back
   */
  tick(passedMs: number, wall: number): void {
    if (this.answeredAt === this.clock) this.silentSince = wall - passedMs;
    this.clock += Math.min(passedMs, TICK_MS);
  }

  /**
   * Finds the commands that are late by now. Asked after a tick, when all that had arrived was read.
   *
   * @param oldest when the oldest command was sent that is waited for, by `now`
   * @param inLine how many commands are waited for: Redis answers those that come together when it has done them all
   * @param wall milliseconds of the clock that was passed to `tick`
   * @param isStrict whether a busy machine is no excuse
   */
  findLate(oldest: number, inLine: number, wall: number, isStrict: boolean): Lateness | undefined {
    const ourWork = Math.min((inLine - 1) * COMMAND_MS, this.limitMs * (LIMITS_IN_LINE - 1));
    const age = this.clock - oldest;
    const silence = Math.min(age, this.clock - this.answeredAt) - ourWork;
    const standing = age / LIMITS_IN_LINE;
    const worst = Math.max(silence, standing);
    if (worst < this.limitMs * SUSPICION) return undefined;
    this.suspectedAt ??= this.readProcessors();
    if (worst < this.limitMs) return undefined;
    if (!isStrict && this.mayBear(worst, wall) && this.isBusy(this.suspectedAt)) return undefined;
    if (silence < this.limitMs) return { sentBefore: this.clock - this.limitMs * LIMITS_IN_LINE, limits: 1 };
    return { sentBefore: this.clock - this.limitMs - ourWork, limits: Math.floor(silence / this.limitMs) };
  }

  private isBusy(since: ProcessorTime): boolean {
    if (this.clock < this.busyUntil) return true;
    const { idle, all } = this.readProcessors();
    // The processors are looked at again if the operating system has not counted since.
    const isBusy = idle - since.idle <= (all - since.all) * IDLE_WHEN_BUSY;
    if (isBusy) this.busyUntil = this.clock + LOOK_EVERY_MS;
    return isBusy;
  }

  private mayBear(silence: number, wall: number): boolean {
    return (
      this.slowRounds < SLOW_ROUNDS &&
      silence < this.limitMs * LIMITS_WHEN_BUSY &&
      wall - this.silentSince < this.limitMs * WALL_LIMITS_WHEN_BUSY
    );
  }
}

function readAllProcessors(): ProcessorTime {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.idle + times.user + times.nice + times.sys + times.irq;
  }
  return { idle, all };
}
