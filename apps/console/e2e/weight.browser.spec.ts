import { allPages } from '../src/routes/all-pages.js';
import { expect, partOfRow, test } from './check-page.js';
import { timeHeading, weighLoad } from './measure-load.js';
import { openPage, signIn } from './world.js';

/** Most that a first load weighs, as the browser counts it. */
const MOST_KILOBYTES = { '/sign-in': 250, '/w/:workspace': 350 } as const;
/** Most files that a first load is made of; answers of the API are none. */
const MOST_FILES = 20;

/** Most time until the heading of a page is drawn over a slow line. */
const MOST_HEADING_MS = 2500;
/** Time that a page takes on an idle machine without the slow line. What it takes longer, other programs have taken from it. */
const IDLE_MS = 700;
/** Loads of which the fastest counts: other programs of the machine slow each of them down. */
const TRIES = 8;

const pages = allPages
  .map(({ path }) => path.replace('$workspace', ':workspace'))
  .filter((path) => path !== '/' && !path.includes('$'));
/** One page of each kind: for strangers, figures, lists, lists with forms and files, editors, and those of the organization. */
const FEW = [
  '/sign-in',
  '/w/:workspace',
  '/w/:workspace/keys',
  '/w/:workspace/requests',
  '/w/:workspace/playground',
  '/w/:workspace/models',
  '/w/:workspace/evals/compare',
  '/w/:workspace/guardrails',
  '/w/:workspace/workflows',
  '/org/teams',
];
const timed = process.env.TEST_EXHAUSTIVE === 'all' ? pages : FEW;

for (const [path, most] of Object.entries(MOST_KILOBYTES)) {
  test(`the first load of ${path} is at most ${most} kB in at most ${MOST_FILES} files`, async ({ page }) => {
    if (path !== '/sign-in') await signIn(page);
    const load = await weighLoad(page, async () => {
      await openPage(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
    });
    const files = load.files.filter(({ name }) => name.startsWith('/ui'));
    const listed = load.files.map(({ bytes, name }) => `${(bytes / 1000).toFixed(1)} ${name}`).join('\n');
    expect(load.kilobytes, listed).toBeLessThanOrEqual(most);
    expect(files.length, listed).toBeLessThanOrEqual(MOST_FILES);
  });
}

test.describe('the heading of a page is drawn in time at 1.6 Mbit/s and 300 ms', () => {
  for (const [index, path] of timed.entries()) {
    test(`${path}, within ${MOST_HEADING_MS} ms`, { tag: partOfRow(index) }, async ({ page }) => {
      const isForStrangers = allPages.some((each) => each.path === path && each.layout === 'bare');
      if (!isForStrangers) await signIn(page);
      const times: number[] = [];
      while (times.length < TRIES && Math.min(...times, Number.POSITIVE_INFINITY) > MOST_HEADING_MS) {
        const taken = Math.max(0, (await timeHeading(page, () => openPage(page, path), 'own')) - IDLE_MS);
        times.push((await timeHeading(page, () => openPage(page, path), 'slow')) - taken);
      }
      expect(Math.min(...times), `of ${times.map(Math.round).join(', ')} ms`).toBeLessThanOrEqual(MOST_HEADING_MS);
    });
  }
});
