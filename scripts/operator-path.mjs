#!/usr/bin/env node
/**
 * Walks the path of an operator, from the deployment files to a restored backup. HELP says how to call it, docs/deploying.md what it needs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import {
  completion,
  completionEvents,
  findPostgres,
  httpRequest,
  jsonReply,
  startIssuer,
  startPostgres,
  startUpstream,
  streamReply,
} from '../libs/testing/dist/index.js';
import { buildEarlier, findEarlier } from './build-earlier.mjs';
import { backUp, restore } from './operator-path/backup.mjs';
import { checkDeploymentFiles } from './operator-path/deployment-files.mjs';
import { chat, PROVIDER_KEY, readLongStream, takeFirstSteps } from './operator-path/first-chat.mjs';
import { makeImageTrees, prepareFolder } from './operator-path/image-trees.mjs';
import { runPages } from './operator-path/pages/run-pages.mjs';
import { signOn } from './operator-path/sign-on.mjs';
import { prepareStack, SSO_CLIENT } from './operator-path/stack.mjs';
import { upgradeUnderLoad } from './operator-path/upgrade.mjs';

const HELP = `Usage: pnpm operator:path [options]

Walks the path of an operator on this machine, with the files that an operator deploys: renders and lints docker-compose.yml and the
Helm chart, builds the files of both images, runs every command of docs/deploying.md, kubernetes.md, upgrading.md and
disaster-recovery.md as an account without privileges, starts the images behind Caddy on PostgreSQL and Redis, takes the first steps of
docs/deploying.md, reads a long stream, signs a person in with an identity provider, backs up, upgrades an earlier release under load,
and restores the backup into a new stack. Takes about 15 minutes.

Options:
  --stream-seconds <n>  How long the stream lasts, from 2 to 3600. Default: 500
  --from <commit>       The commit or tag to upgrade from. Default: the release before this one, else the commit before the newest
                        migration
  --skip-files          Does not render the compose file and the chart, which needs Helm and compose-go
  --help                Shows this text

It needs a build (pnpm build), pnpm, and PostgreSQL, Redis, Caddy, curl and bash of Debian; the compose file and the chart need what
node scripts/install-chart-tools.mjs installs. Exit status: 0 if every step passed, 1 if one failed, 2 for a wrong option.
`;

const SECONDS = { default: 500, min: 2, max: 3_600 };
const WRONG_USAGE = 2;
const STEPS = 10;

/** Tasks that stop the services at the end, the newest first. @type {(() => Promise<unknown>)[]} */
const atEnd = [];
const startedAt = performance.now();
let taken = 0;
let skipped = 0;
let current = '';

/** @param {string} text */
const say = (text) => process.stdout.write(`operator-path: ${text}\n`);

/** @param {number} since */
const secondsSince = (since) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/**
 * Takes one step, and says what came of it.
 *
 * @template Result
 * @param {string} name
 * @param {() => Promise<readonly [result: Result, words: string]>} take
 * @returns {Promise<Result>}
 */
async function step(name, take) {
  taken += 1;
  current = name;
  say(`step ${taken} of ${STEPS}: ${name} …`);
  const began = performance.now();
  const [result, words] = await take();
  say(`step ${taken} of ${STEPS}: ${name}: passed in ${secondsSince(began)}: ${words}`);
  return result;
}

/**
 * @param {string} folder
 * @param {ReturnType<typeof readOptions>} options
 */
