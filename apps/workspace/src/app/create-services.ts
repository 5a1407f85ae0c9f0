import { createFetchJson } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import {
  ChannelHealth,
  createVersionChannel,
  type Database,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
} from '@multilane/persistence';
import { lookUpCatalog, lookUpPrices } from '@multilane/policy';
import { BackgroundTasks, createLogger, type Logger, Metrics } from '@multilane/telemetry';
import { createDatabaseSubjects } from '../access/database-subjects.js';
import { createPassportJwtAuthenticator } from '../access/jwt-authenticator.js';
import { DeclaredKeys } from '../declared/declared-keys.js';
import { DeclaredNames } from '../declared/declared-names.js';
import { type Followed, FollowedSettings } from '../services/followed-settings.js';
import { KnownModels } from '../services/known-models.js';
import { KnownPrices } from '../services/known-prices.js';
import type { WorkspaceServices } from '../services/workspace-services.js';
import { limitsOf } from './limits-of.js';
import type { WorkspaceSource } from './workspace-source.js';

const A_MINUTE_MS = 60_000;

/** Services for the modules, which have no way to decrypt the secrets of providers (docs/contract/control-plane.md#stored-secrets). */
export interface OpenedServices extends WorkspaceServices {
  /** The same database, for a gateway in the same process. */
  readonly opened: DatabaseWithSecrets;
  close(): Promise<void>;
}

/** Makes what every module may need; `close` ends it. The configuration has been checked. */
export async function createServices({
  config,
  embeddedFolder,
  channel: givenChannel,
}: WorkspaceSource): Promise<OpenedServices> {
  const { logger, flush } = createLogger({ level: config.telemetry.log_level, service: 'workspace' });
  const metrics = new Metrics();
  metrics.collectProcessMetrics();
  const tasks = new BackgroundTasks({ logger, metrics });
  const secretBox = SecretBox.fromKeys(config.encryption.key ?? '');
  const place = embeddedFolder === undefined ? { url: config.database.url ?? '' } : { folder: embeddedFolder };
  const health = new ChannelHealth(
    config.redis.url === undefined ? 'version_channel' : 'redis',
    tasks.reportOf('version_channel'),
  );
  const channel = givenChannel ?? createChannel(config, embeddedFolder, health);
  const opened = await openDatabase({ ...place, secretBox, channel, limits: limitsOf(config) });
  const { upstreamSecrets: _ofTheGateway, ...database } = opened;
  const declaredKeys = new DeclaredKeys(database, config);
  const followed = new FollowedSettings(config);
  const { enabled, session_idle_minutes: idleMinutes } = config.auth.console;
  return {
    config,
    logger,
    metrics,
    tasks,
    database,
    opened,
    declaredKeys,
    declaredNames: new DeclaredNames(config),
    channel,
    followed,
    models: new KnownModels({ lookUp: lookUpCatalog, tasks }),
    prices: new KnownPrices({ lookUp: lookUpPrices, tasks }),
    degradedChannel: () => (health.isAway() ? [health.name] : []),
    subjects: createDatabaseSubjects(database, {
      declaredKeys,
      consoleEnabled: enabled,
      idleMs: idleMinutes * A_MINUTE_MS,
      jwt: followed.derive((settings) => authenticateJwts(settings, database, tasks, logger)),
    }),
    workspaceFinder: {
      has: async (organizationId, id) => (await database.workspaces.find(organizationId, id)) !== undefined,
      list: async (organizationId, limit) => {
        const { data } = await database.workspaces.listPage(organizationId, { limit });
        return data.map(({ id }) => id);
      },
    },
    close: async () => {
      await database.close();
      if (givenChannel === undefined) await channel.close();
      await flush();
    },
  };
}

/** Creates the channel that announces changes to every process with a cache: a hint, which may be lost (docs/decisions: control plane). */
function createChannel({ redis, database }: GatewayConfig, embeddedFolder: string | undefined, health: ChannelHealth) {
  return createVersionChannel({
    redisUrl: redis.url,
    postgresUrl: embeddedFolder === undefined ? (database.listen_url ?? database.url) : undefined,
    onProblem: (error) => health.failed(error),
    onConnect: () => health.succeeded(),
  });
}

/** Undefined if OIDC is not configured. The identity provider is that of the file's own organization. */
function authenticateJwts(
  { oidc, organizationName: tenantName, issuerFetch }: Followed,
  database: Database,
  tasks: BackgroundTasks,
  logger: Logger,
) {
  const { issuer, audience, jwks_url: jwksUrl, ...claims } = oidc;
  if (issuer === undefined || audience === undefined) return undefined;
  const settings = {
    issuer,
    audience,
    jwksUrl,
    teamClaim: claims.team_claim,
    teamMapping: claims.team_mapping,
    roleClaim: claims.role_claim,
    adminRole: claims.admin_role,
  };
  return createPassportJwtAuthenticator(settings, {
    fetchJson: createFetchJson({ fetch: issuerFetch }),
    findTeams: async (names) => {
      const tenant = await database.organizations.findByName(tenantName);
      if (tenant === undefined) return [];
      const { id: organizationId, name: organizationName } = tenant;
      const teams = await Promise.all(names.map((name) => database.teams.findByName(organizationId, name)));
      return teams
        .filter((team) => team !== undefined)
        .map((team) => ({ organizationId, organizationName, teamId: team.id, teamName: team.name }));
    },
    onFailure: (error) => tasks.failed('oidc_keys', error),
    onRefusal: (refusal) => logger.info({ ...refusal }, 'a JWT was refused'),
  });
}
