import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { readMemory, readProcessorTime } from '../read-process.js';
import { median, percentile } from '../statistics.js';
import { readLiveMemory } from './live-memory.js';
import { fetchMetrics, sumMetric } from './read-metrics.js';
import type { Interval, ServiceFigures } from './soak-figures.js';
import type { Stretch } from './tally.js';

type SampledFigures = Omit<ServiceFigures, 'liveMb'>;

/** A service that is watched. */
export interface WatchedService {
  readonly url: string;
  readonly processId: number;
}

export interface SamplerOptions {
  readonly gateway: WatchedService;
  readonly workspace: WatchedService;
  readonly spoolFolder: string;
  /** Folder that the services write their live memory to. */
  readonly liveFolder: string;
  /** A connection of the sampler's own, which is not counted. */
  readonly database: Client;
}

/** Reads figures of running services, often, and makes one of each of an interval. */
export class Sampler {
  #gateway: SampledFigures[] = [];
  #workspace: SampledFigures[] = [];
  #processorAt = 0;
  #processorTime = 0;

  constructor(private readonly options: SamplerOptions) {}

  /** Begins the first interval. */
  async start(): Promise<void> {
    await this.#takeProcessorShare();
  }

  /** Rejects if a service does not answer. */
  async sample(): Promise<void> {
    const { gateway, workspace } = this.options;
    const [ofGateway, ofWorkspace] = await Promise.all([readService(gateway), readService(workspace)]);
    this.#gateway.push(ofGateway);
    this.#workspace.push(ofWorkspace);
  }

  /** Returns the outcomes since the last call, in at least one sample. The requests of that time belong to it. */
  async closeInterval(minute: number, { durations, requests }: Stretch, collects: boolean): Promise<Interval> {
    const { gateway, liveFolder, workspace } = this.options;
    const readLive = ({ processId }: WatchedService) => (collects ? readLiveMemory(liveFolder, processId) : undefined);
    const interval = {
      minute,
      gateway: { ...combine(this.#gateway), liveMb: await readLive(gateway) },
      workspace: { ...combine(this.#workspace), liveMb: await readLive(workspace) },
      requests,
      p50: durations.length > 0 ? percentile(durations, 0.5) : undefined,
      p99: durations.length > 0 ? percentile(durations, 0.99) : undefined,
      processorShare: await this.#takeProcessorShare(),
      waitingRecords: sumMetric(await fetchMetrics(gateway.url), 'service_audit_waiting_records'),
      spoolBytes: await sizeOf(this.options.spoolFolder),
      databaseConnections: await countConnections(this.options.database),
    };
    this.#gateway = [];
    this.#workspace = [];
    return interval;
  }

  async #takeProcessorShare(): Promise<number> {
    const now = performance.now();
    const time = (await readProcessorTime(this.options.gateway.processId)) ?? 0;
    const share = (time - this.#processorTime) / (now - this.#processorAt);
    this.#processorAt = now;
    this.#processorTime = time;
    return share;
  }
}

async function readService({ processId, url }: WatchedService): Promise<SampledFigures> {
  const [memory, descriptors, metrics] = await Promise.all([
    readMemory(processId),
    countDescriptors(processId),
    fetchMetrics(url),
  ]);
  return {
    residentMb: memory?.resident ?? Number.NaN,
    heapMb: sumMetric(metrics, 'nodejs_heap_size_used_bytes') / 1e6,
    externalMb: sumMetric(metrics, 'nodejs_external_memory_bytes') / 1e6,
    descriptors,
    handles: sumMetric(metrics, 'nodejs_active_handles_total'),
  };
}

function combine(samples: readonly SampledFigures[]): SampledFigures {
  return {
    residentMb: median(samples.map(({ residentMb }) => residentMb)),
    heapMb: Math.min(...samples.map(({ heapMb }) => heapMb)),
    externalMb: median(samples.map(({ externalMb }) => externalMb)),
    descriptors: median(samples.map(({ descriptors }) => descriptors)),
    handles: median(samples.map(({ handles }) => handles)),
  };
}

/** Counts the open files and sockets of a process. Rejects if there is no `/proc`, as everywhere but on Linux. */
export async function countDescriptors(processId: number): Promise<number> {
  return (await readdir(`/proc/${processId}/fd`)).length;
}

/** Counts the connections of the database beside this one. */
export async function countConnections(database: Client): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return Number(rows[0]?.count);
}

/** Bytes of the files in a folder and below; one that goes meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
