import { test as base, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { isPlaceDue, PARTS } from '../../../scripts/in-turn.mjs';
import { startWorld } from './start-world.js';
import { WORLD_VARIABLE } from './world.js';

export { expect };

/** Errors of a page, in words, without those that a test expects. */
export class Trouble {
  private readonly found: string[] = [];
  private readonly expected: RegExp[] = [];

  /** Says that a test causes trouble on purpose: a file that is missing, an exception. */
  expect(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** Says that an answer of the status is part of the test; the browser logs it as an error too. */
  expectStatus(status: number): void {
    this.expect(new RegExp(`^answer ${status}: |^console: Failed to load resource: .* ${status} `));
  }

  add(problem: string): void {
    this.found.push(problem);
  }

  unexpected(): string[] {
    return this.found.filter((problem) => !this.expected.some((pattern) => pattern.test(problem)));
  }
}

/** Hosts that a page may call: all of them are this machine. */
const OWN_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', 'console.test']);

/** Collects what no page may do: log errors, fail requests, call elsewhere, violate the policy. */
async function watch(page: Page, trouble: Trouble): Promise<void> {
  page.on('pageerror', (error) => trouble.add(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.add(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !OWN_HOSTS.has(hostname)) trouble.add(`calls elsewhere: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // The page itself gave the request up, or the person went on.
    if (reason !== 'net::ERR_ABORTED') trouble.add(`request failed: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) trouble.add(`answer ${response.status()}: ${response.url()}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => trouble.add(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, sourceFile }) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(`${effectiveDirective} ${blockedURI} ${sourceFile}`);
    });
  });
}

/** The embedded database starts, and the service with it, on a machine that is busy. */
export const START_LIMIT_MS = 300_000;

/**
 * The tests of the console: each fails for what no page may do, unless it expects it of `trouble`. Each worker has a world of its own, so
 * that files run side by side; a run on a database of somebody else's has one that all share (global-setup.ts).
 */
export const test = base.extend<{ trouble: Trouble }, { world: undefined }>({
  world: [
    async ({ browserName: _browser }, use) => {
      if (process.env[WORLD_VARIABLE] !== undefined) return use(undefined);
      const { stop, world } = await startWorld();
      process.env[WORLD_VARIABLE] = JSON.stringify(world);
      await use(undefined);
      await stop();
    },
    { scope: 'worker', auto: true, timeout: START_LIMIT_MS },
  ],
  trouble: [
    async ({ page }, use) => {
      const trouble = new Trouble();
      await watch(page, trouble);
      await use(trouble);
      expect(trouble.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * The tag of a row of a table whose rows are tests: the first runs each time, and each other one in one of six runs of `npm test`
 * (playwright.config.ts).
 */
export function partOfRow(index: number): string[] {
  return index === 0 ? [] : [`@part-${index % PARTS}`];
}

/** Checks of a page so far. */
const checks = new WeakMap<Page, number>();

type Theme = 'light' | 'dark';

/**
 * The themes in which the place that asks is checked this time: the first place of a test each time, and each other one in two of six runs; the
 * colours of the dark theme in one of six.
 */
function themesDue(page: Page): readonly Theme[] {
  const before = checks.get(page) ?? 0;
  checks.set(page, before + 1);
  const { line, tags } = test.info();
  const isDue = (place: number): boolean => isPlaceDue(place, tags, process.env.TEST_EXHAUSTIVE);
  const place = line + before;
  if (isDue(place)) return SCHEMES;
  return before === 0 || isDue(place + PARTS / 2) ? ['light'] : [];
}

const SCHEMES = ['light', 'dark'] as const;

/** Both themes have the same elements: only their colours differ. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the page as it is now for its width, and in turn for accessibility and the colours of the dark theme, except where a test is about
 * them. Errors, failed requests and violations of the policy fail each test by itself.
 */
export async function checkPage(page: Page, { always = false } = {}): Promise<void> {
  const themes = always ? SCHEMES : themesDue(page);
  // The script is loaded once for a page that stays loaded: it is half a megabyte, and the page compiles it.
  if (themes.length > 0 && !(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  for (const scheme of themes) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    expect(await page.evaluate(findViolations, scheme === 'light' ? undefined : COLOUR_RULES), scheme).toEqual([]);
  }
  if (themes.length > 0) await page.emulateMedia({ colorScheme: null });
  await expectNoOverflow(page);
}

/** A page that is wider than the window scrolls sideways. It may be drawn anew when the window has changed. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const findOverflow = async (): Promise<string> => {
    const { over, widest } = await page.evaluate(measureWidth);
    return over > 0 ? `${over} px too wide: ${widest}` : '';
  };
  await expect.poll(findOverflow).toBe('');
}

/** Runs in the page: pixels that it is wider than the window, and what of it is. */
export function measureWidth(): { readonly over: number; readonly widest: string } {
  const { clientWidth, scrollWidth } = document.documentElement;
  const over = scrollWidth - clientWidth;
  const wide = [...document.querySelectorAll('main *')].find(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  return { over, widest: over > 0 && wide !== undefined ? wide.outerHTML.slice(0, 120) : '' };
}

/** Runs in the page, where axe is. */
async function findViolations(rules: string[] | undefined): Promise<string[]> {
  // Colours that are on their way to those of the theme are no colours of the page.
  const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  const { violations } = await inPage.run(document, {
    resultTypes: ['violations'],
    ...(rules !== undefined && { runOnly: rules }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ failureSummary, target }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
