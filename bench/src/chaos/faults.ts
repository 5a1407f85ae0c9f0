import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChaosWorld, WorldProcesses } from './chaos-world.js';
import { startBatches } from './drive-batches.js';
import { startEvals } from './drive-evals.js';
import { startIdleBudgets } from './drive-idle-budgets.js';
import { startJobCallers } from './drive-jobs.js';
import { startMcpCallers } from './drive-mcp.js';
import type { MediaUse } from './drive-media.js';
import { startSocketCallers } from './drive-sockets.js';
import { startUnreadCallers } from './drive-unread.js';
import { startWebhooks } from './drive-webhooks.js';
import { startWorkerKills } from './drive-worker-kills.js';
import type { StartOwnCallers } from './finding.js';
import { startPoison } from './poison/drive-poison.js';
import { startSinks } from './sinks/drive-sinks.js';
import { startWorkflows } from './workflows/drive-workflows.js';

/** Something that goes wrong under load, and ends. */
export interface Fault {
  readonly name: string;
  /** Name in the report. */
  readonly title: string;
  /** Numbers of processes, if there are more than by default. */
  readonly processes?: WorldProcesses;
  /** True if there are knowledge bases: the database then has pgvector. */
  readonly hasVectors?: boolean;
  /** True if records are exported, to sinks that go wrong. */
  readonly hasSinks?: boolean;
  /** Duration in seconds; by default that of the run. */
  readonly seconds?: number;
  /** Prepares the folder in which audit records wait, for a fault that concerns that folder; the returned function undoes it. */
  readonly prepareSpool?: () => { readonly folder: string; remove(): void };
  /** Use of media by callers in the meantime; their outcomes are then the ones reported. */
  readonly media?: MediaUse;
  /** Starts callers of another kind, whose own finding is told too. */
  readonly startOwnCallers?: StartOwnCallers;
  /** True if all callers go on until that finding is there. By default they stop some seconds after the fault. */
  readonly isLong?: boolean;
  begin(world: ChaosWorld): void | Promise<void>;
  end(world: ChaosWorld): void | Promise<void>;
}

