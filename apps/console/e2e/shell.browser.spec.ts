import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPage, expect, test } from './check-page.js';
import { closeByEscape } from './keyboard.js';
import { startService } from './start-world.js';
import { goTo, OWNER, openPage, readWorld, signIn } from './world.js';

const PHONE = { width: 390, height: 844 };

test('a page is reached by the keyboard alone, through the command palette', async ({ page }) => {
  await signIn(page);
  await openPage(page, '/w/:workspace');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('textbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('usag');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/usage/);
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
});

test('the command palette finds keys, models, teams and people by their names, and opens them', {
  tag: '@part-5',
}, async ({ page }) => {
  await signIn(page);
  await openPage(page, '/w/:workspace');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [text, option, address] of [
    ['firs', /^first .*Key$/, /\/keys\?open=/],
    ['lane-t', /^lane-two.*Model$/, /\/models\?open=/],
    ['resea', /^research.*Team$/, /\/org\/teams\?open=/],
    [OWNER.email.slice(0, 8), /^Ada Byron.*Person$/, /\/org\/people\?open=/],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search' }).fill(text);
    await page.getByRole('option', { name: option }).click();
    await expect(page).toHaveURL(address);
    await closeByEscape(page, page.getByRole('dialog'));
  }
});

test('the command palette says when it finds nothing, and Escape closes it', { tag: '@part-2' }, async ({ page }) => {
  await signIn(page);
  await openPage(page, '/w/:workspace');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('textbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('no such thing');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await checkPage(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the navigation has at most 20 entries in groups that fold, and the other pages one level below', async ({
  page,
}) => {
  await signIn(page);
  await openPage(page, '/w/:workspace');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const navigation = page.getByRole('navigation');
  const links = navigation.getByRole('link');
  expect(await links.count()).toBeLessThanOrEqual(20);
  await expect(navigation.getByRole('link', { name: 'Virtual models' })).toHaveCount(0);
  await navigation.getByRole('link', { name: 'Models', exact: true }).click();
  await navigation.getByRole('link', { name: 'Virtual models' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Virtual models' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Routing' })).toBeVisible();
  await checkPage(page);
  const policies = navigation.getByRole('button', { name: 'Policies' });
  await policies.click();
  await expect(policies).toHaveAttribute('aria-expanded', 'false');
  await expect(navigation.getByRole('link', { name: 'Budgets' })).toHaveCount(0);
  await page.reload();
  await expect(policies).toHaveAttribute('aria-expanded', 'false');
  // The open page stays in sight, and the palette finds every page.
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search' }).fill('rate lim');
  await page.keyboard.press('Enter');
  await expect(navigation.getByRole('link', { name: 'Rate limits' })).toBeVisible();
});

test('letters that are typed before the command palette is there are not lost', async ({ page }) => {
  await signIn(page);
  await page.route(/\/assets\/command-palette-/, async (route) => {
    await new Promise((done) => setTimeout(done, 1500));
    await route.continue();
  });
  await openPage(page, '/w/:workspace');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('usag');
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('usag');
});

test('the shell fits a phone, and its navigation opens and closes', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page);
  await openPage(page, '/w/:workspace');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await checkPage(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Changes' })).toBeVisible();
  await checkPage(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
});

test('an address that names no page says so, and a workspace that is unknown too', async ({ page, trouble }) => {
  trouble.expect(/answer 40[34]|40[34] \(/);
  await signIn(page);
  await page.goto(`${readWorld().url}/ui/no/such/page`);
  await expect(page.getByRole('heading', { name: 'This page does not exist.' })).toBeVisible();
  await page.goto(`${readWorld().url}/ui/w/01930000-0000-7000-8000-00000000000a`);
  await expect(page.getByText('This workspace does not exist, or you cannot reach it.')).toBeVisible();
});

test('the console works over http at a host that is not localhost', { tag: '@part-3' }, async ({ page, trouble }) => {
  trouble.expectStatus(401);
  trouble.expect(/Cross-Origin-Opener-Policy/);
  const url = readWorld().url.replace('127.0.0.1', 'console.test');
  await page.goto(`${url}/ui`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: readWorld().workspace.name })).toBeVisible();
  await checkPage(page);
  // The API and its sockets take the session at this name too.
  await goTo(page, '/w/:workspace/media?tab=realtime&model=simulator-realtime');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Record' })).toHaveCount(0);
});

test('a file of the console that is missing reloads the page once, not for ever', async ({ page, trouble }) => {
  trouble.expect(/404|dynamically imported module|usage-page|The code of the page could not be loaded/);
  await signIn(page);
  let refused = 0;
  await page.route(/\/ui\/assets\/usage-page-.*\.js$/, (route) => {
    refused += 1;
    return route.fulfill({ status: 404, contentType: 'application/json', body: '{}' });
  });
  await openPage(page, '/w/:workspace/usage');
  // The console has reloaded, asked again, and shows what is wrong instead of asking for ever.
  await expect(page.getByRole('alert')).toBeVisible();
  expect(refused).toBeLessThanOrEqual(4);
  await page.unrouteAll();
  // The console's own reload may be on its way still, and ends this one.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
});

/** Passes requests below /a/b/ on without it, as an ingress does. */
async function startProxy(): Promise<{ server: Server; port: number; passTo(port: number): void }> {
  let target = 0;
  const server = createServer((incoming, outgoing) => {
    const { headers, method, url = '' } = incoming;
    if (!url.startsWith('/a/b/')) return void outgoing.writeHead(404).end('outside of the base path');
    const passed = forward({ host: '127.0.0.1', port: target, method, headers, path: url.slice('/a/b'.length) });
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    passTo: (port) => {
      target = port;
    },
  };
}

test('the console works below a path, such as /a/b/, and asks for nothing outside of it', { tag: '@part-3' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(401);
  const proxy = await startProxy();
  const folder = mkdtempSync(join(tmpdir(), 'multilane-base-path-'));
  const configFile = join(folder, 'gateway.yaml');
  const base = `http://127.0.0.1:${proxy.port}/a/b`;
  writeFileSync(
    configFile,
    `server: { host: 127.0.0.1, public_base_url: "${base}" }
encryption: { key: ${randomBytes(32).toString('base64')} }
models: [{ logical_name: lane-one, provider: simulator, upstream_model: simulator }]
`,
  );
  const service = await startService({ GATEWAY_CONFIG: configFile });
  try {
    proxy.passTo(Number(new URL(service.url).port));
    await page.goto(`${base}/ui/set-up`);
    await page.getByLabel('Setup token').fill(service.setupToken);
    await page.getByLabel('Name').fill(OWNER.name);
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Create owner' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`^${base}/ui/w/`));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible();
    // Requests of the page would fail at a proxy that is gone.
    await page.goto('about:blank');
  } finally {
    proxy.server.closeAllConnections();
    proxy.server.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
