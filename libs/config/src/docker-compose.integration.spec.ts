import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Service {
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly [key: string]: unknown;
}

const text = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
const page = readFileSync(new URL('../../../docs/deploying.md', import.meta.url), 'utf8');
const { services } = parse(text, { merge: true }) as { services: Readonly<Record<string, Service>> };

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

  it('has a password for Redis, which the services give', () => {
    expect(services.redis?.command).toEqual([
      'redis-server',
      '--requirepass',
      expect.stringContaining('REDIS_PASSWORD:?'),
    ]);
    for (const name of ['workspace', 'gateway']) {
      expect(services[name]?.environment?.REDIS_URL).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]*\}@redis:6379$/);
    }
  });

  it('demands nothing that the page and its own head do not say how to make', () => {
    const demanded = new Set([...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name));
    const made = page.match(/cat > \.env <<END\n(.*?)END/s)?.[1] ?? '';
    const head = text.match(/^# +printf '(.*)' \\$/m)?.[1] ?? '';
    expect(demanded.size).toBeGreaterThan(2);
    for (const name of demanded) {
      expect(made).toContain(`${name}=`);
      expect(head).toContain(`${name}=`);
    }
  });

  it('has each limit that may be changed on the page', () => {
    for (const [, name] of text.matchAll(/\$\{([A-Z]+_(?:MEMORY|CPUS)|BIND_ADDRESS):-/g))
      expect(page).toContain(`\`${name}\``);
  });
});
