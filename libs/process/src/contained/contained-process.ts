import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type EndReason, reportEnd } from './contained-ends.js';

export interface ContainedProcessOptions {
  /** The kind of work, as metrics name it. */
  readonly work: string;
  /** A module of ours that reads messages; what tenants wrote comes in them. */
  readonly script: URL;
  /** Megabytes that JavaScript objects may take. */
  readonly heapMb: number;
  /**
   * Megabytes that the whole process may take, with buffers, WebAssembly and the engine, which takes some 45 itself.
   */
  readonly memoryMb: number;
  /** Priority behind the processes that serve requests if they want the processor: 0 to 19. */
  readonly niceness: number;
  /** Processor time that the kernel lets it have in its life, in seconds. Default: as much as it takes. */
  readonly processorSeconds?: number;
  readonly onMessage: (message: unknown) => void;
  /** It ended by itself, or `kill` ended it. Called once at most, and never after `close`. */
  readonly onEnd: (reason: EndReason) => void;
}

/** Milliseconds between looks at the memory of a busy process; asking `ps` costs more. */
const LOOK_MS = 20;
const LOOK_WITH_PS_MS = 250;

/** By the clock, work may take so many times the processor time that it has. */
const CLOCK_FACTOR = 10;
/** Linux tells processor time in hundredths of a second on every platform. */
const TICK_MS = 10;

const SHELL = '/bin/sh';
const NAMES_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * Begins a program whose threads all come behind, that leaves no core dump, that the kernel ends first where memory is short, and with the
 * process that started it, even if that is killed in the middle of a long piece of work. Each is done where the system can.
 */
const LIMITS = `{ echo 1000 >/proc/$$/oom_score_adj; } 2>/dev/null
ulimit -c 0 2>/dev/null
[ "$1" = 0 ] || ulimit -S -t "$1" 2>/dev/null
with=
nice -n "$0" true 2>/dev/null && with="nice -n $0"
setpriv --pdeathsig KILL -- true 2>/dev/null && with="$with setpriv --pdeathsig KILL --"
shift
exec $with "$@"`;

/**
 * A child process for what tenants wrote: expressions, patterns, schemas, graders. It has no environment, its memory is bounded from
 * outside, and killing it hurts nobody else. A thread would not do: V8 ends the whole process when a thread outgrows its heap.
 */
export class ContainedProcess {
  readonly #child: ChildProcess;
  readonly #options: ContainedProcessOptions;
  #looking: NodeJS.Timeout | undefined;
  #late: NodeJS.Timeout | undefined;
  #mostProcessorMs = Number.POSITIVE_INFINITY;
  #killedFor: EndReason | undefined;
  #isOver = false;

  constructor(options: ContainedProcessOptions) {
    this.#options = options;
    this.#child = start(options);
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('message', (message) => {
      if (!this.#isOver && this.#killedFor === undefined) options.onMessage(message);
    });
    // A machine that has no process left says so here, and then there is no `exit`.
    this.#child.on('error', () => {
      if (this.#child.pid === undefined) this.#end('failure');
    });
    this.#child.on('exit', (code, signal) => this.#end(this.#killedFor ?? describeExit(code, signal)));
  }

