import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { choosePart } from '../../../scripts/in-turn.mjs';
import navigation from '../src/locales/en/navigation.json' with { type: 'json' };
import { allPages } from '../src/routes/all-pages.js';
import { addExamples } from './add-examples.js';
import { addHostileNames } from './add-hostile-names.js';
import { checkPage, expect, expectNoOverflow, START_LIMIT_MS, test } from './check-page.js';
import { type RunningWorld, startWorld } from './start-world.js';
import { createCaller, goTo, openPage, readWorld, settle, signIn, WORLD_VARIABLE } from './world.js';

/** With this variable, each page is also drawn into that folder, in both themes and at two widths (scripts/draw-console.mjs). */
const PICTURES = process.env.MULTILANE_CONSOLE_PICTURES;

/** The model of the drawn company that answers: its others have providers elsewhere. */
const ANSWERING = `?models=${encodeURIComponent(JSON.stringify(['house-large']))}`;

/** Headings that pages are announced with while their code is on its way (src/app/waiting-page.tsx). */
const headings = new Map(Object.entries({ ...navigation.page, ...navigation.heading }));

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/** Pages of the shell with an address of their own: those of one thing need it, and are in the specs of their features. */
const pages = allPages.filter(({ path }) => path !== '/' && !path.replace('$workspace', '').includes('$'));
/** `npm test` opens a sixth of them, chosen by the number of the commit. */
const opened = choosePart(pages, PICTURES === undefined ? process.env.TEST_EXHAUSTIVE : 'all');
const inShell = pages.filter(({ layout }) => layout !== 'bare');

test.describe('every page has a title, is accessible in both themes, fits a phone, and shows names as text', () => {
  let shared: string | undefined;
  let own: RunningWorld | undefined;

  // A world of its own: what it is filled with would be in the way of other tests. Pictures are of a company that is there already.
  test.beforeAll(async () => {
    test.setTimeout(START_LIMIT_MS);
    if (PICTURES !== undefined) return;
    own = await startWorld();
    // The worker's own, which is not there yet when this file is read.
    shared = process.env[WORLD_VARIABLE];
    process.env[WORLD_VARIABLE] = JSON.stringify(own.world);
    await addExamples(own.world);
    await addHostileNames(own.world);
  });

  test.afterAll(async () => {
    if (shared !== undefined) process.env[WORLD_VARIABLE] = shared;
    await own?.stop();
  });

  for (const { layout, nav, path } of opened) {
    test(path, async ({ page, trouble }) => {
      page.on('dialog', async (dialog) => {
        trouble.add(`dialog: ${dialog.message()}`);
        await dialog.dismiss();
      });
      if (layout === 'bare') trouble.expectStatus(401);
      else await signIn(page);
      const isPlayground = path.endsWith('/playground');
      await openPage(page, path.replace('$workspace', ':workspace') + (PICTURES && isPlayground ? ANSWERING : ''));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/ · Multilane$/);
      await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
      const announced = nav === undefined || nav.title === 'home' ? undefined : headings.get(nav.title);
      if (announced !== undefined) await expect(page.getByRole('heading', { level: 1 })).toHaveText(announced);
      // Figures and charts are asked for once the page is there.
      if (PICTURES !== undefined) await settle(page);
      if (isPlayground) await askModel(page);
      await expect(page.locator('img[src="x"], img[src$="/x"]')).toHaveCount(0);
      if (PICTURES === undefined) await checkPage(page, { always: true });
      else await draw(page, path, 'desktop');
      await page.setViewportSize(PHONE);
      await expectNoOverflow(page);
      if (PICTURES !== undefined) await draw(page, path, 'phone');
      await page.setViewportSize(DESKTOP);
    });
  }
});

/** The playground is empty until somebody asks. */
async function askModel(page: Page): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill('Which day is the shop open the longest?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'answered:' })).toBeAttached();
}

/** A tenth of the size, without a tool that a machine may lack: browsers write WebP. */
async function compress(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.8);
  }, png.toString('base64'));
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

async function draw(page: Page, path: string, width: string): Promise<void> {
  const name = path.replace('/w/$workspace', '').replaceAll('/', '-').replace(/^-/, '') || 'home';
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    const suffix = width === 'desktop' ? scheme : `${width}-${scheme}`;
    const drawn = await page.screenshot({ animations: 'disabled' });
    writeFileSync(`${PICTURES}/${name}-${suffix}.webp`, await compress(page, drawn));
  }
  await page.emulateMedia({ colorScheme: null });
}

test('a person with no role in a workspace is shown none of its pages, and told so at their addresses', {
  tag: '@part-3',
}, async ({ page, trouble }) => {
  trouble.expectStatus(403);
  trouble.expectStatus(404);
  const { cookie, url, workspace } = readWorld();
  const owner = createCaller(url, cookie);
  const email = 'no.role@example.com';
  const invite = await owner.call<{ token: string }>('POST', '/org/invites', { email });
  const person = await owner.takeCookie('/auth/signup', {
    token: invite.token,
    name: 'No Role',
    password: 'a long enough password',
  });
  await signIn(page, person);
  await openPage(page, '/me/appearance');
  const told = page.getByText('This workspace does not exist, or you cannot reach it.');
  for (const { path } of inShell.filter(({ path }) => path.startsWith('/w/'))) {
    await goTo(page, '/me/appearance');
    await expect(told).toHaveCount(0);
    await goTo(page, path.replace('$workspace', ':workspace'));
    await expect(told).toBeVisible();
    await expect(page.locator(`a[href*="${workspace.id}"]`)).toHaveCount(0);
  }
  await openPage(page, '/w/:workspace/keys');
  await expect(told).toBeVisible();
});
