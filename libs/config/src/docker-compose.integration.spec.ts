import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findClosedPort, hasRedis, spawnService, waitUntil } from '@multilane/testing';
import { parse } from 'yaml';

interface Service {
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly [key: string]: unknown;
}

const text = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
const deploying = readFileSync(new URL('../../../docs/deploying.md', import.meta.url), 'utf8');
const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const script = readFileSync(new URL('../../../deploy/make-secrets.sh', import.meta.url), 'utf8');
const { services, secrets } = parse(text, { merge: true }) as {
  services: Readonly<Record<string, Service>>;
  secrets: Readonly<Record<string, unknown>>;
};

const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
  proxy: ['NET_BIND_SERVICE'],
};

describe('docker-compose.yml', () => {
  it.each(Object.entries(services))('%s runs with no more than it needs', (name, service) => {
    expect(service).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      read_only: true,
      pids_limit: expect.any(Number),
      mem_limit: expect.stringMatching(/^\$\{[A-Z]+_MEMORY:-\d+[mg]\}$/),
      cpus: expect.stringMatching(/^\$\{[A-Z]+_CPUS:-1\}$/),
    });
    expect(service.cap_add ?? []).toEqual(CAPABILITIES[name] ?? []);
    expect(service).not.toHaveProperty('privileged');
  });

  it('publishes the port of the proxy on loopback, and no other', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published).toEqual([['proxy', expect.stringMatching(/^\$\{BIND_ADDRESS:-127\.0\.0\.1\}:8080:8080$/)]]);
  });

  it('has a proxy by the tested Caddyfile, whose variables it sets, and services that trust it alone', () => {
    const { environment = {}, volumes } = services.proxy ?? {};
    expect(volumes).toContain('./deploy/ingress/Caddyfile:/etc/caddy/Caddyfile:ro');
    const caddyfile = readFileSync(new URL('../../../deploy/ingress/Caddyfile', import.meta.url), 'utf8');
    const used = [...caddyfile.matchAll(/\{\$([A-Z]+):/g)].map(([, name]) => name);
    expect(Object.keys(environment).sort()).toEqual([...new Set(used)].sort());
    for (const name of ['workspace', 'gateway']) {
      expect(services[name]?.environment?.TRUST_PROXY).toBe(1);
      expect(Object.values(environment)).toContain(`${name}:8080`);
    }
  });

  it('has a proxy that looks each container of a service up', () => {
    const { environment = {} } = services.proxy ?? {};
    expect(environment.GATEWAYPOOL).toMatch(/^dynamic a gateway 8080 \{\n +refresh 1s\n\}/);
    expect(environment.WORKSPACEPOOL).toMatch(/^dynamic a workspace 8080 \{\n +refresh 1s\n\}/);
  });

  it('passes secrets as files, which one script makes, and none as a variable', () => {
    const listed = Object.keys(secrets);
    expect(Object.entries(secrets)).toEqual(listed.map((name) => [name, { file: `./secrets/${name}` }]));
    const used = Object.values(services).flatMap((service) => service.secrets ?? []);
    expect([...new Set(used)].sort()).toEqual(listed.sort());
    const made = [...script.matchAll(/^(?:make|keep) (\w+)/gm)].map(([, name]) => name);
    expect(made.sort()).toEqual(listed);
    for (const { environment = {}, secrets: own = [] } of Object.values(services)) {
      const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
      for (const [, path] of files) expect(own).toContain(String(path).replace('/run/secrets/', ''));
      expect(Object.keys(environment).filter((name) => /(PASSWORD|KEY|TOKEN|SECRET|_URL)$/.test(name))).toEqual(
        'PUBLIC_BASE_URL' in environment ? ['PUBLIC_BASE_URL'] : [],
      );
    }
    for (const page of [deploying, readme]) expect(page).toContain('deploy/make-secrets.sh');
  });

  it('has gateways of which there can be several', () => {
    for (const key of ['container_name', 'ports', 'hostname']) expect(services.gateway).not.toHaveProperty(key);
    expect(deploying).toContain('--scale gateway=3');
  });

  it('has each limit that may be changed on the page', () => {
    for (const [, name] of text.matchAll(/\$\{([A-Z]+_(?:MEMORY|CPUS)|BIND_ADDRESS):-/g))
      expect(deploying).toContain(`\`${name}\``);
  });
});

describe('deploy/make-secrets.sh', () => {
  it('makes each secret once, takes over those of an older .env, and lets nobody else into the folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'multilane-secrets-'));
    try {
      mkdirSync(join(folder, 'deploy'));
      writeFileSync(join(folder, 'deploy/make-secrets.sh'), script);
      writeFileSync(join(folder, '.env'), 'ENCRYPTION_KEY=of-before=\nOPENAI_API_KEY=sk-1\n');
      const make = () => spawnSync('sh', [join(folder, 'deploy/make-secrets.sh')], { encoding: 'utf8' });
      const read = () =>
        Object.fromEntries(
          Object.keys(secrets).map((name) => [name, readFileSync(join(folder, 'secrets', name), 'utf8')]),
        );
      expect(make()).toMatchObject({ status: 0, stderr: '' });
      const first = read();
      const modeOf = (name: string) => statSync(join(folder, 'secrets', name)).mode & 0o777;
      // Containers read them as other users; who made them enters the keys of providers.
      expect(Object.keys(secrets).map(modeOf)).toEqual(Object.keys(secrets).map(() => 0o644));
      chmodSync(join(folder, 'secrets/gemini_api_key'), 0o444);
      expect(first).toMatchObject({ encryption_key: 'of-before=', openai_api_key: 'sk-1', gemini_api_key: '' });
      expect(first.research_key).toMatch(/^ml-[0-9a-f]{48}$/);
      expect(first.database_url).toBe(`postgres://multilane:${first.postgres_password}@postgres:5432/multilane`);
      expect(first.redis_url).toBe(`redis://:${first.redis_password}@redis:6379`);
      expect(make()).toMatchObject({ status: 0, stderr: '' });
      expect(read()).toEqual(first);
      expect(modeOf('gemini_api_key')).toBe(0o644);
      expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(Object.keys(secrets).sort());
      expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe.each(hasRedis() ? ['Redis'] : [])('%s as docker-compose.yml starts it', () => {
  it('wants the password of its file, and is healthy by it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'multilane-redis-'));
    const port = await findClosedPort();
    writeFileSync(join(folder, 'redis_password'), 'of-the-file');
    /** A container's command, with the folder in place of what only a container has. */
    const here = (command = ''): string =>
      command
        .replaceAll('$$', '$')
        .replaceAll('/run/secrets', folder)
        .replaceAll('/tmp/redis.conf', join(folder, 'redis.conf'))
        .replace(/(exec redis-server \S+)/, `$1 --port ${port} --bind 127.0.0.1 --dir ${folder} --save ''`)
        .replace('redis-cli ping', `redis-cli -p ${port} ping`);
    const env = { PATH: process.env.PATH ?? '' };
    const [shell = '', option = '', command] = services.redis?.command ?? [];
    const server = await spawnService(shell, [option, here(command)], env);
    const run = (text: string) => spawnSync('sh', ['-c', text], { encoding: 'utf8', env });
    try {
      const check = here(services.redis?.healthcheck?.test[1]);
      await waitUntil('a healthy Redis', () => run(check).status === 0 || undefined, 20_000);
      expect(run(`redis-cli -p ${port} ping`).stdout).toContain('NOAUTH');
      expect(await server.stop()).toEqual({ code: 0, signal: null });
    } finally {
      await server.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
