import { checkPage, expect, test } from './check-page.js';
import { closeByEscape, tabTo } from './keyboard.js';
import { asOwner, createCaller, openPage, readWorld, signIn } from './world.js';

const PHONE = { width: 390, height: 844 };

interface Made {
  readonly id: string;
}

/** A conversation of the owner with messages one below the other: the person's and the model's in turn. */
async function makeConversation(contents: readonly string[], body: object = {}): Promise<string> {
  const { workspace } = readWorld();
  const owner = asOwner();
  const { id } = await owner.call<Made>('POST', `/w/chat/sessions?workspace_id=${workspace.id}`, body);
  const messages = contents.map((content, index) =>
    index % 2 === 0 ? { role: 'user', content } : { role: 'assistant', content, model: 'lane-one' },
  );
  if (messages.length > 0) await owner.call('POST', `/w/chat/sessions/${id}/messages`, { messages });
  return id;
}

async function listMessages(id: string): Promise<readonly Made[]> {
  const { workspace } = readWorld();
  const path = `/w/chat/sessions/${id}/messages?workspace_id=${workspace.id}`;
  return (await asOwner().call<{ data: readonly Made[] }>('GET', path)).data;
}

/** The session cookie of a new viewer of the workspace. */
async function inviteViewer(name: string): Promise<string> {
  const { url, workspace } = readWorld();
  const email = `${name.toLowerCase()}@example.com`;
  const body = { email, workspace_id: workspace.id, workspace_role: 'viewer' };
  const { token } = await asOwner().call<{ token: string }>('POST', '/org/invites', body);
  return createCaller(url, '').takeCookie('/auth/signup', { token, name, password: 'a long enough password' });
}

test('a conversation is begun, goes on in branches, is found, renamed and deleted', async ({ page }) => {
  await signIn(page);
  await openPage(page, '/w/:workspace/conversations');
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible();
  await checkPage(page);
  await page.getByLabel('Message', { exact: true }).fill('How tall is the lighthouse?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'How tall is the lighthouse?' })).toBeVisible();
  const messages = page.getByRole('log', { name: 'Messages' }).getByRole('article');
  await expect(messages).toHaveCount(2);
  await expect(page).toHaveURL(/conversations\/[0-9a-f-]{36}\?model=lane-one$/);
  await checkPage(page);

  // The person's message stands out, in the colours of both themes.
  await expect(messages.first()).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');

  // Another question in the place of the first one.
  await messages.first().getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Edit the message').fill('How old is the lighthouse?');
  await checkPage(page);
  await page.getByRole('log').getByRole('button', { name: 'Send' }).click();
  await expect(messages.first()).toContainText('How old is the lighthouse?');
  await expect(messages.first()).toContainText('2 of 2');
  await expect(messages).toHaveCount(2);
  await messages.first().getByRole('button', { name: 'Previous branch' }).click();
  await expect(messages.first()).toContainText('How tall is the lighthouse?');
  await messages.nth(1).getByRole('button', { name: 'Answer again' }).click();
  await expect(messages.nth(1)).toContainText('2 of 2');
  await page.getByLabel('Message', { exact: true }).fill('And how wide?');
  await page.keyboard.press('Enter');
  await expect(messages).toHaveCount(4);

  // The branch that was chosen is that which a reload shows.
  await page.reload();
  await expect(messages).toHaveCount(4);
  await expect(messages.first()).toContainText('How tall is the lighthouse?');
  await checkPage(page);

  const menu = page.getByRole('button', { name: 'Actions for this conversation' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const form = page.getByRole('dialog', { name: 'Rename' });
  await form.getByLabel('Title').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Required')).toBeVisible();
  await form.getByLabel('Title').fill('Lighthouse facts');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lighthouse facts' })).toBeVisible();

  // The search reads what was said in every branch, and is in the address.
  await openPage(page, '/w/:workspace/conversations');
  await page.getByRole('searchbox', { name: 'Search titles and messages' }).fill('how OLD is');
  await expect(page).toHaveURL(/q=how/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Lighthouse facts' }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conversations' })).toBeVisible();
  await openPage(page, '/w/:workspace/conversations?q=lighthouse');
  await expect(page.getByText('No conversation matches.')).toBeVisible();
  await checkPage(page);
});

test('a conversation is shared, read by others without a way to change it, and taken back', async ({
  page,
  trouble,
}) => {
  const id = await makeConversation(['Who keeps the light?', 'Ada does.'], { title: 'The keeper' });
  const messages = [{ role: 'user', content: 'Who kept it before?' }];
  await asOwner().call('POST', `/w/chat/sessions/${id}/messages`, { parent_id: null, messages });
  const reader = await inviteViewer('Reader');
  trouble.expectStatus(404);
  await signIn(page, reader);
  await openPage(page, `/w/:workspace/conversations/${id}`);
  await expect(page.getByRole('alert').filter({ hasText: 'The conversation does not exist.' })).toBeVisible();

  await signIn(page);
  await openPage(page, `/w/:workspace/conversations/${id}`);
  await page.getByRole('switch', { name: 'Share in the workspace' }).check();
  await expect(page.getByRole('switch')).toBeEnabled();
  await page.reload();
  await expect(page.getByRole('switch')).toBeChecked();

  await signIn(page, reader);
  await openPage(page, '/w/:workspace/conversations?owner=others');
  await page.getByRole('button', { name: 'The keeper' }).click();
  await expect(page.getByText('Shared by Ada Byron. You can read it.')).toBeVisible();
  const shown = page.getByRole('log').getByRole('article');
  await expect(shown).toHaveCount(1);
  await shown.getByRole('button', { name: 'Previous branch' }).click();
  await expect(shown).toHaveCount(2);
  await expect(shown.nth(1)).toContainText('Ada does.');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
  for (const name of ['Edit', 'Answer again', 'Actions for this conversation']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole('switch')).toHaveCount(0);
  await checkPage(page);

  await asOwner().call('PATCH', `/w/chat/sessions/${id}`, { shared: false });
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'The conversation does not exist.' })).toBeVisible();
});

