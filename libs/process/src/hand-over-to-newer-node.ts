import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MINIMUM_MAJOR = 24;

/** Folder into which `npm start` and `npm test` put the Node they fetch. */
const TOOLCHAIN = fileURLToPath(new URL('../../../.toolchain', import.meta.url));

/**
 * On a Node that is too old, runs the same command on the one that the launcher has fetched, passing signals on and
 * ending as it ends; if there is none, says what to do and exits 1. Returns false on a Node that will do.
 *
 * @param service what runs, which is also the script of package.json that runs it
 */
export function handOverToNewerNode(service: string): boolean {
  if (Number.parseInt(process.versions.node, 10) >= MINIMUM_MAJOR) return false;
  const node = findFetchedNode();
  if (node === undefined) {
    process.stderr.write(
      `The ${service} needs Node ${MINIMUM_MAJOR} or newer; this is ${process.version}.\n` +
        `Install it, or run \`node scripts/launch.mjs run ${service}\`, which fetches it.\n`,
    );
    process.exit(1);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  return true;
}

function findFetchedNode(): string | undefined {
  if (!existsSync(TOOLCHAIN)) return undefined;
  return readdirSync(TOOLCHAIN)
    .filter(
      (folder) =>
        folder.startsWith(`node-${MINIMUM_MAJOR}.`) && folder.endsWith(`-${process.platform}-${process.arch}`),
    )
    .map((folder) => join(TOOLCHAIN, folder, 'node_modules', '.bin', 'node'))
    .find((candidate) => existsSync(candidate));
}
