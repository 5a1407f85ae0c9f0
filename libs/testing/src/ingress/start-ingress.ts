import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findClosedPort } from '../http/find-closed-port.js';
import { httpRequest } from '../http/http-request.js';
import { PROJECT_ROOT } from '../project-root.js';
import { type Service, spawnService } from '../services/spawn-service.js';
import { waitUntil } from '../wait-until.js';

interface Upstreams {
  readonly gateways: readonly number[];
  readonly workspace: number | readonly number[];
  /** Further variables of Caddy's example. */
  readonly env?: Readonly<Record<string, string>>;
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

const CADDY_PROGRAM = '/usr/bin/caddy';

const example = (file: string): string => readFileSync(join(PROJECT_ROOT, 'deploy', file), 'utf8');

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

function caddy(name: string, program: string): IngressKind {
  return {
    name,
    program,
    start: ({ gateways, workspace, env = {} }) =>
      start(program, (folder, port) => {
        const config = join(folder, 'Caddyfile');
        // Several tests run on one machine: none may take the port of Caddy's own API.
        writeFileSync(config, `{\n\tadmin off\n}\n${example('ingress/Caddyfile')}`);
        return {
          args: ['run', '--adapter', 'caddyfile', '--config', config],
          env: {
            SITE: `:${port}`,
            GATEWAYS: gateways.map((each) => `127.0.0.1:${each}`).join(' '),
            WORKSPACE: listOf(workspace)
              .map((each) => `127.0.0.1:${each}`)
              .join(' '),
            ...env,
          },
        };
      }),
  };
}

const listOf = (ports: number | readonly number[]): readonly number[] => (typeof ports === 'number' ? [ports] : ports);

/** Whole files of nginx around the sites of a test, in a folder of its own. */
function startNginx(sitesAt: (port: number) => string): Promise<Ingress> {
  return start('/usr/sbin/nginx', (folder, port) => {
    // Started by root, its workers would be somebody else, who may not write here.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const main = `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${sitesAt(port)}
}
`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    return { args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'] };
  });
}

const NGINX: IngressKind = {
  name: 'nginx',
  program: '/usr/sbin/nginx',
  start: ({ gateways: [one, two], workspace }) =>
    startNginx((port) => {
      const [first, second = first] = listOf(workspace);
      return replaceAll(example('ingress/nginx.conf'), [
        [/listen 443 ssl;/, `listen 127.0.0.1:${port};`],
        [/^ *ssl_certificate.*\n/m, ''],
        [/^ *ssl_certificate_key.*\n/m, ''],
        [/127\.0\.0\.1:8080/, `127.0.0.1:${one}`],
        [/127\.0\.0\.1:8082/, `127.0.0.1:${two}`],
        [/127\.0\.0\.1:8081/, `127.0.0.1:${first}`],
        [/127\.0\.0\.1:8083/, `127.0.0.1:${second}`],
      ]);
    }),
};

/** The annotations of the chart's Ingress, each as the directive that ingress-nginx makes of it. */
function directivesOfChart(): string {
  const objects = example('helm/fixtures/expected/high-availability.yaml');
  const found = [...objects.matchAll(/^ +nginx\.ingress\.kubernetes\.io\/([a-z-]+): "?([^"\n]+)"?$/gm)];
  if (found.length === 0) throw new Error('the Ingress of the chart has no annotations of ingress-nginx');
  return found
    .map(
      ([, name = '', value]) =>
        `${name === 'proxy-body-size' ? 'client_max_body_size' : name.replaceAll('-', '_')} ${value};`,
    )
    .join('\n  ');
}

/**
 * Proxy that ingress-nginx makes of the chart's Ingress: an nginx with its annotations and its defaults
 * (https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/configmap/).
 */
const INGRESS_NGINX: IngressKind = {
  name: 'ingress-nginx',
  program: '/usr/sbin/nginx',
  start: ({ gateways, workspace }) =>
    startNginx(
      (port) => `
upstream gateways { least_conn; ${gateways.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ')} keepalive 320; }
upstream workspace { ${listOf(workspace)
        .map((each) => `server 127.0.0.1:${each} max_fails=0;`)
        .join(' ')} keepalive 320; }
map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
server {
  listen 127.0.0.1:${port};
  proxy_http_version 1.1;
  proxy_set_header Host $host;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;
  proxy_connect_timeout 5s;
  proxy_next_upstream error timeout;
  proxy_next_upstream_tries 3;
  ${directivesOfChart()}
  location ~ ^/(v1|mcp)(/|$) { proxy_pass http://gateways; }
  location ~ ^/(ui|auth|admin|org|w|scim|hooks|docs|openapi.json)(/|$) { proxy_pass http://workspace; }
  location / { return 404; }
}`,
    ),
};

/** The samples of docs/deploying.md for a path below a host, by their languages. */
function sampleBelowPath(language: string): string {
  const page = readFileSync(join(PROJECT_ROOT, 'docs/deploying.md'), 'utf8');
  const section = page.slice(page.indexOf('### Below a path'));
  const sample = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(section)?.[1];
  if (sample === undefined) throw new Error(`docs/deploying.md has no sample of ${language} for a path`);
  return sample;
}

const NGINX_BELOW_PATH: IngressKind = {
  name: 'nginx',
  program: '/usr/sbin/nginx',
  start: ({ gateways: [gateway], workspace }) =>
    startNginx((port) => {
      const [top = '', inServer = ''] = sampleBelowPath('nginx').split('# In the server');
      const locations = inServer.slice(inServer.indexOf('\n'));
      return `
upstream multilane_gateways { server 127.0.0.1:${gateway}; }
upstream multilane_workspace { server 127.0.0.1:${listOf(workspace)[0]}; }
${top}
server {
  listen 127.0.0.1:${port};
  proxy_http_version 1.1;
  proxy_set_header Host $host;
  ${locations}
  location / { return 404; }
}`;
    }),
};

const CADDY_BELOW_PATH: IngressKind = {
  name: 'Caddy',
  program: CADDY_PROGRAM,
  start: ({ gateways: [gateway], workspace }) =>
    start(CADDY_PROGRAM, (folder, port) => {
      const config = join(folder, 'Caddyfile');
      const site = replaceAll(sampleBelowPath('caddyfile'), [
        [/127\.0\.0\.1:8081/, `127.0.0.1:${listOf(workspace)[0]}`],
        [/127\.0\.0\.1:8080/, `127.0.0.1:${gateway}`],
      ]);
      writeFileSync(config, `{\n\tadmin off\n}\n:${port} {\n${site}\nrespond 404\n}\n`);
      return { args: ['run', '--adapter', 'caddyfile', '--config', config] };
    }),
};

/** Path to which scripts/install-chart-tools.mjs installs the newest Caddy. That of Debian is 2.6. */
const NEWEST_CADDY = join(homedir(), 'go/bin/caddy-2.11.9/caddy');

const present = (kinds: readonly IngressKind[]): readonly IngressKind[] =>
  kinds.filter(({ program }) => existsSync(program));

const CADDY = caddy('Caddy', CADDY_PROGRAM);

/** The proxies that this machine has. */
export const INGRESSES: readonly IngressKind[] = present([CADDY, NGINX]);

/** The newest Caddy beside that of Debian, and the proxy of the chart, as far as this machine has them. */
export const FURTHER_INGRESSES: readonly IngressKind[] = present([
  caddy('the newest Caddy', NEWEST_CADDY),
  INGRESS_NGINX,
]);

/** The proxies of the samples for a path below a host. */
export const INGRESSES_BELOW_PATH: readonly IngressKind[] = present([NGINX_BELOW_PATH, CADDY_BELOW_PATH]);

/** True if Caddy's example is as `caddy fmt` writes it. */
export function isCaddyfileFormatted(): boolean {
  const file = join(PROJECT_ROOT, 'deploy/ingress/Caddyfile');
  return execFileSync(CADDY.program, ['fmt', file], { encoding: 'utf8' }) === readFileSync(file, 'utf8');
}
