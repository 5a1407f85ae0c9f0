import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashToken, newToken, TOKEN_PREFIXES, tokenHint } from '@multilane/auth';
import { openDatabase } from '@multilane/persistence';
import { findPostgres, startPostgres } from '@multilane/testing';
import { buildGatewayConfig } from './build-gateway-config.js';
import { describeGateway } from './describe-gateway.js';
import type { ServerDescription } from './server-under-test.js';

/** A gateway that knows the keys of its file and those of a database. */
export interface DatabaseGateway {
  readonly server: ServerDescription;
  /** A key of the database, whose team may use what the file's may. */
  readonly key: string;
  stop(): Promise<void>;
}

/** Other keys in the database, so that it is not an empty one that is asked. */
const OTHER_KEYS = 1_000;

/** The same gateway on a PostgreSQL of its own; undefined on a machine without Debian's. */
export async function describeDatabaseGateway(
  upstreamUrl: string,
  directory: string,
  core?: number,
): Promise<DatabaseGateway | undefined> {
  if (findPostgres() === undefined) return undefined;
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const key = newToken(TOKEN_PREFIXES.apiKey);
  await fill(url, key, modelNames(upstreamUrl));
  const plain = await describeGateway(upstreamUrl, directory, core);
  const configuration = join(directory, 'gateway-database.yaml');
  writeFileSync(
    configuration,
    JSON.stringify({ ...buildGatewayConfig(upstreamUrl, ''), audit: { spool_dir: join(directory, 'spool') } }),
  );
  return {
    server: {
      ...plain,
      name: 'gateway-database',
      environment: { ...plain.environment, GATEWAY_CONFIG: configuration, DATABASE_URL: url },
    },
    key,
    stop: () => postgres.stop(),
  };
}

function modelNames(upstreamUrl: string): string[] {
  const { models } = buildGatewayConfig(upstreamUrl, '') as { models: { logical_name: string }[] };
  return models.map((model) => model.logical_name);
}

async function fill(url: string, key: string, allowedModels: readonly string[]): Promise<void> {
  const database = await openDatabase({ url });
  try {
    await database.migrate();
    await database.change({ type: 'operator', id: null, name: 'bench' }, async (change) => {
      const { id } = await change.organizations.create({ name: 'bench', products: ['ai_gateway'] });
      const team = await change.teams.create(id, { name: 'research', allowedModels });
      const issue = (token: string) =>
        change.credentials.create(id, {
          kind: 'api_key',
          name: 'application',
          hint: tokenHint(token),
          hash: hashToken(token),
          teamId: team.id,
        });
      await issue(key);
      for (let count = 0; count < OTHER_KEYS; count += 1) await issue(newToken(TOKEN_PREFIXES.apiKey));
    });
  } finally {
    await database.close();
  }
}
