import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a process ended: with a code, or by a signal. */
export interface ServiceExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process that a test started. */
export interface Service {
  pid: number;
  /** All its output so far, so that a test can look for leaked secrets. */
  stdout(): string;
  stderr(): string;
  /** Settles once the process is gone and its output has been read to the end. */
  exited: Promise<ServiceExit>;
  /** Sends the signal (SIGTERM by default), kills the process after 15 s more, and settles like `exited`. */
  stop(signal?: NodeJS.Signals): Promise<ServiceExit>;
}

const STOP_LIMIT_MS = 15_000;

/**
 * Starts a process whose environment is exactly `env`: nothing of the test runner's own reaches it.
 * Rejects when the command cannot be run.
 */
export async function spawnService(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Service> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = new Promise<ServiceExit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  await once(child, 'spawn');

  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
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