test('a model that rejects, an answer that is stopped, and one that cannot be saved lose nothing', {
  tag: '@part-0',
}, async ({ page, trouble }) => {
  trouble.expectStatus(429);
  trouble.expectStatus(503);
  const id = await makeConversation([], { title: 'Unhappy turns' });
  await signIn(page);
  await openPage(page, `/w/:workspace/conversations/${id}?model=lane-one`);
  await expect(page.getByText('Nothing said yet.')).toBeVisible();
  const message = page.getByLabel('Message', { exact: true });
  const shown = page.getByRole('log').getByRole('article');
  const refusal = { type: 'rate_limit_error', code: 'rate_limited', message: 'Wait a minute.', param: null };
  await page.route(/\/v1\/chat\/completions/, (route) => route.fulfill({ status: 429, json: { error: refusal } }));
  await message.fill('Hello');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Wait a minute.' })).toBeVisible();
  await checkPage(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(shown).toHaveCount(2);

  // Nothing came of it, so the question waits for an answer.
  await page.route(/\/v1\/chat\/completions/, () => undefined);
  await message.fill('Never end');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(shown).toHaveCount(4);

  // The person's message stays in the box if it cannot be saved.
  const away = { type: 'api_error', code: 'database_unavailable', message: 'The database is away.', param: null };
  await page.route(/\/messages/, (route) => route.fulfill({ status: 503, json: { error: away } }));
  await message.fill('Keep me');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'The database is away.' })).toBeVisible();
  await expect(message).toHaveValue('Keep me');
  await page.unrouteAll();

  // And so does an answer.
  await page.route(/\/messages/, (route) =>
    route.request().postDataJSON()?.messages?.[0]?.role === 'assistant'
      ? route.fulfill({ status: 503, json: { error: away } })
      : route.continue(),
  );
  await message.press('Enter');
  await expect(page.getByRole('button', { name: 'Save again' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Save again' }).click();
  await expect(shown).toHaveCount(6);
  await expect(page.getByRole('button', { name: 'Save again' })).toHaveCount(0);
});

test('a conversation with long words and right-to-left text fits a phone, and is read in Chinese', {
  tag: '@part-3',
}, async ({ page }) => {
  const long = 'x'.repeat(300);
  const id = await makeConversation(
    ['اكتب جملة قصيرة عن المنارة', `# Heading\n\n${long}\n\n| a | b |\n|---|---|\n| 1 | 2 |`, long],
    {
      title: `A very long title ${'word '.repeat(30)}`,
      shared: true,
    },
  );
  await page.setViewportSize(PHONE);
  await signIn(page);
  await openPage(page, `/w/:workspace/conversations/${id}`);
  await expect(page.getByRole('log').getByRole('article')).toHaveCount(3);
  await checkPage(page);
  await openPage(page, '/w/:workspace/conversations');
  await expect(page.getByRole('button', { name: /A very long title/ })).toBeVisible();
  await checkPage(page);
  await page.evaluate(() => localStorage.setItem('console-language', 'zh-CN'));
  await openPage(page, `/w/:workspace/conversations/${id}`);
  await expect(page.getByText('在工作区中共享')).toBeVisible();
  await checkPage(page);
});

test('code and JSON of messages have colours in both themes, and code without a known language has one', async ({
  page,
}) => {
  const { workspace } = readWorld();
  const code = '```ts\nconst metres: number = 36; // Up to the lamp.\n```\n\n```unheard\nconst none = 1\n```';
  const id = await makeConversation(['Show it as code', code, 'And find it']);
  const call = { id: 'call-1', name: 'find_lighthouse', arguments: '{"name":"Roter Sand","metres":[36]}' };
  await asOwner().call('POST', `/w/chat/sessions/${id}/messages?workspace_id=${workspace.id}`, {
    parent_id: (await listMessages(id)).at(-1)?.id,
    messages: [
      { role: 'assistant', content: '', model: 'lane-one', tool_calls: [call] },
      { role: 'tool', content: '{"found":true}', tool_call_id: call.id },
    ],
  });
  await signIn(page);
  await openPage(page, `/w/:workspace/conversations/${id}`);
  const messages = page.getByRole('log').getByRole('article');
  const colourOf = (text: string) =>
    messages
      .getByText(text, { exact: true })
      .first()
      .evaluate((part) => getComputedStyle(part).color);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(messages.nth(1).getByText('const', { exact: true })).toBeVisible();
    const colours = await Promise.all(['const', '// Up to the lamp.', 'const none = 1'].map(colourOf));
    expect(new Set(colours).size).toBe(3);
    await checkPage(page);
  }
  await page.emulateMedia({ colorScheme: null });
  const called = messages.nth(3).getByRole('region', { name: 'Arguments for find_lighthouse' });
  await expect(called.getByText('"Roter Sand"', { exact: true })).toBeVisible();
  await expect(messages.nth(4).getByRole('region', { name: 'Tool result' })).toContainText('"found": true');
});

