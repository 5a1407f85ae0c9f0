/**
 * Draws every page of the console with the data of a company (bench/src/seed), in both themes and at two widths, with the tests of
 * `pages.browser.spec.ts`.
 *
 * Usage: pnpm draw:console [folder] [--from <seeded folder>]    Without a folder, those of 1440 pixels replace the pictures of docs/console.
 * Without a folder that pnpm seed:console has filled, one is filled first, which takes some minutes.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seedCompany } from '../bench/dist/seed/seed-company.js';
import { runBrowser, showConsole } from '../bench/dist/seed/show-console.js';

const DOCUMENTED = resolve(import.meta.dirname, '../docs/console');

const USAGE = `pnpm draw:console [folder] [--from <seeded folder>]: draws every page of the console (default: docs/console)\n`;

/**
 * @param {string} seeded
 * @param {string} folder
 */
async function draw(seeded, folder) {
  mkdirSync(folder, { recursive: true });
  const env = { MULTILANE_CONSOLE_PICTURES: folder };
  return showConsole(seeded, (shown) =>
    runBrowser(shown, ['pages', '-g', 'every page', '--fully-parallel', '--workers', '3'], env),
  );
}

/** @param {string} folder */
async function seed(folder) {
  const note = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);
  await seedCompany({ folder, databaseUrl: undefined, requests: 50_000, days: 60, seed: 1, now: Date.now(), note });
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help || positionals.length > 1) {
  process.stdout.write(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  const own = mkdtempSync(join(tmpdir(), 'multilane-pictures-'));
  try {
    const seeded = resolve(values.from ?? join(own, 'company'));
    if (values.from === undefined) await seed(seeded);
    const [asked] = positionals;
    const folder = asked === undefined ? join(own, 'pictures') : resolve(asked);
    process.exitCode = await draw(seeded, folder);
    if (asked === undefined && process.exitCode === 0) {
      mkdirSync(DOCUMENTED, { recursive: true });
      const onDesktop = readdirSync(folder).filter((name) => !name.includes('-phone-'));
      for (const name of onDesktop) copyFileSync(join(folder, name), join(DOCUMENTED, name));
    }
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
