import type { Page } from '@playwright/test';
import { choosePart } from '../../../scripts/in-turn.mjs';
import { allPages } from '../src/routes/all-pages.js';
import { checkPage, expect, test } from './check-page.js';
import { goTo, openPage, readWorld, signIn } from './world.js';

const inShell = allPages.filter(
  ({ layout, path }) => layout !== 'bare' && path !== '/' && !path.replace('$workspace', '').includes('$'),
);
const walked = choosePart(inShell, process.env.TEST_EXHAUSTIVE);

const UNREACHABLE = 'The service cannot be reached';
const FAILING = 'The service answers with errors';

/** Calls of the API: everything but the files of the console. */
const isCall = (url: URL): boolean => !url.pathname.startsWith('/ui');

async function loseConnection(page: Page, kind: 'offline' | '503'): Promise<void> {
  await page.route(isCall, (route) =>
    kind === 'offline'
      ? route.abort('internetdisconnected')
      : route.fulfill({ status: 503, contentType: 'text/plain', body: 'upstream connect error' }),
  );
}

for (const [kind, told] of [
  ['offline', UNREACHABLE],
  ['503', FAILING],
] as const) {
  test(`every page says so when calls end with ${kind}, without an endless skeleton or an empty notice`, async ({
    page,
    trouble,
  }) => {
    test.slow();
    trouble.expect(/internetdisconnected|ERR_INTERNET_DISCONNECTED|503/i);
    await signIn(page);
    await openPage(page, '/me/appearance');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await loseConnection(page, kind);
    let asked = 0;
    page.on('request', (request) => {
      if (isCall(new URL(request.url()))) asked += 1;
    });
    for (const { path } of walked) {
      await goTo(page, '/me/appearance');
      asked = 0;
      await goTo(page, path.replace('$workspace', ':workspace'));
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
      const waiting = page.locator('main .mantine-Skeleton-root, main .mantine-Loader-root');
      await expect(waiting, `${path} waits for nothing`).toHaveCount(0);
      if (asked > 0) await expect(page.getByRole('alert', { name: told }), path).toHaveCount(1);
      expect(
        await page
          .getByRole('alert')
          .filter({ hasNotText: /\S+ \S+ \S+/ })
          .count(),
        path,
      ).toBe(0);
    }
  });
}

test('a form that cannot be saved keeps what was typed, says why, and is saved once the service answers', async ({
  page,
  trouble,
}) => {
  trouble.expect(/internetdisconnected|ERR_INTERNET_DISCONNECTED/i);
  await signIn(page);
  await openPage(page, '/org/teams');
  await page.getByRole('button', { name: 'Create team' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('typed offline');
  await loseConnection(page, 'offline');
  await form.getByRole('button', { name: 'Create team' }).click();
  const banner = page.getByRole('alert', { name: UNREACHABLE });
  await expect(banner).toBeVisible();
  await expect(form.getByRole('alert')).toContainText('The service cannot be reached. Check the connection');
  await expect(form.getByLabel('Name')).toHaveValue('typed offline');
  await checkPage(page);
  await page.unroute(isCall);
  await banner.getByRole('button', { name: 'Try again' }).click();
  await expect(banner).toBeHidden();
  await expect(form.getByLabel('Name')).toHaveValue('typed offline');
  await form.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByRole('dialog', { name: 'typed offline' })).toBeVisible();
});

test('a page that is opened without the network is shown once the network is back', async ({
  context,
  page,
  trouble,
}) => {
  trouble.expect(/ERR_INTERNET_DISCONNECTED|could not be loaded|dynamically imported/i);
  await signIn(page);
  await openPage(page, '/me/appearance');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await goTo(page, '/w/:workspace/guardrails');
  await expect(page.getByRole('alert', { name: UNREACHABLE })).toBeVisible();
  const failure = page.getByRole('alert').filter({ hasText: 'This page could not be shown' });
  await failure.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveURL(`${readWorld().url}/ui/w/${readWorld().workspace.id}/guardrails`);
  await expect(failure).toBeVisible();
  await context.setOffline(false);
  await failure.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guardrails' })).toBeVisible();
});
