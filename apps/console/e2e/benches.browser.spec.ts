import { checkPage, expect, test } from './check-page.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const GUARDRAILS = '/admin/gateway/policies/guardrails';
const PII = '/admin/gateway/policies/pii';

test.beforeEach(({ page }) => signIn(page));

test('the bench of guardrails tries every rule on a chat, and says which it cannot try', async ({ page }) => {
  const owner = asOwner();
  const rules = [
    { name: 'bench keywords', kind: 'keywords', config: { keywords: ['Falcon'] } },
    { name: 'bench audit', kind: 'pii', mode: 'audit', config: { entities: ['email'] } },
    { name: 'bench answers', kind: 'regex', phase: 'after', config: { patterns: ['EMP-[0-9]{6}'] } },
    { name: 'bench checker', kind: 'http', config: { url: 'https://checker.example/' } },
    { name: 'bench paused', kind: 'keywords', enabled: false, config: { keywords: ['Falcon'] } },
  ];
  const { id: workspace_id } = readWorld().workspace;
  const made = await Promise.all(
    rules.map((rule) => owner.call<{ id: string }>('POST', GUARDRAILS, { ...rule, workspace_id })),
  );
  await openPage(page, '/w/:workspace/guardrails?q=bench');
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page).toHaveURL(/bench=open/);
  const bench = page.getByRole('dialog', { name: 'Try it' });
  await expect(bench.getByRole('button', { name: 'Try 4 guardrails' })).toBeDisabled();
  await bench.getByLabel('Text of message 1').fill('Ask ada@example.com about project Falcon.');
  await bench.getByRole('button', { name: 'Add message' }).click();
  await bench.getByLabel('Text of message 2').fill('She has the number EMP-12.');
  await bench.getByRole('button', { name: 'Try 4 guardrails' }).click();
  const results = bench.getByRole('table', { name: 'Results' });
  const row = (name: string) => results.getByRole('row', { name: new RegExp(`^bench ${name}`) });
  await expect(row('keywords')).toContainText('Match: blocked');
  await expect(row('keywords')).toContainText('ms');
  await expect(row('audit')).toContainText('Match: recorded');
  await expect(row('answers')).toContainText('No match');
  await expect(row('checker')).toContainText('It asks a service of yours.');
  await expect(row('paused')).toHaveCount(0);
  await checkPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
  await Promise.all(made.map(({ id }) => owner.call('DELETE', `${GUARDRAILS}/${id}`)));
});

test('a guardrail is tried in its form before it is saved, and what its settings lack is said', async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  await openPage(page, '/w/:workspace/guardrails?open=new');
  const form = page.getByRole('dialog', { name: 'Create a guardrail' });
  await form.getByRole('button', { name: 'Try it' }).click();
  await form.getByLabel('Text of message 1').fill('A bluebird sings.');
  await expect(form.getByRole('button', { name: 'Try 0 guardrails' })).toBeDisabled();
  await form.getByRole('textbox', { name: 'Keywords' }).fill('Bluebird');
  await form.getByRole('button', { name: 'Try 1 guardrail' }).click();
  await expect(form.getByRole('row', { name: /Keywords/ })).toContainText('Match: blocked');
  await checkPage(page);
  await form.getByRole('combobox', { name: 'Check' }).click();
  await page.getByRole('option', { name: 'Regular expressions' }).click();
  await form.getByRole('textbox', { name: 'Patterns' }).fill('(');
  await form.getByRole('button', { name: 'Try 1 guardrail' }).click();
  await expect(form.getByRole('row', { name: /Regular expressions/ })).toContainText('Settings are not valid');
  const { data } = await asOwner().call<{ data: unknown[] }>('GET', `${GUARDRAILS}?q=Bluebird`);
  expect(data).toEqual([]);
});

test('the bench of personal data shows what the model gets and what the caller gets', async ({ page }) => {
  const owner = asOwner();
  const policy = { name: 'bench of pii', entities: ['email'], input: 'redact', output: 'buffer', restore: true };
  const { id } = await owner.call<{ id: string }>('POST', PII, { ...policy, workspace_id: readWorld().workspace.id });
  await openPage(page, '/w/:workspace/pii?bench=open');
  const bench = page.getByRole('dialog', { name: 'Try it' });
  await bench.getByRole('textbox', { name: 'Request' }).fill('Mail ada@example.com.');
  await bench.getByRole('textbox', { name: 'Response of the model' }).fill('I wrote to [EMAIL_1] and eve@example.com.');
  await bench.getByRole('button', { name: 'Try 1 policy' }).click();
  const result = bench.getByRole('group', { name: 'bench of pii' });
  await expect(result).toContainText('Mail [EMAIL_1].');
  await expect(result).toContainText('I wrote to ada@example.com and [EMAIL_2].');
  await expect(result).toContainText('ms');
  await checkPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
  await owner.call('DELETE', `${PII}/${id}`);
});

test('a policy of personal data is tried in its form before it is saved', async ({ page }) => {
  await openPage(page, '/w/:workspace/pii?open=new');
  const form = page.getByRole('dialog', { name: 'Create a personal data policy' });
  await form.getByRole('combobox', { name: 'Requests' }).click();
  await page.getByRole('option', { name: 'Block the request' }).click();
  await form.getByRole('button', { name: 'Try it' }).click();
  await form.getByRole('textbox', { name: 'Request', exact: true }).fill('Mail ada@example.com.');
  await form.getByRole('button', { name: 'Try 1 policy' }).click();
  await expect(form.getByRole('group', { name: 'This policy' })).toContainText('Blocked: E-mail address');
  await checkPage(page);
});

test('a bench that cannot ask says so', async ({ page, trouble }) => {
  trouble.expectStatus(429);
  await page.route('**/guardrails/dry-run', (route) =>
    route.fulfill({
      status: 429,
      json: { error: { message: 'Too many trials. Wait a minute.', code: 'rate_limited' } },
    }),
  );
  await openPage(page, '/w/:workspace/guardrails?open=new');
  const form = page.getByRole('dialog', { name: 'Create a guardrail' });
  await form.getByRole('textbox', { name: 'Keywords' }).fill('Bluebird');
  await form.getByRole('button', { name: 'Try it' }).click();
  await form.getByLabel('Text of message 1').fill('A bluebird sings.');
  await form.getByRole('button', { name: 'Try 1 guardrail' }).click();
  await expect(form.getByText('Too many trials. Wait a minute.')).toBeVisible();
});
