import { parseArgs } from 'node:util';

export interface SoakOptions {
  readonly help: boolean;
  readonly save: boolean;
  readonly minutes: number;
  /** Requests per second. */
  readonly rate: number;
  /** Folder of the gateway's heap snapshots; none without it. */
  readonly snapshots: string | undefined;
}

const DEFAULT_MINUTES = 60;
/** About half of one core of the gateway. */
const DEFAULT_RATE = 200;

export const USAGE = `pnpm soak [options]

Starts PostgreSQL, Redis, a provider, the workspace service and one gateway, sends mixed requests at a fixed rate, and reloads the
configuration and changes policies each minute. Says after an hour whether memory, file descriptors or latency grew, and whether any
answer was wrong or was not recorded. Needs Linux, and Debian's postgresql and redis-server.

  --minutes <n>        how long; ${DEFAULT_MINUTES} by default. Memory and latency are judged from 30 minutes on
  --rate <n>           requests per second; ${DEFAULT_RATE} by default
  --snapshots <folder> write heap snapshots of the gateway after a third of the time and at the end. They pause it, so
                       latency is not that of a run without
  --save               write the result into docs/reliability.md
  --help               this text

Exits with 1 when a check of docs/reliability.md failed.
`;

/** Reads the command line. Throws with a readable message on an unknown option or a bad number. */
export function parseSoakOptions(parameters: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    // `pnpm soak -- --save` hands over the two dashes as well.
    args: parameters.filter((parameter) => parameter !== '--'),
    options: {
      help: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      minutes: { type: 'string', default: String(DEFAULT_MINUTES) },
      rate: { type: 'string', default: String(DEFAULT_RATE) },
      snapshots: { type: 'string' },
    },
  });
  return {
    help: values.help,
    save: values.save,
    minutes: readPositive('minutes', values.minutes),
    rate: readPositive('rate', values.rate),
    snapshots: values.snapshots,
  };
}

function readPositive(option: string, text: string): number {
  const value = Number(text);
  if (!(Number.isFinite(value) && value > 0)) throw new Error(`--${option} must be a number above 0`);
  return value;
}
