import type { JobData, JobResult } from '@multilane/jobs';
import {
  type Actor,
  createInProcessChannel,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
} from '@multilane/persistence';
import { createLogger } from '@multilane/telemetry';
import { type TestLocation, testEncryptionKey } from '@multilane/testing';
import { ProviderChecks } from '../../../src/workers/provider-checks/provider-checks.js';
import { type FakeProvider, startFakeProvider } from './start-fake-provider.js';

const ACTOR: Actor = { type: 'system', id: null, name: 'test' };
const SECRETS = new Set([
  'api_key',
  'access_key_id',
  'secret_access_key',
  'credentials_json',
  'access_token',
  'headers',
]);

/** The checks of providers that a worker makes, on a database with one organization, and a provider to be checked. */
export interface StartedChecks {
  readonly database: DatabaseWithSecrets;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly fake: FakeProvider;
  /** A registered provider, by its fields as they are named in gateway.yaml; at the fake one unless they say otherwise. */
  create(fields: Readonly<Record<string, unknown>> & { readonly kind: string }): Promise<string>;
  addModel(providerId: string, type?: string): Promise<void>;
  check(providerId: string, check: JobData<'provider.check'>['check']): Promise<JobResult<'provider.check'>>;
  checkAs(
    organizationId: string,
    providerId: string,
    check: JobData<'provider.check'>['check'],
  ): Promise<JobResult<'provider.check'>>;
  stop(): Promise<void>;
}

export async function startChecks(location: TestLocation): Promise<StartedChecks> {
  const channel = createInProcessChannel();
  const database = await openDatabase({ ...location, secretBox: SecretBox.fromKeys(testEncryptionKey(7)), channel });
  await database.migrate();
  const { organizationId, workspaceId } = await database.change(ACTOR, async ({ organizations, workspaces }) => {
    const { id } = await organizations.create({ name: 'one', products: [] });
    return { organizationId: id, workspaceId: (await workspaces.create(id, { name: 'default' })).id };
  });
  const fake = await startFakeProvider();
  const network = { allow_private: ['127.0.0.1'], allow_private_providers: [] };
  const { logger } = createLogger({ level: 'silent', service: 'gateway' });
  const checks = new ProviderChecks({ database, findNetwork: () => network, logger });
  let made = 0;
  const checkAs: StartedChecks['checkAs'] = (organization_id, provider_id, check) =>
    checks.run({ data: { organization_id, provider_id, check } });
  return {
    database,
    organizationId,
    workspaceId,
    fake,
    create: async ({ kind, base_url: baseUrl = fake.url, ...fields }) => {
      made += 1;
      const pick = (isSecret: boolean) =>
        Object.fromEntries(Object.entries(fields).filter(([name]) => SECRETS.has(name) === isSecret));
      const name = `p${made}`;
      const { id } = await database.change(ACTOR, ({ providers }) =>
        providers.create(organizationId, {
          workspaceId,
          name,
          kind,
          baseUrl: baseUrl as string | null,
          settings: pick(false) as Record<string, string>,
          secrets: pick(true) as Record<string, string>,
        }),
      );
      return id;
    },
    addModel: async (providerId, type = 'chat') => {
      const model = {
        workspaceId,
        kind: 'model',
        type,
        providerId,
        logicalName: `m${made}`,
        upstreamModel: 'up',
      } as const;
      await database.change(ACTOR, ({ models }) => models.create(organizationId, model));
    },
    check: (providerId, check) => checkAs(organizationId, providerId, check),
    checkAs,
    stop: async () => {
      await checks.close();
      fake.close();
      await database.close();
      await channel.close();
    },
  };
}
