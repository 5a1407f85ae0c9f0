import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Work of a Redis since it started, and its present contents. */
export interface RedisUse {
  readonly scripts: number;
  /** Commands, with those that scripts run. */
  readonly commands: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly processorSeconds: number;
  readonly memoryBytes: number;
  readonly keys: number;
}

/** Asks a running Redis. */
export async function readRedisUse(url: string): Promise<RedisUse> {
  return parseRedisInfo(await ask(url, 'INFO', 'everything'));
}

/** Bytes of each key that has a text in its name, by `MEMORY USAGE`: without the entry of its expiry. */
export async function readCounterSizes(url: string, text: string): Promise<number[]> {
  const names = (await ask(url, '--scan', '--pattern', `*${text}*`)).split('\n').filter((name) => name !== '');
  return Promise.all(names.map(async (name) => Number(await ask(url, 'MEMORY', 'USAGE', name))));
}

const ask = async (url: string, ...command: string[]): Promise<string> =>
  (await promisify(execFile)('redis-cli', ['-u', url, ...command])).stdout;

/** Parses the answer to `INFO everything`. */
export function parseRedisInfo(info: string): RedisUse {
  const fields = new Map(
    info.split(/\r?\n/).flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1)] as const];
    }),
  );
  const number = (name: string): number => Number(fields.get(name) ?? 0);
  const calls = (name: string): number => Number(/^calls=(\d+)/.exec(fields.get(name) ?? '')?.[1] ?? 0);
  const commands = [...fields.keys()].filter((name) => name.startsWith('cmdstat_'));
  return {
    scripts: calls('cmdstat_evalsha') + calls('cmdstat_eval'),
    commands: commands.reduce((sum, name) => sum + calls(name), 0),
    bytesIn: number('total_net_input_bytes'),
    bytesOut: number('total_net_output_bytes'),
    processorSeconds: number('used_cpu_user') + number('used_cpu_sys'),
    memoryBytes: number('used_memory'),
    keys: Number(/^keys=(\d+)/.exec(fields.get('db0') ?? '')?.[1] ?? 0),
  };
}
