import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashToken, newToken, TOKEN_PREFIXES, tokenHint } from '@multilane/auth';
import { openDatabase } from '@multilane/persistence';
import {
  findPostgres,
  findRedis,
  type PostgresServer,
  startPostgres,
  startRedis,
  testEncryptionKey,
} from '@multilane/testing';
import { buildGatewayConfig } from './build-gateway-config.js';
import { describeGateway } from './describe-gateway.js';
import type { ServerDescription } from './server-under-test.js';

/** A gateway that knows the keys of its file and those of a database. */
export interface DatabaseGateway {
  readonly server: ServerDescription;
  /** A key of the database, whose team may use what the file's may. */
  readonly key: string;
  readonly databaseUrl: string;
  readonly postgres: Pick<PostgresServer, 'interrupt' | 'resume'>;
  /** Folder in which its records wait. */
  readonly spoolFolder: string;
  /** Redis that its limits are counted on, if any. */
  readonly redisUrl: string | undefined;
  stop(): Promise<void>;
}

/** Key that seals its secrets, if it runs jobs. */
export const BENCH_ENCRYPTION_KEY = testEncryptionKey(7);
export const BENCH_ORGANIZATION = 'bench';

/** Other keys in the database by default, so that it is not an empty one that is asked. */
const OTHER_KEYS = 1_000;

export interface DatabaseGatewayOptions {
  readonly directory: string;
  readonly core?: number | undefined;
  /** Rate-limit policies in the database, of which ten hold for the key. None by default: then the key has no budget either. */
  readonly policies?: number;
  /** True if limits are counted on a Redis of its own. */
  readonly onRedis?: boolean;
  /** Number of asynchronous jobs that it runs at a time. Default: that of the configuration. */
  readonly workers?: number;
  /** Keys in the database beside its own. A thousand by default; more than ten policies need some. */
  readonly otherKeys?: number;
  /** Sinks that its records are exported to. */
  readonly exports?: readonly object[];
  /** Settings of its PostgreSQL, such as `fsync`. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
}

/** The same gateway on a PostgreSQL of its own; undefined on a machine without Debian's, or without its Redis if one is wanted. */
export async function describeDatabaseGateway(
  upstreamUrl: string,
  options: DatabaseGatewayOptions,
): Promise<DatabaseGateway | undefined> {
  const { directory, core, exports, policies = 0, onRedis = false, workers, otherKeys = OTHER_KEYS } = options;
  if (findPostgres() === undefined || (onRedis && findRedis() === undefined)) return undefined;
  const postgres = await startPostgres({ settings: options.postgresSettings });
  const redis = onRedis ? await startRedis() : undefined;
  const url = await postgres.createDatabase();
  const key = newToken(TOKEN_PREFIXES.apiKey);
  await fill(url, { key, allowedModels: modelNames(upstreamUrl), policies, otherKeys });
  const plain = await describeGateway(upstreamUrl, directory, core);
  const kinds = [onRedis && '-redis', workers !== undefined && '-async', exports !== undefined && '-exports'];
  const name = `gateway-database-${policies}${kinds.filter((kind) => kind !== false).join('')}`;
  const configuration = join(directory, `${name}.yaml`);
  const spoolFolder = join(directory, `${name}-spool`);
  writeFileSync(
    configuration,
    JSON.stringify({
      ...buildGatewayConfig(upstreamUrl, ''),
      rate_limits: { backend: onRedis ? 'redis' : 'memory' },
      audit: { spool_dir: spoolFolder },
      ...(exports !== undefined && { exports }),
      ...(workers !== undefined && { async: { workers }, network: { allow_private: ['127.0.0.1/32'] } }),
    }),
  );
  const environment = {
    ...plain.environment,
    GATEWAY_CONFIG: configuration,
    DATABASE_URL: url,
    ...(workers !== undefined && { ENCRYPTION_KEY: BENCH_ENCRYPTION_KEY }),
  };
  return {
    server: { ...plain, name, environment: redis ? { ...environment, REDIS_URL: redis.url } : environment },
    key,
    databaseUrl: url,
    postgres,
    spoolFolder,
    redisUrl: redis?.url,
    stop: async () => {
      await Promise.all([postgres.stop(), redis?.stop()]);
    },
  };
}

function modelNames(upstreamUrl: string): string[] {
  const { models } = buildGatewayConfig(upstreamUrl, '') as { models: { logical_name: string }[] };
  return models.map((model) => model.logical_name);
}

/** Limit that nobody reaches. */
const FAR_AWAY = 1_000_000_000;

/** Policies that hold for the key; the others are about other keys. */
const MATCHING = 10;

interface Contents {
  readonly key: string;
  readonly allowedModels: readonly string[];
  readonly policies: number;
  readonly otherKeys: number;
}

async function fill(url: string, { key, allowedModels, policies, otherKeys }: Contents): Promise<void> {
  const database = await openDatabase({ url });
  try {
    await database.migrate();
    const operator = { type: 'operator', id: null, name: 'bench' } as const;
    const place = await database.change(operator, async (change) => {
      const { id } = await change.organizations.create({ name: BENCH_ORGANIZATION, products: ['ai_gateway'] });
      const limits = { rpmLimit: FAR_AWAY, tpmLimit: FAR_AWAY, tokenBudgetMonthly: FAR_AWAY * 1_000 };
      const team = await change.teams.create(id, { name: 'research', allowedModels, ...(policies > 0 ? limits : {}) });
      const issue = (token: string) =>
        change.credentials.create(id, {
          ...(policies > 0 ? { budgetUsd: FAR_AWAY, budgetResetPeriod: 'monthly' as const } : {}),
          kind: 'api_key',
          name: 'application',
          hint: tokenHint(token),
          hash: hashToken(token),
          teamId: team.id,
        });
      await issue(key);
      const others: string[] = [];
      for (let count = 0; count < otherKeys; count += 1) {
        others.push((await issue(newToken(TOKEN_PREFIXES.apiKey))).id);
      }
      const { id: workspaceId } = await change.workspaces.create(id, { name: 'other' });
      return { organizationId: id, workspaceId, others };
    });
    for (let done = 0; done < policies; done += POLICIES_AT_ONCE) {
      await database.change(operator, async (change) => {
        for (let count = done; count < Math.min(done + POLICIES_AT_ONCE, policies); count += 1) {
          await change.rateLimitPolicies.create(place.organizationId, describePolicy(count, place));
        }
      });
    }
  } finally {
    await database.close();
  }
}

const POLICIES_AT_ONCE = 1_000;

function describePolicy(count: number, { workspaceId, others }: { workspaceId: string; others: readonly string[] }) {
  const scope =
    count < MATCHING
      ? { scope: 'organization' as const, workspaceId: null }
      : { scope: 'workspace' as const, workspaceId, apiKeyId: others[count % others.length] ?? null };
  return {
    ...scope,
    name: `ceiling ${count}`,
    model: null,
    appliesPer: count % 2 === 0 ? ('shared' as const) : ('team' as const),
    requestsPerMinute: FAR_AWAY,
    tokensPerDay: FAR_AWAY * 1_000,
  };
}
