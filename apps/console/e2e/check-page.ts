import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** What went wrong in a page, in words, and what of it a test expects. */
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

/** The tests of the console: each fails for what no page may do, unless it expects it of `trouble`. */
export const test = base.extend<{ trouble: Trouble }>({
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

const SCHEMES = ['light', 'dark'] as const;

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the page as it is now for accessibility, in both themes. Errors, failed requests and violations of the policy fail
 * each test by itself.
 */
export async function checkPage(page: Page): Promise<void> {
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    const axe = new AxeBuilder({ page });
    // Both themes have the same elements: only their colours differ.
    const { violations } = await (scheme === 'light' ? axe : axe.withRules(COLOUR_RULES)).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ failureSummary, target }) => `${scheme}: ${id} at ${target.join(' ')}: ${failureSummary}`),
    );
    expect(found).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
  // A page that is wider than the window scrolls sideways.
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