/** A tool that the simulator calls when a message names it. */
const TOOL = {
  name: 'find_lighthouse',
  description: 'Finds a lighthouse.',
  parameters: { type: 'object', properties: {} },
};

test('a lane of the playground is saved with its image and its tool calls, which go on as a conversation', {
  tag: '@part-0',
}, async ({ page }) => {
  await signIn(page);
  await openPage(page, `/w/:workspace/playground?models=${encodeURIComponent('["lane-one"]')}`);
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Parameters' });
  await panel.getByRole('textbox', { name: 'Tools (JSON)' }).fill(JSON.stringify([TOOL]));
  await page.keyboard.press('Escape');
  // Noise is larger than the service takes, so that it is made smaller.
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 900;
    canvas.height = 700;
    const context = canvas.getContext('2d');
    const noise = context?.createImageData(canvas.width, canvas.height);
    if (!noise) throw new Error('no canvas');
    for (const index of noise.data.keys()) noise.data[index] = index % 4 === 3 ? 255 : (index * 7919) % 256;
    context?.putImageData(noise, 0, 0);
    return canvas.toDataURL('image/png');
  });
  const buffer = Buffer.from(drawn.split(',')[1] ?? '', 'base64');
  await page.locator('input[type=file]').setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer });
  await page.getByLabel('Message', { exact: true }).fill('Please find lighthouse in this picture.');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Result of find_lighthouse')).toBeVisible();
  await page.getByRole('button', { name: 'Save as a conversation' }).click();

  await expect(page.getByRole('heading', { level: 1, name: /^Please find lighthouse/ })).toBeVisible();
  const messages = page.getByRole('log').getByRole('article');
  await expect(messages).toHaveCount(2);
  const image = messages.first().getByRole('img', { name: 'Image 1' });
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  await expect(messages.nth(1)).toContainText('find_lighthouse(');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveAccessibleDescription(
    'Answer the tool calls first.',
  );
  await checkPage(page);
  await page.getByLabel('Result of find_lighthouse').fill('It stands on the left.');
  await page.getByRole('button', { name: 'Send results' }).click();
  await expect(messages).toHaveCount(4);
  await expect(messages.nth(3)).toContainText('It stands on the left.');

  // The tools go with the conversation, and a list that is none is rejected at its field.
  await page.getByRole('button', { name: 'Actions for this conversation' }).click();
  await page.getByRole('menuitem', { name: 'Tools' }).click();
  const form = page.getByRole('dialog', { name: 'Tools' });
  await expect(form.getByLabel('Tools')).toHaveValue(/find_lighthouse/);
  await form.getByLabel('Tools').fill('{}');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a JSON list of functions')).toBeVisible();
  await checkPage(page);
  await form.getByLabel('Tools').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await page.getByLabel('Message', { exact: true }).fill('find lighthouse again');
  await page.keyboard.press('Enter');
  await expect(messages).toHaveCount(6);
  await expect(messages.nth(5)).toContainText('You said: find lighthouse again');
});

