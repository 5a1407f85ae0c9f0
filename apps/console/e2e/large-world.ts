import type { Page } from '@playwright/test';
import { allPages } from '../src/routes/all-pages.js';
import { expect, test } from './check-page.js';
import { readWorld, signIn } from './world.js';

/** Times that each page is opened after the first, which fills the browser's cache. */
const TIMES = 3;

const LIMIT_MS = 1_000;

/** Pages with an address of their own: those of one thing show little. */
const pages = allPages.filter(
  ({ layout, path }) => layout !== 'bare' && path !== '/' && !path.replace('$workspace', '').includes('$'),
);

test('each page is there within a second', async ({ page }) => {
  const { url, workspace } = readWorld();
  await signIn(page);
  const slow: string[] = [];
  process.stdout.write('\n| page | first (ms) | median of three (ms) |\n|---|---|---|\n');
  for (const { path } of pages) {
    const address = `${url}/ui${path.replace('$workspace', workspace.id)}`;
    const first = await open(page, address);
    const times: number[] = [];
    for (let time = 0; time < TIMES; time++) times.push(await open(page, address));
    const median = times.sort((one, other) => one - other)[1] ?? 0;
    process.stdout.write(`| ${path} | ${Math.round(first)} | ${Math.round(median)} |\n`);
    if (median > LIMIT_MS) slow.push(`${path}: ${Math.round(median)} ms`);
  }
  expect(slow).toEqual([]);
});

/** Milliseconds from the navigation until the page has its title and nothing is loading. */
async function open(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  const done = await page.waitForFunction(
    () => {
      const isLoading = document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') !== null;
      return document.querySelector('main h1') !== null && !isLoading ? performance.now() : undefined;
    },
    undefined,
    { polling: 'raf', timeout: 60_000 },
  );
  return (await done.jsonValue()) ?? Number.POSITIVE_INFINITY;
}
