import { checkPage, expect, test } from './check-page.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const TO_DO = 'Set a price for this model, or set budgets.unpriced to refuse.';

test('a model without a price is named where a budget in dollars does not count it, until it has one', async ({
  page,
}) => {
  const owner = asOwner();
  const { team, workspace } = readWorld();
  const place = `?workspace_id=${workspace.id}`;
  const addProvider = async (provider: object): Promise<string> =>
    (await owner.call<{ id: string }>('POST', `/admin/providers${place}`, { api_key: 'k', ...provider })).id;
  const addModel = (logicalName: string, providerId: string, upstreamModel: string): Promise<{ id: string }> =>
    owner.call('POST', `/admin/models${place}`, {
      logical_name: logicalName,
      provider_id: providerId,
      upstream_model: upstreamModel,
    });
  const own = { name: 'own-address', kind: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' };
  const { id } = await addModel('house-model', await addProvider(own), 'house');
  const known = await addModel('famous', await addProvider({ name: 'famous-provider', kind: 'openai' }), 'gpt-4o');
  await owner.call('POST', '/admin/keys', {
    name: 'counted in dollars',
    team: team.name,
    workspace_id: workspace.id,
    budget_usd: 5,
  });
  await signIn(page);

  await openPage(page, '/w/:workspace');
  const notice = page.getByRole('note').filter({ hasText: 'This model has no price' });
  await expect(notice).toContainText(TO_DO);
  await checkPage(page);

  await notice.getByRole('link', { name: 'house-model' }).click();
  await expect(page).toHaveURL(/\/models\?q=house-model/);
  await expect(page.getByRole('row', { name: /house-model/ })).toContainText('No price');
  await page.getByRole('button', { name: /^house-model/ }).click();
  await expect(page.getByRole('dialog', { name: 'house-model' }).getByRole('note')).toContainText(TO_DO);
  await checkPage(page);

  await openPage(page, '/w/:workspace/budgets');
  await expect(page.getByRole('row', { name: /^counted in dollars/ })).toContainText('Does not count: house-model');
  await expect(notice).toContainText(TO_DO);
  await checkPage(page);

  // The price package is asked in the background.
  const priceOf = async (model: string): Promise<unknown> =>
    (await owner.call<{ price: unknown }>('GET', `/admin/models/${model}`)).price;
  await expect.poll(() => priceOf(known.id), { timeout: 30_000 }).toBe('known');

  await owner.call('PATCH', `/admin/models/${id}`, { prices: { input_per_million: 0 } });
  expect(await priceOf(id)).toBe('free');
  await openPage(page, '/w/:workspace/budgets');
  await expect(page.getByRole('row', { name: /^counted in dollars/ })).toBeVisible();
  await expect(notice).toBeHidden();
});
