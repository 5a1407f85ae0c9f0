import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildWrkScript, type Load, type LoadResult, parseLoadResult } from './load-result.js';

const run = promisify(execFile);

/** A load that ended before its first answer. */
export class NoAnswerError extends Error {}

/** A limit lets the requests of a minute pass before it rejects. */
const REFUSED_SHARE = 0.9;

export interface LoadDriver {
  readonly name: 'wrk' | 'autocannon';
  /** Sends a load. Throws when a single answer was not as it should be: figures of a broken run mean nothing. */
  drive(load: Load): Promise<LoadResult>;
}

/**
 * Chooses wrk where it is installed, since it costs least on the shared core, and autocannon otherwise.
 * `directory` takes the generated scripts; `programs` is where the built programs of this package are.
 */
export function chooseLoadDriver(directory: string, programs: string): LoadDriver {
  const hasWrk = spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined;
  return {
    name: hasWrk ? 'wrk' : 'autocannon',
    drive: async (load) => {
      const output = hasWrk
        ? await driveWithWrk(load, directory)
        : await driveWithAutocannon(load, directory, programs);
      const result = parseLoadResult(output);
      if (!isAsExpected(load, result)) {
        throw new Error(`${load.url}: ${result.failures} failures, ${result.requests} answers under load`);
      }
      if (result.requests === 0) throw new NoAnswerError(`${load.url}: no answer within ${load.seconds} s of load`);
      return result;
    },
  };
}

function isAsExpected({ expects }: Load, { failures, requests }: LoadResult): boolean {
  if (expects === 'anything') return true;
  return expects === 'refusals' ? failures >= requests * REFUSED_SHARE : failures === 0;
}

async function driveWithWrk(load: Load, directory: string): Promise<string> {
  const script = join(directory, 'load.lua');
  await writeFile(script, buildWrkScript(load));
  const size = ['--threads', '1', '--connections', `${load.connections}`, '--duration', `${load.seconds}s`];
  const timeout = load.timeoutSeconds === undefined ? [] : ['--timeout', `${load.timeoutSeconds}s`];
  return (await run('wrk', [...size, ...timeout, '--script', script, load.url])).stdout;
}

async function driveWithAutocannon(load: Load, directory: string, programs: string): Promise<string> {
  const description = join(directory, 'load.json');
  await writeFile(description, JSON.stringify(load));
  return (await run(process.execPath, [join(programs, 'drive-autocannon.js'), description])).stdout;
}
