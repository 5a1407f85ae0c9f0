import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { checkPage, expect, test } from './check-page.js';
import { addPerson, asOwner, createCaller, goTo, openPage, PASSWORD, readWorld, signIn } from './world.js';

const STEP_S = 30;

/** The code of an authenticator app (RFC 6238), worked out apart from the service. */
function codeOf(secret: string, offset = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_S) + offset));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function readSecret(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  return ((await page.getByLabel('Key', { exact: true }).textContent()) ?? '').replaceAll(' ', '');
}

async function keepCodes(page: Page): Promise<string[]> {
  const codes = ((await page.getByLabel('Recovery codes', { exact: true }).textContent()) ?? '').split('\n');
  expect(codes).toHaveLength(10);
  await checkPage(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return codes;
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a person sets up a second factor, signs in with it and with a recovery code, and an owner resets it', {
  tag: '@part-3',
}, async ({ page, trouble }) => {
  trouble.expectStatus(400);
  trouble.expectStatus(401);
  const email = 'felix.factor@example.com';
  await signIn(page, await addPerson(email, 'Felix Factor'));
  await openPage(page, '/me/second-factor');
  await expect(page.getByRole('main').getByText('Off', { exact: true })).toBeVisible();
  await checkPage(page);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('textbox', { name: 'Current password' }).fill('not the right password');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('`current_password` is wrong.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = await readSecret(page);
  await checkPage(page);
  const first = page.getByRole('textbox', { name: 'Code that the app shows' });
  await first.fill(codeOf(secret, -100));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The code is wrong, too old or was already used.')).toBeVisible();
  await first.fill(codeOf(secret, -1));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const [recoveryCode = ''] = await keepCodes(page);
  await expect(page.getByRole('main').getByText('On', { exact: true })).toBeVisible();
  await checkPage(page);

  await page.context().clearCookies();
  await openPage(page, '/sign-in');
  await enterPassword(page, email);
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  await code.fill(codeOf(secret, -100));
  await checkPage(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The code is wrong, too old or was already used.')).toBeVisible();
  await code.fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/sign-in/);

  await page.context().clearCookies();
  await openPage(page, '/sign-in');
  await enterPassword(page, email);
  await code.fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/sign-in/);
  await goTo(page, '/me/second-factor');
  await expect(page.getByRole('main').getByText('9', { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await signIn(page);
  await openPage(page, `/org/people?q=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: 'Felix Factor' }).click();
  await page.getByRole('button', { name: 'Reset second factor' }).click();
  const question = page.getByRole('dialog', { name: 'Reset the second factor of Felix Factor?' });
  await question.getByRole('button', { name: 'Reset second factor' }).click();
  await expect(page.getByText('Second factor reset')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reset second factor' })).toHaveCount(0);
  const cookie = await createCaller(readWorld().url, '').takeCookie('/auth/login', { email, password: PASSWORD });
  expect(cookie).toMatch(/^ml_session=/);
});

test('a person sets up the second factor that the organization requires on the way in', { tag: '@part-3' }, async ({
  page,
  trouble,
}) => {
  trouble.expectStatus(409);
  const email = 'rita.required@example.com';
  await addPerson(email, 'Rita Required');
  await signIn(page);
  await openPage(page, '/org/credential-policy');
  const demand = page.getByRole('switch', { name: 'Require a second factor' });
  await expect(demand).not.toBeChecked();
  await demand.click({ force: true });
  const question = page.getByRole('dialog', { name: 'Require a second factor?' });
  await expect(question).toContainText('is signed out');
  await question.getByRole('button', { name: 'Require' }).click();
  await expect(page.getByText('Set up a second factor for your own account first.')).toBeVisible();
  await checkPage(page);

  // The sign-in of others stays as it is: only this person's answer says that the organization requires one.
  await page.route('**/auth/login', async (route) => {
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
    await route.fulfill({
      status: 202,
      json: { object: 'sign_in_step', step: 'enrolment', token: 'x', expires_at: new Date().toISOString() },
    });
  });
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  await page.route('**/auth/login/enrolment', (route) =>
    route.fulfill({
      json: {
        object: 'second_factor_enrolment',
        secret,
        address: `otpauth://totp/Multilane:${email}?secret=${secret}&issuer=Multilane`,
        expires_at: new Date().toISOString(),
      },
    }),
  );
  const session = await asOwner().call<object>('GET', '/auth/session');
  await page.route('**/auth/login/enrolment/confirm', (route) =>
    route.fulfill({ json: { ...session, recovery_codes: Array.from({ length: 10 }, (_, at) => `code-${at}`) } }),
  );
  await page.context().clearCookies();
  await openPage(page, '/sign-in');
  await enterPassword(page, email);
  await expect(page.getByText('Your organization requires a second factor. Set it up to sign in.')).toBeVisible();
  expect(await readSecret(page)).toBe(secret);
  await checkPage(page);
  await page.getByRole('textbox', { name: 'Code that the app shows' }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await keepCodes(page);
});
