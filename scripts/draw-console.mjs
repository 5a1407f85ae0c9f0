/**
 * Draws every page of the console, in both themes and at two widths, with the tests of `pages.browser.spec.ts`.
 *
 * Usage: pnpm draw:console [folder]    Without a folder, those of 1440 pixels replace the pictures of docs/console.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const DOCUMENTED = resolve(import.meta.dirname, '../docs/console');

/** @param {string} folder */
function draw(folder) {
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('pnpm', ['--filter', '@multilane/console', 'exec', 'playwright', 'test', 'pages'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, MULTILANE_CONSOLE_PICTURES: folder },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const asked = process.argv[2];
if (asked === '--help') {
  process.stdout.write('pnpm draw:console [folder]: draws every page of the console (default: docs/console)\n');
} else if (asked !== undefined) {
  draw(resolve(asked));
} else {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-pictures-'));
  try {
    draw(folder);
    mkdirSync(DOCUMENTED, { recursive: true });
    const onDesktop = readdirSync(folder).filter((name) => !name.includes('-phone-'));
    for (const name of onDesktop) copyFileSync(join(folder, name), join(DOCUMENTED, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
