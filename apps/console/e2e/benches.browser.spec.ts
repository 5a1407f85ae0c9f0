import { checkPage, expect, test } from './check-page.js';
import { asOwner, openPage, readWorld, signIn } from './world.js';

const GUARDRAILS = '/admin/gateway/policies/guardrails';
const PII = '/admin/gateway/policies/pii';
const CACHE = '/admin/gateway/policies/cache';
const RATE_LIMITS = '/admin/gateway/policies/rate-limits';

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

test('a guardrail is tried in its form before it is saved, and what its settings lack is said', {
  tag: '@part-1',
}, async ({ page, trouble }) => {
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

test('a policy of personal data is tried in its form before it is saved', { tag: '@part-1' }, async ({ page }) => {
  await openPage(page, '/w/:workspace/pii?open=new');
  const form = page.getByRole('dialog', { name: 'Create a personal data policy' });
  await form.getByRole('combobox', { name: 'Requests' }).click();
  await page.getByRole('option', { name: 'Block the request' }).click();
  await form.getByRole('button', { name: 'Try it' }).click();
  await form.getByRole('textbox', { name: 'Request', exact: true }).fill('Mail ada@example.com.');
  await form.getByRole('button', { name: 'Try 1 policy' }).click();
  await expect(form.getByRole('group', { name: 'This policy' })).toContainText('Blocked: Email address');
  await checkPage(page);
});

test('a bench that cannot ask says so', { tag: '@part-5' }, async ({ page, trouble }) => {
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

test('the bench of rate limits lists what counts a request, also the policies of the organization', async ({
  page,
}) => {
  const owner = asOwner();
  const { workspace } = readWorld();
  const made = await Promise.all(
    [
      { name: 'bench of all', scope: 'organization', requests_per_day: 900 },
      { name: 'bench of one model', workspace_id: workspace.id, model: 'lane-one', tokens_per_minute: 5000 },
    ].map((policy) => owner.call<{ id: string }>('POST', RATE_LIMITS, policy)),
  );
  await openPage(page, '/w/:workspace/rate-limits?q=bench&bench=open');
  const bench = page.getByRole('dialog', { name: 'Try it' });
  await bench.getByRole('button', { name: 'Find limits' }).click();
  const results = bench.getByRole('table', { name: 'Limits' });
  await expect(results.getByRole('row', { name: /^bench of all 900 requests\/day Organization/ })).toBeVisible();
  await expect(results.getByRole('row', { name: /^bench of one model/ })).toHaveCount(0);
  await bench.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: 'lane-one' }).click();
  await bench.getByRole('button', { name: 'Find limits' }).click();
  await expect(results.getByRole('row', { name: /^bench of one model 5,000 tokens\/min Workspace/ })).toBeVisible();
  await checkPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkPage(page);
  await bench.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('row', { name: /bench of all/ })).toBeVisible();
  await Promise.all(made.map(({ id }) => owner.call('DELETE', `${RATE_LIMITS}/${id}`)));
});

test('the bench of the cache compares two requests, and names what it cannot read', async ({ page, trouble }) => {
  trouble.expectStatus(400);
  const owner = asOwner();
  const policy = { name: 'bench of an hour', workspace_id: readWorld().workspace.id, ttl_seconds: 3600 };
  const { id } = await owner.call<{ id: string }>('POST', CACHE, policy);
  await openPage(page, '/w/:workspace/cache?bench=open');
  const bench = page.getByRole('dialog', { name: 'Try it' });
  const request = bench.getByRole('textbox', { name: 'Request', exact: true });
  await expect(request).toHaveValue(/"lane-/);
  await bench.getByRole('textbox', { name: 'Another request' }).fill('{"model": ');
  await expect(bench.getByText('Write a JSON object')).toBeVisible();
  await expect(bench.getByRole('button', { name: 'Try the cache' })).toBeDisabled();
  await request.fill('{"model": "lane-one", "messages": [], "user": "ada"}');
  await bench
    .getByRole('textbox', { name: 'Another request' })
    .fill('{"messages": [], "model": "lane-one", "top_p": 1}');
  await bench.getByRole('button', { name: 'Try the cache' }).click();
  await expect(bench.getByText('Each has its own response')).toBeVisible();
  await expect(bench.getByText('top_p', { exact: true })).toBeVisible();
  await expect(bench.getByText('bench of an hour')).toBeVisible();
  await checkPage(page);
  await request.fill('{"model": "nothing"}');
  await bench.getByRole('button', { name: 'Try the cache' }).click();
  await expect(bench.getByRole('alert')).toContainText('request.model');
  await owner.call('DELETE', `${CACHE}/${id}`);
});

test('a semantic cache policy is made in the form, compares two questions, and is cleared', async ({ page }) => {
  const owner = asOwner();
  await openPage(page, '/w/:workspace/cache?open=new');
  const form = page.getByRole('dialog', { name: 'Create a cache policy' });
  await form.getByRole('textbox', { name: 'Name' }).fill('bench of questions');
  await expect(form.getByRole('textbox', { name: 'Embedding model' })).toHaveCount(0);
  await form.getByText('Also other words', { exact: true }).click();
  await form.getByRole('textbox', { name: 'Similarity' }).fill('0.8');
  await checkPage(page);
  await form.getByRole('button', { name: 'Create cache policy' }).click();
  const search = `${CACHE}?q=bench+of+questions`;
  const find = async () => (await owner.call<{ data: Record<string, unknown>[] }>('GET', search)).data[0];
  await expect.poll(find).toMatchObject({ mode: 'semantic', semantic: { threshold: 0.8, shared_by: 'caller' } });
  const { id } = (await find()) as { id: string };
  await openPage(page, '/w/:workspace/cache?bench=open');
  const bench = page.getByRole('dialog', { name: 'Try it' });
  const ask = (content: string) => JSON.stringify({ model: 'lane-one', messages: [{ role: 'user', content }] });
  await bench.getByRole('textbox', { name: 'Request', exact: true }).fill(ask('How do I reset my password?'));
  await bench.getByRole('textbox', { name: 'Another request' }).fill(ask('Please tell me how to reset my password'));
  await bench.getByRole('button', { name: 'Try the cache' }).click();
  await expect(bench.getByText('The questions have the same words')).toBeVisible();
  await openPage(page, `/w/:workspace/cache?open=${id}`);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(async () => (await find())?.purged_before).not.toBeNull();
  await owner.call('DELETE', `${CACHE}/${id}`);
});

test('a routing config is tried as it is written, before it is published', { tag: '@part-1' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  await openPage(page, '/w/:workspace/routing?open=new');
  const trial = page.getByRole('region', { name: 'Dry run' });
  await trial.getByRole('button', { name: 'Try it' }).click();
  await expect(trial.getByRole('alert')).toContainText('targets[0].model');
  // Chromium gives what is typed over a selection the style of what was there. The policy forbids it, and nobody sees it.
  trouble.expect(/Applying inline style|policy: style-src-attr inline/);
  await page.getByText('YAML', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Routing config' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    '{ name: canary, strategy: weighted, targets: [{ model: lane-one, weight: 3 }, { model: lane-two, weight: 1 }] }',
  );
  await trial.getByRole('button', { name: 'Try it' }).click();
  const targets = trial.getByRole('table', { name: 'Targets' });
  await expect(targets.getByRole('row', { name: 'lane-one 75%' })).toBeVisible();
  await trial.getByRole('textbox', { name: 'Session' }).fill('ada');
  await trial.getByRole('button', { name: 'Try it' }).click();
  await expect(targets.getByRole('row', { name: /100%/ })).toHaveCount(1);
  await checkPage(page);
});
