import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findClosedPort } from '../http/find-closed-port.js';
import { httpRequest } from '../http/http-request.js';
import { PROJECT_ROOT } from '../project-root.js';
import { type Service, spawnService } from '../services/spawn-service.js';
import { waitUntil } from '../wait-until.js';

interface Upstreams {
  readonly gateways: readonly number[];
  readonly workspace: number;
}

/** A proxy of the examples in deploy/ingress, on a port of this machine and without TLS. */
export interface Ingress {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

interface IngressKind {
  readonly name: string;
  readonly program: string;
  start(upstreams: Upstreams): Promise<Ingress>;
}

const example = (file: string): string => readFileSync(join(PROJECT_ROOT, 'deploy/ingress', file), 'utf8');

function replaceAll(text: string, replacements: readonly (readonly [RegExp, string])[]): string {
  return replacements.reduce((changed, [pattern, value]) => {
    if (changed.search(pattern) === -1) throw new Error(`the example has nothing like ${pattern}`);
    return changed.replace(pattern, value);
  }, text);
}

async function start(
  program: string,
  run: (folder: string, port: number) => { readonly args: readonly string[]; readonly env?: Record<string, string> },
): Promise<Ingress> {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-ingress-'));
  const port = await findClosedPort();
  const { args, env = {} } = run(folder, port);
  const service: Service = await spawnService(program, args, { HOME: folder, ...env });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(
    `${program} to listen (${service.stderr()})`,
    async () => (await httpRequest({ url: `${url}/metrics` }).catch(() => undefined))?.status === 404 || undefined,
    20_000,
  );
  return {
    url,
    port,
    stop: async () => {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const CADDY: IngressKind = {
  name: 'Caddy',
  program: '/usr/bin/caddy',
  start: ({ gateways, workspace }) =>
    start('/usr/bin/caddy', (folder, port) => {
      const config = join(folder, 'Caddyfile');
      // Several tests run on one machine: none may take the port of Caddy's own API.
      writeFileSync(config, `{\n\tadmin off\n}\n${example('Caddyfile')}`);
      return {
        args: ['run', '--adapter', 'caddyfile', '--config', config],
        env: {
          SITE: `:${port}`,
          GATEWAYS: gateways.map((each) => `127.0.0.1:${each}`).join(' '),
          WORKSPACE: `127.0.0.1:${workspace}`,
        },
      };
    }),
};

const NGINX: IngressKind = {
  name: 'nginx',
  program: '/usr/sbin/nginx',
  start: ({ gateways: [one, two], workspace }) =>
    start('/usr/sbin/nginx', (folder, port) => {
      const sites = replaceAll(example('nginx.conf'), [
        [/listen 443 ssl;/, `listen 127.0.0.1:${port};`],
        [/^ *ssl_certificate.*\n/m, ''],
        [/^ *ssl_certificate_key.*\n/m, ''],
        [/127\.0\.0\.1:8080/, `127.0.0.1:${one}`],
        [/127\.0\.0\.1:8082/, `127.0.0.1:${two}`],
        [/127\.0\.0\.1:8081/, `127.0.0.1:${workspace}`],
      ]);
      // Started by root, its workers would be somebody else, who may not write here.
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      const main = `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${sites}
}
`;
      writeFileSync(join(folder, 'nginx.conf'), main);
      return { args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'] };
    }),
};

/** The proxies that this machine has. */
export const INGRESSES: readonly IngressKind[] = [CADDY, NGINX].filter(({ program }) => existsSync(program));

/** Whether Caddy's example is as `caddy fmt` writes it. */
export function isCaddyfileFormatted(): boolean {
  const file = join(PROJECT_ROOT, 'deploy/ingress/Caddyfile');
  return execFileSync(CADDY.program, ['fmt', file], { encoding: 'utf8' }) === readFileSync(file, 'utf8');
}
