import type { Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { closeByEscape, tabTo } from './keyboard.js';
import { asOwner, createCaller, openPage, readWorld, signIn } from './world.js';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const CASES = 12;
const RUN_LIMIT_MS = 45_000;

/** The simulator repeats what it was told. */
const LINES = Array.from({ length: CASES }, (_, at) =>
  JSON.stringify({ id: `case-${at}`, input: `Tell me about lemon ${at}`, expected: 'lemon' }),
);

const query = (): string => `?workspace_id=${readWorld().workspace.id}`;

interface SuiteParts {
  readonly lines: readonly string[];
  readonly targets: readonly object[];
  readonly graders: readonly object[];
}

async function addSuite(name: string, { lines, ...parts }: SuiteParts): Promise<string> {
  const { call } = asOwner();
  const { id } = await call<{ id: string }>('POST', `/w/evals/datasets${query()}`, { name });
  await call('POST', `/w/evals/datasets/${id}/versions${query()}`, { jsonl: lines.join('\n') });
  const body = { name, dataset_id: id, ...parts };
  return (await call<{ id: string }>('POST', `/w/evals/suites${query()}`, body)).id;
}

/** Types into the editor as a person pastes. */
async function paste(page: Page, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Cases (JSONL)' });
  await editor.fill(text);
}

test('a dataset with a broken line is mended, a suite of two targets is run, its answers are read, and the targets compared', async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(400);
  await signIn(page);
  await openPage(page, '/w/:workspace/evals/datasets');
  await page.getByRole('button', { name: 'Create dataset' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a dataset' });
  await form.getByRole('button', { name: 'Create dataset' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('Fruit');
  await form.getByRole('button', { name: 'Create dataset' }).click();

  const upload = page.getByRole('dialog', { name: 'Upload cases to Fruit' });
  await paste(page, [LINES[0], '{"id": "case-1", "input": ""}', 'no JSON', ...LINES.slice(3)].join('\n'));
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  const problems = upload.getByRole('table', { name: 'Lines with a problem' });
  await expect(problems.getByRole('row')).toHaveCount(3);
  await expect(problems.getByRole('row').nth(1)).toContainText('2input');
  await expect(problems.getByRole('row').nth(2)).toContainText('3–');
  await checkPage(page);
  await paste(page, LINES.join('\n'));
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText(`Version 1 has ${CASES} cases`)).toBeVisible();
  await page.getByRole('button', { name: 'case-3', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Case case-3' }).getByText('Tell me about lemon 3')).toBeVisible();
  await checkPage(page);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Version 1' }).click();
  await expect(page).toHaveURL(/version=/);

  await page.getByRole('link', { name: 'Create suite' }).click();
  const suite = page.getByRole('dialog', { name: 'Create a suite' });
  await expect(suite.getByRole('combobox', { name: 'Dataset', exact: true })).toHaveValue('Fruit');
  await suite.getByRole('textbox', { name: 'Name', exact: true }).fill('Fruit suite');
  await suite.getByRole('button', { name: 'Create suite' }).click();
  await expect(suite.getByText('Enter a model.').first()).toBeVisible();
  await suite.getByRole('combobox', { name: 'Model' }).fill('lane-one');
  await suite.getByRole('button', { name: 'Add a model' }).press('Enter');
  await suite.getByRole('combobox', { name: 'Model' }).fill('lane-two');
  await suite.getByRole('textbox', { name: 'Parameters' }).fill('{ "max_tokens": 2 }');
  await tabTo(page, suite.getByRole('button', { name: 'Add a grader' }));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Time' }).press('Enter');
  await suite.getByRole('textbox', { name: 'Milliseconds at most' }).fill('60000');
  await suite.getByRole('textbox', { name: 'Repeats' }).fill('2');
  await checkPage(page);
  await suite.getByRole('button', { name: 'Create suite' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fruit suite' })).toBeVisible();
  await checkPage(page);

  await page.getByRole('button', { name: 'Run', exact: true }).first().click();
  const start = page.getByRole('dialog', { name: 'Run Fruit suite' });
  const estimate = start.getByRole('region', { name: 'Estimate' });
  await expect(estimate).toContainText(`Requests${CASES * 4}`);
  await expect(estimate).toContainText('lane-one, lane-two');
  await checkPage(page);
  await start.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Run of Fruit suite' })).toBeVisible();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run).toHaveAttribute('aria-busy', 'false', { timeout: RUN_LIMIT_MS });
  await expect(run.getByText(`${CASES * 4} of ${CASES * 4} answers`)).toBeVisible();
  await expect(run.getByRole('region', { name: 'lane-one' })).toContainText('lane-one100% of answers pass');
  const second = run.getByRole('region', { name: 'lane-two' });
  await expect(second).toContainText('lane-two0% of answers pass');
  await expect(second.getByRole('table', { name: 'Graders of lane-two' })).toContainText('Time100%00');
  await expect(second.getByRole('table', { name: 'Repeats of lane-two' }).getByRole('row')).toHaveCount(3);
  await checkPage(page);

  const answers = run.getByRole('region', { name: 'Answers' });
  await answers.getByRole('combobox', { name: 'Result' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(page).toHaveURL(/status=failed/);
  await expect(answers.getByRole('row')).toHaveCount(CASES * 2 + 1);
  await tabTo(page, answers.getByRole('button', { name: 'case-5 · answer 1' }));
  await page.keyboard.press('Enter');
  const opened = page.getByRole('dialog', { name: 'Case case-5' });
  await expect(opened.getByRole('article')).toHaveCount(4);
  const right = opened.getByRole('article', { name: 'lane-one · answer 1 of 2' });
  await expect(right.getByText('You said: Tell me about lemon 5')).toBeVisible();
  await expect(right.getByRole('list')).toContainText('Passed · 100%');
  await checkPage(page);
  await page.setViewportSize(PHONE);
  await checkPage(page);
  // The open case is in the address.
  await page.reload();
  await expect(opened.getByRole('article')).toHaveCount(4);
  await closeByEscape(page, opened);
  await checkPage(page);
  await page.setViewportSize(DESKTOP);

  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toContainText('Worse: 100.0 percentage points fewer answers pass');
  await expect(verdict).toContainText('Difference -100 percentage points, paired 95% interval -100 to -100');
  const graders = page.getByRole('table', { name: 'By grader' });
  await expect(graders.getByRole('row', { name: /Contains/ })).toContainText('100%0%-100%');
  await expect(graders.getByRole('row', { name: /Time/ })).toContainText('100%100%0%');
  await expect(page.getByRole('row')).toHaveCount(CASES + 1 + 3);
  await page.getByRole('button', { name: 'case-7', exact: true }).click();
  const sides = page.getByRole('dialog', { name: 'Case case-7' });
  await expect(sides.getByRole('region', { name: 'Baseline: lane-one' }).getByRole('article')).toHaveCount(2);
  await expect(sides.getByRole('region', { name: 'Compared run: lane-two' }).getByRole('article')).toHaveCount(2);
  await checkPage(page);
  await page.setViewportSize(PHONE);
  await checkPage(page);
  await closeByEscape(page, sides);
  await checkPage(page);

  await page.setViewportSize(DESKTOP);
  await openPage(page, '/w/:workspace/evals');
  const row = page.getByRole('row', { name: /Fruit suite/ });
  await expect(row).toContainText('50%');
  await expect(row).toContainText(/\d (ms|sec)/);
  await checkPage(page);
});

test('missing answers and missing grades are counted apart, and the first run of a suite is compared with none', {
  tag: '@part-1',
}, async ({ page, trouble }) => {
  trouble.expectStatus(404);
  const id = await addSuite('Apart', {
    lines: LINES.slice(0, 2),
    targets: [
      { type: 'model', model: 'lane-one' },
      { type: 'model', model: 'no-such-model' },
    ],
    graders: [{ type: 'contains' }, { type: 'judge', model: 'no-such-judge', rubric: 'Is it right?' }],
  });
  const started = await asOwner().call<{ id: string }>('POST', `/w/evals/runs${query()}`, { suite_id: id });
  await signIn(page);
  await openPage(page, `/w/:workspace/evals/runs/${started.id}`);
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run).toHaveAttribute('aria-busy', 'false', { timeout: RUN_LIMIT_MS });
  const first = run.getByRole('region', { name: 'lane-one' });
  await expect(first).toContainText('No answer has a grade yet.');
  await expect(first).toContainText('Not graded2');
  await expect(first.getByRole('table')).toContainText('Judge–02');
  await expect(run.getByRole('region', { name: 'no-such-model' })).toContainText('No answer2');
  await page.getByRole('button', { name: 'case-0', exact: true }).last().click();
  const opened = page.getByRole('dialog', { name: 'Case case-0' });
  await expect(opened.getByText('Could not grade')).toBeVisible();
  await checkPage(page);
  await openPage(page, `/w/:workspace/evals/compare?run=${started.id}`);
  await expect(page.getByText('The suite has no earlier run that is complete.')).toBeVisible();
  await checkPage(page);
});

test('a suite gets a schedule, a limit and an address for alerts, what is rejected is told, and the schedule is turned off', {
  tag: '@part-5',
}, async ({ page, trouble }) => {
  trouble.expectStatus(400);
  const id = await addSuite('Nightly', {
    lines: LINES.slice(0, 1),
    targets: [{ type: 'model', model: 'lane-one' }],
    graders: [{ type: 'contains' }],
  });
  await signIn(page);
  await openPage(page, `/w/:workspace/evals/suites/${id}`);
  const section = page.getByRole('region', { name: 'Schedule and alerts' });
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  await expect(section.getByText('The completed run before')).toBeVisible();
  const change = section.getByRole('button', { name: 'Change schedule and alerts' });
  await tabTo(page, change);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Schedule and alerts of Nightly' });
  await tabTo(page, form.getByRole('switch', { name: 'Run the suite by a schedule' }));
  await page.keyboard.press('Space');
  const times = form.getByRole('textbox', { name: 'Times' });
  await times.fill('0 3 * *');
  await form.getByRole('textbox', { name: 'Time zone' }).fill('Mars/Olympus');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter five fields')).toBeVisible();
  await expect(form.getByText('Enter a name of the IANA')).toBeVisible();
  await form.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Berlin');
  // The service alone knows that this day never comes.
  await times.fill('0 3 31 2 *');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('schedule.cron');
  await times.fill('0 3 * * *');
  await form.getByRole('textbox', { name: 'Cost limit' }).fill('5');
  // This service signs no webhooks.
  const address = form.getByRole('textbox', { name: 'URL for alerts' });
  await address.fill('https://example.com/hooks/evals');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/webhook_signing_secret/)).toBeVisible();
  await checkPage(page);
  await page.setViewportSize(PHONE);
  await checkPage(page);
  await page.setViewportSize(DESKTOP);
  await address.fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule and alerts saved')).toBeVisible();
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await expect(section).toContainText('Europe/Berlin');
  await expect(section).toContainText('$5.00');
  await expect(section.locator('time')).toBeVisible();
  await checkPage(page);
  await openPage(page, '/w/:workspace/evals/suites');
  await expect(
    page
      .getByRole('row', { name: /Nightly/ })
      .locator('time')
      .first(),
  ).toBeVisible();
  await checkPage(page);

  await showProblem(page, id);
  await openPage(page, `/w/:workspace/evals/suites/${id}`);
  await expect(section.getByRole('status')).toContainText('The dataset is gone.');
  await checkPage(page);
  await page.unrouteAll();
  await change.click();
  await form.getByRole('switch', { name: 'Run the suite by a schedule' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  const stored = await asOwner().call<{ schedule: unknown }>('GET', `/w/evals/suites/${id}${query()}`);
  expect(stored.schedule).toBeNull();
});

/** Shows a suite whose last time was left out. */
async function showProblem(page: Page, id: string): Promise<void> {
  const stored = await asOwner().call<{ schedule: object }>('GET', `/w/evals/suites/${id}${query()}`);
  const schedule = { ...stored.schedule, problem: 'The dataset is gone.' };
  await page.route(
    ({ pathname }) => pathname === `/w/evals/suites/${id}`,
    (route) => route.fulfill({ json: { ...stored, schedule } }),
  );
}

test('cases are imported from the audit log and from knowledge queries, and a refusal says why', {
  tag: '@part-1',
}, async ({ page, trouble }) => {
  trouble.expectStatus(404);
  const { id } = await asOwner().call<{ id: string }>('POST', `/w/evals/datasets${query()}`, { name: 'Asked' });
  await signIn(page);
  await openPage(page, `/w/:workspace/evals/datasets/${id}`);
  await expect(page.getByText('or import them from the audit log')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Import cases' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Import cases to Asked' });
  // This service stores no payloads.
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('payload');
  await checkPage(page);
  await form.getByLabel('From').fill('2026-11-02T09:00');
  await form.getByLabel('Until').fill('2026-11-01T09:00');
  await form.getByText('Knowledge queries').click();
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(form.getByText('Choose a knowledge base.')).toBeVisible();
  await expect(form.getByText('Choose a time after the beginning.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Knowledge base' }).click();
  await expect(page.getByText(/^(No knowledge bases)$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize(PHONE);
  await checkPage(page);
  await page.setViewportSize(DESKTOP);
  await form.getByText('Audit log').click();
  await form.getByLabel('Until').fill('2026-11-03T09:00');
  const sent = await answerImport(page, id);
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  const done = page.getByRole('status').filter({ hasText: 'Version 1: 2 requests became cases' });
  await expect(done).toContainText('Left out: 3 without a stored payload, 1 with the same input as a newer one.');
  expect(sent).toEqual([
    {
      source: 'audit',
      append: false,
      outcome: 'success',
      limit: 100,
      expected: 'answer',
      from: '2026-11-02T09:00:00.000Z',
      to: '2026-11-03T09:00:00.000Z',
    },
  ]);
  await checkPage(page);
  await done.getByRole('button').click();
  await expect(done).toHaveCount(0);
});

/** Answers an import as a service that stores payloads does. Returns the bodies that were sent. */
async function answerImport(page: Page, id: string): Promise<unknown[]> {
  const sent: unknown[] = [];
  const version = { object: 'eval.dataset.version', version: 1, case_count: 2, source: 'audit', created_by: 'Ada' };
  const skipped = { no_payload: 3, truncated: 0, duplicate: 1, unsupported: 0 };
  await page.route(
    ({ pathname }) => pathname === `/w/evals/datasets/${id}/imports`,
    (route) => {
      sent.push(route.request().postDataJSON());
      const created_at = '2026-11-03T10:00:00Z';
      return route.fulfill({
        status: 201,
        json: { object: 'eval.import', version: { ...version, created_at }, imported: 2, skipped },
      });
    },
  );
  return sent;
}

test('a run is cancelled by keyboard and deleted, and a viewer reads evaluations without any button that changes them', {
  tag: '@part-1',
}, async ({ page }) => {
  const id = await addSuite('Slow', {
    // A busy provider is asked again after a while.
    lines: Array.from({ length: 20 }, (_, at) => JSON.stringify({ id: `slow-${at}`, input: 'simulator-error-429' })),
    targets: [{ type: 'model', model: 'lane-one' }],
    graders: [{ type: 'contains', value: 'lemon' }],
  });
  const body = { suite_id: id, concurrency: 1 };
  const started = await asOwner().call<{ id: string }>('POST', `/w/evals/runs${query()}`, body);
  await signIn(page);
  await openPage(page, `/w/:workspace/evals/runs/${started.id}`);
  await tabTo(page, page.getByRole('button', { name: 'Cancel the run' }));
  await page.keyboard.press('Enter');
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run).toHaveAttribute('aria-busy', 'false');
  await expect(run.getByText('Cancelled').first()).toBeVisible();
  await checkPage(page);

  const { url, workspace } = readWorld();
  const email = 'evals.viewer@example.com';
  const { token } = await asOwner().call<{ token: string }>('POST', '/org/invites', {
    email,
    workspace_id: workspace.id,
    workspace_role: 'viewer',
  });
  const viewer = await createCaller(url, '').takeCookie('/auth/signup', {
    token,
    name: 'Vera Viewer',
    password: 'a long enough password',
  });
  await page.context().clearCookies();
  await signIn(page, viewer);
  for (const [path, heading] of [
    [`runs/${started.id}`, 'Run of Slow'],
    [`suites/${id}`, 'Slow'],
    ['suites', 'Evaluations'],
    ['datasets', 'Evaluations'],
  ] as const) {
    await openPage(page, `/w/:workspace/evals/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    const changes = page.getByRole('button', { name: /^(Create|Run$|Edit|Delete|Cancel|Upload|Import|Change)/ });
    await expect(changes).toHaveCount(0);
  }

  await page.context().clearCookies();
  await signIn(page);
  await openPage(page, `/w/:workspace/evals/runs/${started.id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this run?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Evaluations' })).toBeVisible();
  await expect(page.getByText('Run deleted')).toBeVisible();
});
