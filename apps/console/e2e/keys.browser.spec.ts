import { checkPage, expect, test } from './check-page.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

interface KeyAnswer {
  readonly id: string;
  readonly rpm_limit: number;
  readonly tpm_limit: number;
  readonly budget_usd_monthly: number;
  readonly budget_reset_period: string;
  readonly disabled: boolean;
}

const KEYS = '/w/:workspace/keys';

test.beforeEach(({ page }) => signIn(page));

test('a key is created, shown once, found by its name, rotated, disabled and revoked', async ({ page }) => {
  await openPage(page, KEYS);
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await expect(form.getByText('Choose a team.')).toBeVisible();
  await form.getByLabel('Name').fill('browser key');
  await form.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'research' }).click();
  await form.getByLabel('Requests per minute').fill('60');
  await form.getByRole('button', { name: 'Create key' }).click();

  const secret = page.getByRole('dialog', { name: 'API key' });
  const first = (await secret.getByText(/^ml-/).textContent()) ?? '';
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText(first)).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Search keys' }).fill('browser k');
  await expect(page).toHaveURL(/q=browser/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: /^browser key/ }).click();
  const details = page.getByRole('dialog', { name: 'browser key' });
  await details.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog', { name: 'Rotate browser key' }).getByRole('button', { name: 'Rotate' }).click();
  expect(await secret.getByText(/^ml-/).textContent()).not.toBe(first);
  await secret.getByRole('button', { name: 'I have copied it' }).click();

  await details.getByRole('button', { name: 'Disable' }).click();
  await expect(details.getByText('Disabled', { exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke browser key?' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No key matches the search.')).toBeVisible();
});

test('a key made with the defaults of the form works in the workspace, and calls a model at once', async ({ page }) => {
  const { team, workspace } = readWorld();
  await openPage(page, `${KEYS}?open=new`);
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await expect(form.getByRole('combobox', { name: 'Workspace' })).toHaveValue(workspace.name);
  await form.getByLabel('Name').fill('made by default');
  await form.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: team.name }).click();
  await form.getByRole('button', { name: 'Create key' }).click();

  const secret = page.getByRole('dialog', { name: 'API key' });
  await secret.getByRole('button', { name: 'Try it' }).click();
  await expect(secret.getByText('lane-one answered')).toBeVisible();
  // The first model may be one whose provider fails: another one is tried in the same place.
  await secret.getByRole('combobox', { name: 'Model to try' }).click();
  await page.getByRole('option', { name: 'lane-two' }).click();
  await secret.getByRole('button', { name: 'Try it' }).click();
  await expect(secret.getByText('lane-two answered')).toBeVisible();
  await checkPage(page);
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: /^made by default/ }).click();
  const details = page.getByRole('dialog', { name: 'made by default' });
  await expect(details.getByText('All models of the workspace')).toBeVisible();
});

test('a key that is made while the list is still read is in the list', async ({ page }) => {
  let wasMade = (): void => undefined;
  const made = new Promise<void>((resolve) => {
    wasMade = resolve;
  });
  let reads = 0;
  await page.route(/\/admin\/keys\?/, async (route) => {
    reads += 1;
    if (reads > 1) return route.continue();
    // The list as it was before, which arrives late.
    const response = await route.fetch();
    await made;
    await route.fulfill({ response });
  });
  await openPage(page, `${KEYS}?open=new`);
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByLabel('Name').fill('made meanwhile');
  await form.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: readWorld().team.name }).click();
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/admin/keys'),
  );
  await form.getByRole('button', { name: 'Create key' }).click();
  await answered;
  wasMade();
  await page.getByRole('dialog', { name: 'API key' }).getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByRole('button', { name: /^made meanwhile/ })).toBeVisible();
});

test('a key without a workspace is said to use the models of gateway.yaml, and calls one of them', async ({ page }) => {
  await openPage(page, `${KEYS}?open=new`);
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByLabel('Name').fill('without a workspace');
  await form.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: readWorld().team.name }).click();
  await form.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: 'None: models of gateway.yaml' }).click();
  await form.getByRole('button', { name: 'Create key' }).click();
  const secret = page.getByRole('dialog', { name: 'API key' });
  await secret.getByRole('button', { name: 'Try it' }).click();
  await expect(secret.getByText('simulator answered')).toBeVisible();
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: /^without a workspace/ }).click();
  const details = page.getByRole('dialog', { name: 'without a workspace' });
  await expect(details.getByText('All models of gateway.yaml')).toBeVisible();
});

test('a rename in the form keeps the limits of a key', async ({ page }) => {
  const owner = asOwner();
  const made = await owner.call<KeyAnswer>('POST', '/admin/keys', {
    name: 'to rename',
    team: 'research',
    rpm_limit: 7,
    tpm_limit: 9000,
    budget_usd_monthly: 2.5,
    budget_reset_period: 'weekly',
  });
  await openPage(page, `${KEYS}?open=${made.id}`);
  await page.getByRole('dialog', { name: 'to rename' }).getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit to rename' });
  await form.getByLabel('Name').fill('renamed');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'renamed', exact: true })).toBeVisible();
  expect(await owner.call('GET', `/admin/keys/${made.id}`)).toMatchObject({
    name: 'renamed',
    rpm_limit: 7,
    tpm_limit: 9000,
    budget_usd_monthly: 2.5,
    budget_reset_period: 'weekly',
  });
});

test('a key of gateway.yaml shows where it comes from and no form', async ({ page }) => {
  await openPage(page, `${KEYS}?q=quickstart`);
  await page.getByRole('button', { name: /^quickstart/ }).click();
  const details = page.getByRole('dialog', { name: 'quickstart' });
  await expect(details.getByText('gateway.yaml', { exact: true })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Edit' })).toHaveCount(0);
});

test('an error of the service is shown at its field, and the form keeps the typed values', async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  await page.route('**/admin/keys', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: {
            error: {
              message: '`name` is already used.',
              type: 'invalid_request_error',
              code: 'invalid_value',
              param: 'name',
            },
          },
        })
      : route.continue(),
  );
  await openPage(page, `${KEYS}?open=new`);
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByLabel('Name').fill('refused');
  await form.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'research' }).click();
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByText('`name` is already used.')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('refused');
});

test('a list that cannot be read says so and is read again on demand', { tag: '@part-3' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(503);
  let isDown = true;
  await page.route('**/admin/keys?*', (route) =>
    isDown
      ? route.fulfill({
          status: 503,
          json: { error: { message: 'The database is not available.', type: 'server_error', code: 'unavailable' } },
        })
      : route.continue(),
  );
  await openPage(page, KEYS);
  await expect(page.getByText('The database is not available.')).toBeVisible();
  isDown = false;
  await page.locator('#page').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /^first/ })).toBeVisible();
});

test('the page of keys, its form and its details are accessible in both themes', { tag: '@part-4' }, async ({
  page,
}) => {
  await openPage(page, KEYS);
  await expect(page.getByRole('button', { name: /^first/ })).toBeVisible();
  await checkPage(page, { always: true });
  await page.getByRole('button', { name: /^first/ }).click();
  await expect(page.getByRole('dialog', { name: 'first' }).getByText('All models')).toBeVisible();
  await checkPage(page, { always: true });
  await openPage(page, `${KEYS}?open=new`);
  await expect(page.getByRole('dialog', { name: 'Create an API key' })).toBeVisible();
  await checkPage(page, { always: true });
});
