import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Service {
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

const text = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8');
const page = readFileSync(new URL('../../../docs/deploying.md', import.meta.url), 'utf8');
const { services } = parse(text, { merge: true }) as { services: Readonly<Record<string, Service>> };

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
    expect(service.cap_add ?? []).toEqual(
      name === 'postgres' ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'] : [],
    );
    expect(service).not.toHaveProperty('privileged');
  });

  it('publishes the ports of its two services on loopback, and no others', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published).toEqual([
      ['workspace', expect.stringMatching(/^\$\{BIND_ADDRESS:-127\.0\.0\.1\}:8081:8080$/)],
      ['gateway', expect.stringMatching(/^\$\{BIND_ADDRESS:-127\.0\.0\.1\}:8080:8080$/)],
    ]);
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