  /** Undefined where the machine had no process left. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  send(message: unknown): void {
    // One that has ended reports that by itself.
    if (this.#child.connected) this.#child.send(message as object, () => undefined);
  }

  /**
   * It works from now on: its memory and its time are looked at, and this process does not end meanwhile.
   *
   * @param timeMs how long it may work. That is processor time, so that a busy machine fails nobody; by the clock it may take ten times as long.
   */
  watch(timeMs?: number): void {
    if (this.#isOver) return;
    this.#allowTime(timeMs);
    if (this.#looking !== undefined) return;
    this.#child.channel?.ref();
    this.#looking = setInterval(() => this.#look(), HAS_PROC ? LOOK_MS : LOOK_WITH_PS_MS);
  }

  #allowTime(timeMs: number | undefined): void {
    clearTimeout(this.#late);
    this.#mostProcessorMs = Number.POSITIVE_INFINITY;
    if (timeMs === undefined) return;
    this.#mostProcessorMs = processorMs(this.#child.pid) + timeMs;
    // Its messages are read first: it may be the loop of this process that was slow.
    const kill = (): void => {
      if (this.#late === late) this.kill('time');
    };
    const late = setTimeout(() => setImmediate(kill), HAS_PROC ? timeMs * CLOCK_FACTOR : timeMs);
    this.#late = late;
  }

  /** It has nothing to do. */
  unwatch(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    clearInterval(this.#looking);
    this.#looking = undefined;
    this.#child.channel?.unref();
  }

  /**
   * Milliseconds for which it has worked in its life. By the clock, where the system does not tell its processor time.
   */
  get workedMs(): number {
    return HAS_PROC ? processorMs(this.#child.pid) : performance.now();
  }

  /** True if it is so large that a new one is better. */
  get isLarge(): boolean {
    return HAS_PROC && residentMb(this.#child.pid) > (this.#options.memoryMb * 2) / 3;
  }

  /** Ends it for a reason that is counted and reported. */
  kill(reason: EndReason): void {
    if (this.#isOver || this.#killedFor !== undefined) return;
    this.#killedFor = reason;
    this.#child.kill('SIGKILL');
  }

  /** Ends it without a word. Resolves when it is gone. */
  close(): Promise<void> {
    const isGone = this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null;
    this.#isOver = true;
    this.unwatch();
    if (isGone) return Promise.resolve();
    const gone = new Promise<void>((resolve) => {
      this.#child.ref();
      this.#child.once('exit', () => resolve());
    });
    this.#child.kill('SIGKILL');
    return gone;
  }

  #look(): void {
    const { memoryMb } = this.#options;
    const { pid } = this.#child;
    if (HAS_PROC) {
      if (residentMb(pid) > memoryMb) this.kill('memory');
      else if (processorMs(pid) > this.#mostProcessorMs) setImmediate(() => this.#endWhereLate());
      return;
    }
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (_error, stdout) => {
      if (Number(stdout.trim()) / 1024 > memoryMb) this.kill('memory');
    });
  }

  /** Ends the process if it is late. Its earlier messages are read by then, and may have given it more time. */
  #endWhereLate(): void {
    if (processorMs(this.#child.pid) > this.#mostProcessorMs) this.kill('time');
  }

  #end(reason: EndReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.unwatch();
    reportEnd(this.#options.work, reason);
    this.#options.onEnd(reason);
  }
}

const HAS_PROC = existsSync('/proc/self/status');

function start(options: ContainedProcessOptions): ChildProcess {
  const { niceness, processorSeconds = 0 } = options;
  const hasShell = existsSync(SHELL);
  const command = [process.execPath, ...flagsOf(options), fileURLToPath(options.script)];
  const [program = '', ...programArguments] = hasShell
    ? [SHELL, '-c', LIMITS, String(niceness), String(processorSeconds), ...command]
    : command;
  const child = spawn(program, programArguments, {
    env: { PATH: NAMES_PATH, MALLOC_ARENA_MAX: '1' },
    // Nothing of the output is read: V8's text about a lack of memory is of no use, and libraries print hints.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  if (!hasShell && child.pid !== undefined) lowerPriority(child.pid, niceness);
  return child;
}

/** Garbage is collected on the one thread that works, so that a process that makes much of it takes one processor and not all. */
function flagsOf({ heapMb }: ContainedProcessOptions): string[] {
  return [
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=8',
    '--single-threaded-gc',
    '--v8-pool-size=1',
    '--no-warnings',
  ];
}

function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch (error) {
    // It has ended already, which its `exit` says.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The processor time of a process so far; 0 where that cannot be told. */
function processorMs(pid: number | undefined): number {
  if (pid === undefined || !HAS_PROC) return 0;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in parentheses, and the two numbers are the 12th and the 13th behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** Resident memory; 0 once the process has ended. */
function residentMb(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // Its file is gone with it.
    return 0;
  }
}

/** V8 aborts where its heap is full, and the kernel kills what takes too much of the machine's memory. */
function describeExit(code: number | null, signal: NodeJS.Signals | null): EndReason {
  if (signal === 'SIGXCPU' || code === 152) return 'time';
  const isOfMemory = signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGKILL' || signal === 'SIGILL';
  return isOfMemory || (code !== null && [132, 133, 134, 137].includes(code)) ? 'memory' : 'failure';
}