/** A folder that holds a megabyte and not more. */
function makeSmallFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-small-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', folder]);
  return {
    folder,
    remove: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const A_MINUTE = 60;
/** Longer than identities are kept. */
const SILENT_SECONDS = 40;
const FAILOVER_SECONDS = 10;
const WEBHOOKS_AWAY = 10;
/** Short, so that the second gateway is killed before the evaluation ends. */
const EVALS_KILLED = 2;
/** Longer than the gateway waits for a client that takes nothing. */
const UNREAD = 40;
/** Poisoned jobs are found out one after the other meanwhile. */
const POISONED = 180;
const AN_HOUR_MS = 3_600_000;
const SLOW_MS = 200;

export const FAULTS: readonly Fault[] = [
  { name: 'none', title: 'nothing goes wrong', begin: () => undefined, end: () => undefined },
  {
    name: 'postgres-away',
    title: 'Postgres is away for a minute',
    seconds: A_MINUTE,
    begin: ({ postgres }) => postgres.interrupt(),
    end: ({ postgres }) => postgres.resume(),
  },
  {
    name: 'postgres-silent',
    title: 'the network before Postgres says nothing, and keeps connections open',
    seconds: SILENT_SECONDS,
    begin: ({ postgresLink }) => postgresLink.silence(),
    end: ({ postgresLink }) => postgresLink.heal(),
  },
  {
    name: 'postgres-forgotten',
    title: 'a firewall forgets every connection to Postgres; new ones work',
    begin: ({ postgresLink }) => postgresLink.silenceOpen(),
    end: () => undefined,
  },
  {
    name: 'postgres-away-idle',
    title: 'Postgres is away while keys with budgets have been idle',
    seconds: FAILOVER_SECONDS,
    startOwnCallers: startIdleBudgets,
    begin: ({ postgres }) => postgres.interrupt(),
    end: ({ postgres }) => postgres.resume(),
  },
  {
    name: 'redis-away',
    title: 'Redis is away',
    begin: ({ redis }) => redis.interrupt(),
    end: ({ redis }) => redis.resume(),
  },
  {
    name: 'redis-slow',
    title: `Redis answers after ${SLOW_MS} ms`,
    // The link delays both directions.
    begin: ({ redisLink }) => redisLink.setDelay(SLOW_MS / 2),
    end: ({ redisLink }) => redisLink.setDelay(0),
  },
  {
    name: 'disk-full',
    title: 'the disk of the spool is full while Postgres is away',
    prepareSpool: makeSmallFolder,
    begin: ({ postgres }) => postgres.interrupt(),
    end: ({ postgres }) => postgres.resume(),
  },
  {
    name: 'upstream-cut',
    title: 'the provider breaks off every other answer',
    begin: ({ upstream }) => upstream.setMood('cut'),
    end: ({ upstream }) => upstream.setMood('well'),
  },
  {
    name: 'upstream-hang',
    title: 'the provider never answers every other request',
    begin: ({ upstream }) => upstream.setMood('hang'),
    end: ({ upstream }) => upstream.setMood('well'),
  },
  {
    name: 'gateway-killed',
    title: 'one of two gateways is killed (-9) and started again',
    begin: (world) => world.killGateway(0),
    end: (world) => world.resumeGateway(0),
  },
  {
    name: 'upload-cut',
    title: 'the provider breaks off every other upload',
    media: 'upload',
    begin: ({ upstream }) => upstream.setMood('cut uploads'),
    end: ({ upstream }) => upstream.setMood('well'),
  },
  {
    name: 'download-cut',
    title: 'the provider breaks off every other download',
    media: 'download',
    begin: ({ upstream }) => upstream.setMood('cut'),
    end: ({ upstream }) => upstream.setMood('well'),
  },
  {
    name: 'slow-readers',
    title: 'eight callers read their downloads slowly',
    media: 'slow download',
    begin: () => undefined,
    end: () => undefined,
  },
  {
    name: 'unread-answers',
    title: 'a hundred clients read nothing of streams that never end',
    seconds: UNREAD,
    startOwnCallers: startUnreadCallers,
    begin: () => undefined,
    end: () => undefined,
  },
  {
    name: 'mcp-hanging',
    title: 'of four MCP servers one hangs, one refuses and one lies',
    startOwnCallers: startMcpCallers,
    begin: () => undefined,
    end: () => undefined,
  },
  {
    name: 'processes-killed',
    title: 'worker processes of one gateway are killed (-9) with connections that they were given',
    startOwnCallers: startWorkerKills,
    begin: () => undefined,
    end: () => undefined,
  },
  {
    name: 'jobs-poisoned',
    title: 'a job of each kind ends (-9) every gateway that works on it',
    seconds: POISONED,
    processes: { gateways: 3 },
    hasVectors: true,
    startOwnCallers: startPoison,
    isLong: true,
    begin: () => undefined,
    end: () => undefined,
  },
  {
    name: 'workers-killed',
    title: 'one of two gateways is killed (-9) with jobs under way, and started again',
    startOwnCallers: startJobCallers,
    begin: (world) => world.killGateway(0),
    end: (world) => world.resumeGateway(0),
  },
  {
    name: 'batches-killed',
    title: 'each gateway in turn is killed (-9) with batches of both kinds under way, and started again',
    startOwnCallers: startBatches,
    begin: (world) => world.killGateway(0),
    end: async (world) => {
      await world.resumeGateway(0);
      await world.killGateway(1);
      await world.resumeGateway(1);
    },
  },
  {
    name: 'workflows-killed',
    title: 'workers are killed (-9) at every boundary of the steps of workflows, and started again',
    processes: { gateways: 3, workspaces: 3 },
    startOwnCallers: startWorkflows,
    begin: () => undefined,
    end: () => undefined,
  },
  {
    name: 'evals-killed',
    title: 'each gateway in turn is killed (-9) with an evaluation under way, and started again',
    seconds: EVALS_KILLED,
    startOwnCallers: startEvals,
    begin: (world) => world.killGateway(0),
    end: async (world) => {
      await world.resumeGateway(0);
      await world.killGateway(1);
      await world.resumeGateway(1);
    },
  },
  {
    name: 'sockets-cut',
    title: 'the provider ends realtime sockets, in the middle of a response and behind one',
    startOwnCallers: startSocketCallers,
    begin: ({ upstream }) => upstream.sockets.setCutting(true),
    end: ({ upstream }) => upstream.sockets.setCutting(false),
  },
  {
    name: 'webhooks-away',
    title: 'the receiver of 2,000 pending webhooks is away',
    seconds: WEBHOOKS_AWAY,
    startOwnCallers: startWebhooks,
    isLong: true,
    begin: () => undefined,
    end: ({ receiver }) => receiver.open(),
  },
  {
    name: 'sinks-faulty',
    title: 'sinks of exports are away, hang, refuse or are full, and each gateway in turn is killed (-9)',
    hasSinks: true,
    startOwnCallers: startSinks,
    begin: async (world) => {
      world.sinks?.fail();
      await world.killGateway(0);
    },
    end: async (world) => {
      await world.resumeGateway(0);
      await world.killGateway(1);
      await world.resumeGateway(1);
      world.sinks?.mend();
    },
  },
  {
    name: 'workspace-away',
    title: 'the workspace service is away',
    begin: (world) => world.killWorkspace(),
    end: (world) => world.resumeWorkspace(),
  },
  {
    name: 'clock-ahead',
    title: 'the clocks of the gateways are set an hour ahead and back',
    begin: (world) => world.shiftClocks(AN_HOUR_MS),
    end: (world) => world.shiftClocks(0),
  },
  {
    name: 'clock-back',
    title: 'the clocks of the gateways are set an hour back and forth',
    begin: (world) => world.shiftClocks(-AN_HOUR_MS),
    end: (world) => world.shiftClocks(0),
  },
];