async function walk(folder, { streamSeconds, from, skipFiles }) {
  if (findPostgres() === undefined) throw new Error('There is no PostgreSQL: apt-get install postgresql');
  if (skipFiles) {
    taken += 1;
    skipped += 1;
    say(`step 1 of ${STEPS}: compose file and chart: skipped`);
  } else {
    await step('compose file and chart', async () => [undefined, checkDeploymentFiles()]);
  }
  const present = await step('files of the images', async () => {
    prepareFolder(folder);
    const { release, megabytes } = makeImageTrees(folder);
    return [release, `${megabytes.join(' MB and ')} MB`];
  });
  const { upstream, issuer, postgres } = await startSurroundings(streamSeconds);
  /** @param {() => Promise<unknown>} end */
  const onEnd = (end) => void atEnd.push(end);
  const surroundings = { folder, issuerUrl: issuer.url, onEnd };

  await step('every command of the pages', async () => [
    undefined,
    await runPages(surroundings, { postgres, providerUrl: upstream.url }),
  ]);
  // Requests of the pages have used the provider.
  const usedBefore = upstream.requests.length;

  const stack = await step('both services behind Caddy', async () => {
    const made = await prepareStack('first', await postgres.createDatabase(), surroundings);
    const applied = await made.migrate(present);
    if (!applied.startsWith('Applied: ')) throw new Error(`migrate says: ${applied}`);
    await made.start(present);
    const page = await httpRequest({ url: `${made.origin}/ui` });
    if (page.status !== 200 || !page.text.includes('<!doctype html>')) throw new Error('/ui is not the console');
    return [made, 'two gateways and a workspace, started from the files of their images'];
  });
  const access = await step('first steps and first chat', async () => {
    const made = await takeFirstSteps(stack, upstream.url);
    const used = upstream.requests.slice(usedBefore).map(({ headers }) => headers.authorization);
    if (used.join() !== `Bearer ${PROVIDER_KEY}`) throw new Error('the provider did not get its key');
    return [made, 'the commands of docs/deploying.md, through one address'];
  });
  await step(`stream of ${streamSeconds} s`, async () => [
    undefined,
    await readLongStream(stack.origin, access.key, streamSeconds),
  ]);
  await step('single sign-on', async () => [undefined, await signOn(stack.origin, access.cookie, issuer)]);
  const backup = join(folder, 'backup');
  await step('backup', async () => [undefined, backUp(backup, stack.databaseUrl, stack.configFile)]);
  await stack.stop();

  await step(`upgrade from ${from} under load`, async () => {
    const root = join(folder, 'earlier');
    buildEarlier(from, root);
    const entry = (/** @type {string} */ path) => join(root, 'apps', path);
    const earlier = {
      gateway: entry('gateway/dist/main.js'),
      workspace: entry('workspace/dist/main.js'),
      cli: entry('workspace/dist/cli/main.js'),
    };
    const old = await prepareStack('upgraded', await postgres.createDatabase(), surroundings);
    await old.migrate(earlier);
    await old.start(earlier);
    const { key } = await takeFirstSteps(old, upstream.url);
    const words = await upgradeUnderLoad(old, present, key, 1);
    await old.stop();
    return [undefined, words];
  });
  await step('restore into a new stack', async () => {
    const restored = await prepareStack('restored', await postgres.createDatabase(), surroundings);
    restore(backup, restored.databaseUrl);
    await restored.start(present);
    const before = upstream.requests.length;
    await chat(restored.origin, access.key);
    const [request] = upstream.requests.slice(before);
    if (request?.headers.authorization !== `Bearer ${PROVIDER_KEY}`)
      throw new Error("the provider's key was not restored");
    return [undefined, "the same key is answered, with the provider's key of the backup"];
  });
}

/**
 * A provider, an identity provider and a PostgreSQL.
 *
 * @param {number} streamSeconds
 */
async function startSurroundings(streamSeconds) {
  const [upstream, running, postgres] = await Promise.all([startUpstream(), startIssuer(), startPostgres()]);
  atEnd.push(
    () => upstream.close(),
    () => running.stop(),
    () => postgres.stop(),
  );
  upstream.setDefault(jsonReply(completion()));
  running.issuer.signIns.clientSecret = SSO_CLIENT.secret;
  const events = completionEvents(Array(streamSeconds).fill('word '));
  upstream.onRequest(({ body }) =>
    typeof body === 'object' && body !== null && 'stream' in body && body.stream === true
      ? streamReply(events, { delayMs: 1_000 })
      : undefined,
  );
  return { upstream, issuer: running.issuer, postgres };
}

/** Throws if the command line is wrong. */
function readOptions() {
  const { values } = parseArgs({
    options: {
      'stream-seconds': { type: 'string' },
      from: { type: 'string' },
      'skip-files': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const streamSeconds = Number(values['stream-seconds'] ?? SECONDS.default);
  if (!Number.isInteger(streamSeconds) || streamSeconds < SECONDS.min || streamSeconds > SECONDS.max)
    throw new Error(`--stream-seconds must be a whole number from ${SECONDS.min} to ${SECONDS.max}`);
  const { help = false, 'skip-files': skipFiles = false } = values;
  return { streamSeconds, skipFiles, help, from: values.from ?? (help ? '' : findEarlier()) };
}

/** @param {string} folder */
async function cleanUp(folder) {
  for (const end of atEnd.splice(0).reverse()) await end().catch(() => undefined);
  // Nobody may write into the files of the images, not even to remove them.
  spawnSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
}

/** @param {ReturnType<typeof readOptions>} options */
async function main(options) {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-operator-path-'));
  const interrupt = () => void cleanUp(folder).finally(() => process.exit(1));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    await walk(folder, options);
    const more = skipped > 0 ? `, ${skipped} skipped` : '';
    say(`${STEPS - skipped} of ${STEPS} steps passed${more}, in ${secondsSince(startedAt)}`);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    say(`failed at step ${taken} of ${STEPS}, ${current}: ${stripVTControlCharacters(words)}`);
    process.exitCode = 1;
  } finally {
    await cleanUp(folder);
  }
}

try {
  const options = readOptions();
  if (options.help) process.stdout.write(HELP);
  else await main(options);
} catch (error) {
  process.stderr.write(`operator-path: ${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  process.exitCode = WRONG_USAGE;
}
