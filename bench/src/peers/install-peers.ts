import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PEER_VERSIONS, PORTKEY_PACKAGE } from './peer-settings.js';

const run = promisify(execFile);

const INSTALL_LIMIT_MILLISECONDS = 15 * 60_000;

/** An installed program, and the version that it says it has or that was asked for. */
export interface InstalledPeer {
  readonly command: readonly string[];
  readonly version: string;
}

/** Folder of the peers between runs, and the report of installations to the user. */
export interface InstallPlace {
  readonly cache: string;
  progress(line: string): void;
}

/** Runs a program. Throws with `remedy` if there is no such program, and with the end of what it said if it fails. */
async function runOrExplain(command: readonly string[], directory: string, remedy: string): Promise<string> {
  const [program = '', ...parameters] = command;
  try {
    const options = { cwd: directory, timeout: INSTALL_LIMIT_MILLISECONDS, maxBuffer: 64e6 };
    const { stdout, stderr } = await run(program, parameters, options);
    return stdout + stderr;
  } catch (error) {
    const { code, stderr } = error as ExecFileException;
    if (code === 'ENOENT') throw new Error(remedy);
    const said = stderr?.trim().split('\n').at(-1) ?? '';
    throw new Error(`\`${[program, ...parameters.slice(0, 2)].join(' ')}\` failed: ${said}`, { cause: error });
  }
}

/** Fills a folder of the cache once; a run that was stopped half way leaves no mark, and the next one begins anew. */
async function installOnce(
  { cache, progress }: InstallPlace,
  name: string,
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cache, name);
  const mark = join(folder, 'installed');
  if (existsSync(mark)) return folder;
  progress(`installing ${name}, once: this takes some minutes`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await install(folder);
  writeFileSync(mark, '');
  return folder;
}

/** Installs the gateway of Portkey with npm. @throws Error that says what is missing or failed. */
export async function installPortkey(place: InstallPlace): Promise<InstalledPeer> {
  const folder = await installOnce(place, `portkey-${PEER_VERSIONS.portkey}`, async (target) => {
    writeFileSync(join(target, 'package.json'), JSON.stringify(PORTKEY_PACKAGE, null, 2));
    // No package of the tree needs its install script.
    const command = ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'];
    await runOrExplain(command, target, 'npm is missing: install Node.js with npm');
  });
  const program = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  return { command: [process.execPath, program], version: PEER_VERSIONS.portkey };
}

/** Installs LiteLLM's proxy with pip, in a virtual environment. @throws Error that says what is missing or failed. */
export async function installLitellm(place: InstallPlace): Promise<InstalledPeer> {
  const folder = await installOnce(place, `litellm-${PEER_VERSIONS.litellm}`, async (target) => {
    const missing = 'Python is missing: apt-get install python3 python3-venv';
    const found = await runOrExplain(['python3', '-c', 'import ensurepip; print("venv")'], target, missing).catch(
      (error: Error) => error.message,
    );
    if (found.trim() !== 'venv') {
      throw new Error(found === missing ? missing : 'python3-venv is missing: apt-get install python3-venv');
    }
    await runOrExplain(['python3', '-m', 'venv', 'venv'], target, missing);
    const wanted = `litellm[proxy]==${PEER_VERSIONS.litellm}`;
    const pip = [join(target, 'venv/bin/python'), '-m', 'pip', 'install', '--disable-pip-version-check', '--quiet'];
    await runOrExplain([...pip, '--only-binary=:all:', wanted], target, missing);
  });
  const programs = join(folder, 'venv/bin');
  return { command: [join(programs, 'python'), join(programs, 'litellm')], version: PEER_VERSIONS.litellm };
}

/** Debian keeps it where the PATH of an ordinary user does not look. */
const NGINX_PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'];

/** Finds the nginx of the system. @throws Error that says how to install it. */
export async function findNginx(): Promise<InstalledPeer> {
  const missing = 'nginx is missing: apt-get install nginx-light';
  const program = NGINX_PLACES.find((place) => existsSync(place)) ?? 'nginx';
  const said = await runOrExplain([program, '-v'], '/', missing);
  return { command: [program], version: /nginx\/(\S+)/.exec(said)?.[1] ?? 'of an unknown version' };
}