test('a conversation is opened, gone on with, branched and shared by the keyboard alone', { tag: '@part-5' }, async ({
  page,
}) => {
  const id = await makeConversation(['Which lighthouse is the tallest?', 'One in Jeddah.'], { title: 'By keyboard' });
  await signIn(page);
  await openPage(page, '/w/:workspace/conversations?q=by+keyboard');
  const title = page.getByRole('button', { name: 'By keyboard' });
  await expect(title).toBeVisible();
  await tabTo(page, title);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(id));

  const messages = page.getByRole('log').getByRole('article');
  const box = page.getByRole('textbox', { name: 'Message' });
  await tabTo(page, box);
  await page.keyboard.type('How old is it?');
  await page.keyboard.press('Enter');
  await expect(messages).toHaveCount(4);

  // The log is scrolled by the keyboard too, if it scrolls.
  await tabTo(page, page.getByRole('log'), 'Shift+Tab');
  await tabTo(page, messages.nth(2).getByRole('button', { name: 'Edit' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Edit the message')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('How far is it seen?');
  await tabTo(page, page.getByRole('log').getByRole('button', { name: 'Send' }));
  await page.keyboard.press('Space');
  await expect(messages.nth(2)).toContainText('2 of 2');
  await expect(messages).toHaveCount(4);
  await tabTo(page, messages.nth(2).getByRole('button', { name: 'Previous branch' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(messages.nth(2)).toContainText('How old is it?');

  const share = page.getByRole('switch', { name: 'Share in the workspace' });
  await tabTo(page, share, 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(share).toBeChecked();
  await expect(share).toBeEnabled();
  await tabTo(page, page.getByRole('button', { name: 'Actions for this conversation' }));
  await page.keyboard.press('Enter');
  await closeByEscape(page, page.getByRole('menu'));
});
