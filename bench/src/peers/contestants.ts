import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { REQUEST_HEADERS } from '../build-requests.js';
import { describeGateway } from '../describe-gateway.js';
import { describeOwnServer } from '../describe-own-server.js';
import { findFreePort, type ServerDescription } from '../server-under-test.js';
import { findNginx, type InstallPlace, installLitellm, installPortkey } from './install-peers.js';
import type { ServerName } from './parse-peer-options.js';
import {
  buildLitellmConfig,
  buildLitellmParameters,
  buildNginxConfig,
  buildPortkeyHeaders,
  LITELLM_ENVIRONMENT,
  LITELLM_KEY,
} from './peer-settings.js';

/** A server of the table: how to start it, and how to ask it. */
export interface Contestant {
  readonly server: ServerDescription;
  readonly headers: Readonly<Record<string, string>>;
}

/** Title of a row, and the server that is measured for it or the reason why none is. */
export interface Entry {
  readonly name: ServerName;
  readonly title: string;
  readonly contestant: Contestant | Error;
}

/** Upstream of the servers, and their surroundings. */
export interface ContestantSetup extends InstallPlace {
  readonly upstreamUrl: string;
  /** A temporary directory for logs and generated files. */
  readonly directory: string;
  /** Folder of the benchmark's built programs. */
  readonly programs: string;
  readonly core: number | undefined;
}

type Prepare = (setup: ContestantSetup) => Promise<{ readonly title: string; readonly contestant: Contestant }>;

const onCore = (core: number | undefined) => (core === undefined ? {} : { core });

const prepareProxy =
  (name: 'bare-proxy' | 'parsing-proxy', title: string): Prepare =>
  async (setup) => {
    const server = await describeOwnServer(name, setup, setup.core, [setup.upstreamUrl]);
    return { title, contestant: { server, headers: REQUEST_HEADERS } };
  };

const prepareGateway: Prepare = async ({ upstreamUrl, directory, core }) => {
  const server = await describeGateway(upstreamUrl, directory, core);
  return { title: 'Multilane', contestant: { server, headers: REQUEST_HEADERS } };
};

const prepareNginx: Prepare = async ({ upstreamUrl, directory, core }) => {
  const { command, version } = await findNginx();
  const port = await findFreePort();
  const file = join(directory, 'nginx.conf');
  // Workers of root's nginx become another user, who cannot enter the temporary directory.
  const user = process.getuid?.() === 0 ? userInfo().username : undefined;
  writeFileSync(file, buildNginxConfig(upstreamUrl, port, directory, user));
  const parameters = ['-p', directory, '-c', file, '-e', 'stderr'];
  return {
    title: `nginx ${version}`,
    contestant: {
      server: {
        name: 'nginx',
        command: [...command, ...parameters],
        environment: {},
        port,
        readyPath: '/',
        ...onCore(core),
      },
      headers: REQUEST_HEADERS,
    },
  };
};

const preparePortkey: Prepare = async (setup) => {
  const { command, version } = await installPortkey(setup);
  const [node = process.execPath, ...program] = command;
  const port = await findFreePort();
  const preload = ['--import', join(setup.programs, 'peers/listen-on-loopback.js')];
  return {
    title: `Portkey gateway ${version}`,
    contestant: {
      server: {
        name: 'portkey',
        command: [node, ...preload, ...program, '--headless', `--port=${port}`],
        environment: { NODE_ENV: 'production' },
        port,
        readyPath: '/',
        ...onCore(setup.core),
      },
      headers: { ...REQUEST_HEADERS, ...buildPortkeyHeaders(setup.upstreamUrl) },
    },
  };
};

const prepareLitellm: Prepare = async (setup) => {
  const { command, version } = await installLitellm(setup);
  const port = await findFreePort();
  const file = join(setup.directory, 'litellm.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(buildLitellmConfig(setup.upstreamUrl), null, 2));
  return {
    title: `LiteLLM ${version}`,
    contestant: {
      server: {
        name: 'litellm',
        command: [...command, ...buildLitellmParameters(file, port)],
        environment: { ...LITELLM_ENVIRONMENT, PATH: process.env.PATH ?? '', HOME: setup.directory },
        port,
        readyPath: '/health/readiness',
        ...onCore(setup.core),
      },
      headers: { ...REQUEST_HEADERS, authorization: `Bearer ${LITELLM_KEY}` },
    },
  };
};

const PREPARATIONS: Readonly<Record<ServerName, { readonly title: string; readonly prepare: Prepare }>> = {
  gateway: { title: 'Multilane', prepare: prepareGateway },
  'bare-proxy': { title: 'bare Node proxy', prepare: prepareProxy('bare-proxy', 'bare Node proxy') },
  'parsing-proxy': { title: 'parsing Node proxy', prepare: prepareProxy('parsing-proxy', 'parsing Node proxy') },
  nginx: { title: 'nginx', prepare: prepareNginx },
  portkey: { title: 'Portkey gateway', prepare: preparePortkey },
  litellm: { title: 'LiteLLM', prepare: prepareLitellm },
};

/** Installs and describes the named servers. One that cannot be had is an entry with the reason. */
export async function prepareEntries(names: readonly ServerName[], setup: ContestantSetup): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const name of names) {
    const { title, prepare } = PREPARATIONS[name];
    entries.push({
      name,
      ...(await prepare(setup).catch((error: unknown) => ({
        title,
        contestant: error instanceof Error ? error : new Error(String(error)),
      }))),
    });
  }
  return entries;
}
