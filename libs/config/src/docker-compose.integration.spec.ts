import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Service {
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
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
