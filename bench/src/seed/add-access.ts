import { totpCodeAt } from '@multilane/auth';
import type { Company } from './make-company.js';
import { PASSWORD, PEOPLE } from './people.js';
import { createSeedCaller, type SeedCaller, takeSession } from './seed-service.js';

/** Adds settings of single sign-on, as they are before their test. Nothing is asked of the provider, which does not exist. */
export async function addSignIn(owner: SeedCaller): Promise<void> {
  await owner.call('PUT', '/org/sso', {
    issuer: 'https://brightline.okta.com',
    client_id: '0oa8brightline2x',
    client_secret: 'an-example-secret-of-the-console',
  });
}

/** Gives an administrator a second factor. Answers the secrets of authenticator apps, by email address. */
export async function addSecondFactor(url: string): Promise<Readonly<Record<string, string>>> {
  const email = PEOPLE.find(({ role }) => role === 'org_admin')?.email ?? '';
  const caller = createSeedCaller(url, await takeSession(url, '/auth/login', { email, password: PASSWORD }));
  const begun = { current_password: PASSWORD };
  const { secret } = await caller.call<{ secret: string }>('POST', '/auth/second-factor/enrolment', begun);
  await caller.call('POST', '/auth/second-factor/confirm', { code: totpCodeAt(secret, Date.now()) });
  return { [email]: secret };
}

/** Adds sinks of exports: one that works while the receiver runs, one that rejects everything, and one that is switched off. */
export async function addExports(owner: SeedCaller, { workspaces }: Company, receiver: string): Promise<void> {
  const query = `?workspace_id=${workspaces[0]?.id}`;
  const batch = { max_records: 100, max_kb: 512, max_age_ms: 1_000 };
  const sinks = [
    { name: 'record store', kind: 'http', config: { url: `${receiver}/hook` }, batch },
    {
      name: 'siem',
      kind: 'splunk_hec',
      config: { url: `${receiver}/gone`, token: 'an-example-token' },
      filter: { outcomes: ['failed', 'refused'] },
    },
    { name: 'finance', kind: 'http', config: { url: `${receiver}/hook` }, sample_ratio: 0.1, enabled: false },
  ];
  for (const sink of sinks) await owner.call('POST', `/admin/exports${query}`, sink);
}
