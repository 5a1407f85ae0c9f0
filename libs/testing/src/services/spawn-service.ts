import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithThisProcess } from '../end-with-this-process.js';
import { noteStart } from '../note-start.js';

/** End of a process: with a code, or by a signal. */
export interface ServiceExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process that a test started. */
export interface Service {
  pid: number;
  /**
   * The lines that it has written so far, so that a test can parse them and look for leaked secrets. A line that has
   * arrived in part is held back until the rest is there or the process has ended.
   */
  stdout(): string;
  stderr(): string;
  /** Settles once the process is gone and its output has been read to the end. */
  exited: Promise<ServiceExit>;
  /** Sends the signal (SIGTERM by default), kills the process after 15 s more, and settles like `exited`. */
  stop(signal?: NodeJS.Signals): Promise<ServiceExit>;
}

const STOP_LIMIT_MS = 15_000;

/**
 * Starts a process whose environment is exactly `env`: nothing of the test runner's own reaches it. It ends with this process at the latest.
 * Rejects when the command cannot be run.
 */
export async function spawnService(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Service> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithThisProcess(child);
  noteStart(command, ...args);
  let stdout = '';
  let stderr = '';
  let hasEnded = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = new Promise<ServiceExit>((resolve) => {
    child.once('close', (code, signal) => {
      hasEnded = true;
      resolve({ code, signal });
    });
  });
  await once(child, 'spawn');

  return {
    pid: child.pid ?? 0,
    stdout: () => (hasEnded ? stdout : wholeLines(stdout)),
    stderr: () => (hasEnded ? stderr : wholeLines(stderr)),
    exited,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      const exit = await exited;
      clearTimeout(killer);
      return exit;
    },
  };
}

/** The text up to its last line break: a file or an output that is still being written can end within a line. */
export function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}
