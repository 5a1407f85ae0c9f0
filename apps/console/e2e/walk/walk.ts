import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, type Trouble, test } from '../check-page.js';
import { readWorld, settle, signIn, type World } from '../world.js';
import { choose, LANGUAGES, listPaths, nameOf, ROLES, SIZE_NAMES, SIZES, THEMES } from './choose-walk.js';
import { findBadTexts, findLayoutFaults } from './find-faults.js';

/** The console that is walked, with a session of each role and single things that are opened (bench/src/seed/show-console.ts). */
type WalkedWorld = World & {
  readonly sessions: Readonly<Record<string, string>>;
  readonly details: readonly string[];
};

const PICTURES = process.env.MULTILANE_CONSOLE_PICTURES;

/** A page is there after so long, or it loads without end. */
const LOAD_LIMIT_MS = 30_000;

/** Pictures of long pages end here. */
const HIGHEST = 2_000;

/** Title of a notice that something cannot be read. */
const FAILURE = /^(?:That did not work|操作未成功)$/;

const LOADING = '.mantine-Skeleton-root, .mantine-Loader-root';

for (const role of choose('roles', ROLES)) {
  for (const language of choose('languages', LANGUAGES)) {
    test(`${role} ${language}: every page is there, fits its window, and has no text that is none`, async ({
      page,
      trouble,
    }) => {
      const world = readWorld() as WalkedWorld;
      await signIn(page, world.sessions[role]);
      await page.addInitScript((chosen) => localStorage.setItem('console-language', chosen), language);
      // Pages that a role may not see say so; a list that it may not read is refused, as a thing of somebody else is.
      trouble.expectStatus(403);
      trouble.expectStatus(404);
      const found: string[] = [];
      for (const path of listPaths(world.workspace.id, world.details))
        found.push(...(await look(page, { path, role, language, trouble })));
      writeFileSync(`${PICTURES}/${role}-${language}.txt`, found.map((line) => `${line}\n`).join(''));
      expect(found).toEqual([]);
    });
  }
}

interface Look {
  readonly path: string;
  readonly role: string;
  readonly language: string;
  readonly trouble: Trouble;
}

/** Opens a page and draws it at each size in each theme. Answers what is wrong with it. */
async function look(page: Page, { language, path, role, trouble }: Look): Promise<string[]> {
  const found: string[] = [];
  const before = trouble.unexpected().length;
  const sizes = choose('sizes', SIZE_NAMES);
  await page.setViewportSize(SIZES[sizes[0] ?? 'desktop']);
  await page.goto(`${readWorld().url}/ui${path}`);
  await page
    .locator('main h1, main [role=alert], main h2')
    .first()
    .waitFor({ timeout: LOAD_LIMIT_MS })
    .catch(() => found.push('has no heading'));
  // What lies below the window is read when it comes into view.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.locator(LOADING), path)
    .toHaveCount(0, { timeout: LOAD_LIMIT_MS })
    .catch(() => found.push('loads without end'));
  // Charts and figures are asked for once the page is there.
  await settle(page, LOAD_LIMIT_MS).catch(() => found.push('asks without end'));
  await page.evaluate(() => window.scrollTo(0, 0));
  found.push(...(await findBadTexts(page)));
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    for (const theme of choose('themes', THEMES)) {
      await page.emulateMedia({ colorScheme: theme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
      await draw(page, `${role}-${language}-${size}-${theme}-${nameOf(path)}`);
    }
    found.push(...(await findLayoutFaults(page)));
  }
  // Others may not see everything; an owner may.
  if (role === 'owner' && (await page.getByText(FAILURE).count()) > 0) found.push('fails');
  found.push(...(await findBadTexts(page)));
  found.push(...trouble.unexpected().slice(before));
  return [...new Set(found)].map((problem) => `${path}: ${problem}`);
}

/** Draws the page as far as it scrolls, or what lies over it. */
async function draw(page: Page, name: string): Promise<void> {
  const picture = { path: `${PICTURES}/${name}.png`, animations: 'disabled' } as const;
  if ((await page.getByRole('dialog').count()) > 0) {
    await page.screenshot(picture);
    return;
  }
  const { height, width } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    width: document.documentElement.clientWidth,
  }));
  const clip = { x: 0, y: 0, width, height: Math.min(height, HIGHEST) };
  await page.screenshot({ ...picture, fullPage: true, clip });
}
