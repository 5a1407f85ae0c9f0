import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { allPages } from '../src/routes/all-pages.js';
import { expect, type Trouble, test } from './check-page.js';
import { readWorld, signIn, type World } from './world.js';

/** The console that is walked, with a session of each role and the pages of single things (bench/src/seed/show-console.ts). */
type WalkedWorld = World & {
  readonly sessions: Readonly<Record<string, string>>;
  readonly details: readonly string[];
};

const PICTURES = process.env.MULTILANE_CONSOLE_PICTURES;

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const THEMES = ['light', 'dark'] as const;
const LANGUAGES = ['en', 'zh-CN'] as const;
const ROLES = ['owner', 'org-admin', 'admin', 'editor', 'viewer'] as const;

/** A page is there after so long, or it loads without end. */
const LOAD_LIMIT_MS = 30_000;

const LOADING = '.mantine-Skeleton-root, .mantine-Loader-root';

for (const role of ROLES) {
  for (const language of LANGUAGES) {
    test(`${role} ${language}: every page is there, fits a phone, and has no text that is none`, async ({
      page,
      trouble,
    }) => {
      const world = readWorld() as WalkedWorld;
      await signIn(page, world.sessions[role]);
      await page.addInitScript((chosen) => localStorage.setItem('console-language', chosen), language);
      // Pages that a role may not see say so; a list that it may not read is refused.
      trouble.expectStatus(403);
      const found: string[] = [];
      for (const path of pathsOf(world)) found.push(...(await look(page, { path, role, language, trouble })));
      writeFileSync(`${PICTURES}/${role}-${language}.txt`, found.map((line) => `${line}\n`).join(''));
      expect(found).toEqual([]);
    });
  }
}

function pathsOf({ details, workspace }: WalkedWorld): string[] {
  const fixed = allPages
    .filter(({ layout, path }) => layout !== 'bare' && path !== '/' && !path.replace('$workspace', '').includes('$'))
    .map(({ path }) => path.replace('$workspace', workspace.id));
  return [...fixed, ...details];
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
  await page.setViewportSize(SIZES.desktop);
  await page.goto(`${readWorld().url}/ui${path}`);
  await page
    .locator('main h1, main [role=alert], main h2')
    .first()
    .waitFor({ timeout: LOAD_LIMIT_MS })
    .catch(() => found.push('has no heading'));
  await expect(page.locator(LOADING), path)
    .toHaveCount(0, { timeout: LOAD_LIMIT_MS })
    .catch(() => found.push('loads without end'));
  // Charts and figures are asked for once the page is there.
  await page.waitForLoadState('networkidle', { timeout: LOAD_LIMIT_MS }).catch(() => found.push('asks without end'));
  found.push(...(await findBadTexts(page)));
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
      const name = path
        .replace(/^\/w\/[^/]+/, '')
        .replace(/[0-9a-f-]{36}/, 'one')
        .replaceAll('/', '-')
        .replace(/^-/, '');
      await page.screenshot({
        path: `${PICTURES}/${role}-${language}-${size}-${theme}-${name || 'home'}.png`,
        animations: 'disabled',
      });
    }
    const { over, widest } = await page.evaluate(measureWidth);
    if (over > 0) found.push(`is ${over} px too wide at ${viewport.width} px: ${widest}`);
  }
  found.push(...(await findBadTexts(page)));
  found.push(...trouble.unexpected().slice(before));
  return [...new Set(found)].map((problem) => `${path}: ${problem}`);
}

/** Runs in the page. */
function measureWidth(): { over: number; widest: string } {
  const { clientWidth, scrollWidth } = document.documentElement;
  const over = scrollWidth - clientWidth;
  const wide = [...document.querySelectorAll('main *')].find(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  return { over, widest: over > 0 && wide !== undefined ? wide.outerHTML.slice(0, 120) : '' };
}

/** Names of the groups of texts in the catalogues: a text such as `outcome.failed` is the key of one that is missing. */
const GROUPS: readonly string[] = readdirSync('src/locales/en').flatMap((file) => {
  const texts = JSON.parse(readFileSync(join('src/locales/en', file), 'utf8')) as Record<string, unknown>;
  return Object.keys(texts).filter((name) => typeof texts[name] === 'object');
});

/** Names of endpoints look like keys. */
const ENDPOINTS = /^(?:audio|async|chat|fine_tuning|images|messages|realtime)\.\w+$/;

async function findBadTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(listTexts);
  const isKey = new RegExp(`^(?:[a-z-]+:)?(?:${GROUPS.join('|')})(?:\\.[A-Za-z_]+)+$`);
  return texts.flatMap((text) => {
    if (/\b(?:undefined|NaN|Invalid date|Invalid time)\b|\[object Object\]|\{\{\w+\}\}/i.test(text))
      return `says “${text}”`;
    return isKey.test(text) && !ENDPOINTS.test(text) ? `shows the key “${text}”` : [];
  });
}

/** Runs in the page: its texts and labels outside of code, where anything may stand. */
function listTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement?.closest('code, pre, script, style, textarea') === null) texts.push(textContent?.trim() ?? '');
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
    for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '');
  }
  return texts.filter((text) => text !== '');
}
