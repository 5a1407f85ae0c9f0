import { parseArgs } from 'node:util';

/** The servers of the table, in its order. */
export const SERVERS = ['gateway', 'bare-proxy', 'parsing-proxy', 'nginx', 'portkey', 'litellm'] as const;
export type ServerName = (typeof SERVERS)[number];

/** Options of the command line of `pnpm bench --peers`. */
export interface PeerOptions {
  readonly help: boolean;
  readonly quick: boolean;
  readonly save: boolean;
  readonly only: readonly ServerName[];
}

export const PEER_USAGE = `pnpm bench --peers [options]

Measures the built gateway, two proxies of Node, nginx and other gateways side by side on this machine (about fifteen
minutes, and some more for the first installation).

  --quick        one short round: a smoke test, not figures to quote
  --only <list>  a comma-separated choice of ${SERVERS.join(', ')}
  --save         write the table into docs/performance.md, and in short into docs/comparison.md
  --help         this text

Other gateways are installed once into coverage/peers, with npm and with pip in a virtual environment of Python. nginx is
used if it is installed. A server that is missing or does not work is a row that says why.
`;

const isServer = (name: string): name is ServerName => SERVERS.some((server) => server === name);

/** Reads the command line. Throws with a readable message on an unknown option or server, and on saving a quick run. */
export function parsePeerOptions(parameters: readonly string[]): PeerOptions {
  const { values } = parseArgs({
    // `pnpm bench -- --peers` hands over the two dashes as well.
    args: parameters.filter((parameter) => parameter !== '--'),
    options: {
      peers: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  });
  const names = values.only?.split(',') ?? SERVERS;
  const unknown = names.find((name) => !isServer(name));
  if (unknown !== undefined) throw new Error(`unknown server "${unknown}"; there are ${SERVERS.join(', ')}`);
  if (values.save && (values.quick || values.only !== undefined)) {
    throw new Error('--save writes the table of a full run: leave out --quick and --only');
  }
  const { help, quick, save } = values;
  return { help, quick, save, only: SERVERS.filter((server) => names.includes(server)) };
}
