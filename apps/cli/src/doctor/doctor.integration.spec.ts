import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findClosedPort, testEncryptionKey } from '@multilane/testing';
import { EXIT } from '../exit-codes.js';
import { runCli } from '../run-cli.js';
import { judge } from './examine-database.js';
import { judgeCertificate } from './examine-public-address.js';
import type { Finding } from './finding.js';

/** No name of this domain has an address (RFC 6761). */
const NOWHERE = 'database.invalid';

const opened: Server[] = [];

/** A server that says what `answer` makes of what it is sent. */
async function serve(answer: (said: string) => string): Promise<number> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (said) => socket.write(Buffer.from(answer(said.toString('latin1')), 'latin1')));
  });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function serveHttp(status: number): Promise<number> {
  const server = createHttpServer((_request, response) => void response.writeHead(status).end('{}'));
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** PostgreSQL's message of an error: severity, code, text. */
const postgresError = (code: string): string => {
  const fields = `SFATAL\0C${code}\0Mno\0\0`;
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return `E${length.toString('latin1')}${fields}`;
};

describe('doctor', () => {
  let folder: string;
  /** Nothing listens here; the service would. */
  let own: number;
  let closed: number;

  beforeAll(async () => {
    own = await findClosedPort();
    closed = await findClosedPort();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-doctor-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    for (const server of opened.splice(0)) server.close();
  });
  afterAll(() => {
    for (const server of opened.splice(0)) server.close();
  });

  const look = async (yaml: string | undefined, mode = 0o600, environment: Record<string, string> = {}) => {
    const path = join(folder, 'gateway.yaml');
    if (yaml !== undefined) {
      writeFileSync(path, yaml);
      chmodSync(path, mode);
    }
    const out: string[] = [];
    const exitCode = await runCli(['doctor', '--json', '--config', path], {
      environment: { XDG_CONFIG_HOME: folder, ...environment },
      signal: new AbortController().signal,
      exitCode: EXIT.done,
      terminal: {
        write: (text) => void out.push(text),
        writeError: () => undefined,
        readSecret: () => Promise.resolve(''),
      },
    });
    return { exitCode, findings: (JSON.parse(out.join('')) as { findings: Finding[] }).findings };
  };
  const codes = async (...args: Parameters<typeof look>) =>
    (await look(...args)).findings.filter(({ level }) => level !== 'ok').map(({ code }) => code);

  const KEY = testEncryptionKey(3);
  const server = (more = '') => `server: { host: 127.0.0.1, port: ${own}${more} }\nencryption: { key: ${KEY} }\n`;
  const MODELS = 'models: [{ logical_name: m, provider: simulator, upstream_model: simulator }]\n';
  const database = (port: number, host = '127.0.0.1') =>
    `${server()}${MODELS}database: { url: "postgres://u:secret-of-the-test@${host}:${port}/d" }\n`;
  const redis = (port: number, host = '127.0.0.1') =>
    `${server()}${MODELS}redis: { url: "redis://:secret-of-the-test@${host}:${port}" }\n`;
  const provider = (url: string) =>
    `${server()}providers: [{ name: own, kind: groq, api_key: gsk-of-the-test, base_url: "${url}" }]\nmodels: [{ logical_name: m, provider: own, upstream_model: x }]\n`;

  it('has nothing to say against what works', async () => {
    expect(await codes(`${server()}${MODELS}`)).toEqual([]);
  });

  const faults: readonly [name: string, code: string, plant: () => Promise<string | undefined> | string | undefined][] =
    [
      ['a file that is not there', 'config_missing', () => undefined],
      ['a file with a mistake', 'config_invalid', () => 'serverr: {}\n'],
      ['a database without encryption', 'encryption_key_missing', () => database(closed).replace(/encryption.*\n/, '')],
      ['no model at all', 'no_models', () => server()],
      [
        'authorities that are not there',
        'ca_file_missing',
        () => `${server()}${MODELS}network: { ca_file: ${join(folder, 'no.pem')} }\n`,
      ],
      [
        'a port that another program uses',
        'port_in_use',
        async () => `server: { host: 127.0.0.1, port: ${await serveHttp(200)} }\n${MODELS}`,
      ],
      ['an address of another machine', 'host_not_here', () => `server: { host: 192.0.2.1, port: 0 }\n${MODELS}`],
      ['a database host without address', 'database_dns', () => database(5432, NOWHERE)],
      ['a database that does not run', 'database_refused', () => database(closed)],
      [
        'a wrong database password',
        'database_password',
        async () => database(await serve(() => postgresError('28P01'))),
      ],
      [
        'a database that was not created',
        'database_missing',
        async () => database(await serve(() => postgresError('3D000'))),
      ],
      ['a Redis host without address', 'redis_dns', () => redis(6379, NOWHERE)],
      ['a Redis that does not run', 'redis_refused', () => redis(closed)],
      ['a wrong Redis password', 'redis_password', async () => redis(await serve(() => '-WRONGPASS invalid\r\n'))],
      [
        'a Redis with a wrong clock',
        'redis_clock',
        async () => redis(await serve(() => '+OK\r\n+PONG\r\n*2\r\n$4\r\n1000\r\n$1\r\n0\r\n')),
      ],
      ['what is no Redis', 'redis_no_redis', async () => redis(await serve(() => '-ERR unknown\r\n'))],
      ['a provider host without address', 'provider_dns', () => provider(`https://${NOWHERE}/v1`)],
      ['a provider on a port that nothing calls', 'provider_unreachable', () => provider('http://127.0.0.1:1/v1')],
      [
        'a key that no header may have',
        'provider_header',
        () => provider(`http://127.0.0.1:${closed}/v1`).replace('gsk-of-the-test', '"gsk-of-the-\\ntest"'),
      ],
      ['a provider that is away', 'provider_unreachable', () => provider(`http://127.0.0.1:${closed}/v1`)],
      [
        'a key that the provider rejects',
        'provider_key_rejected',
        async () => provider(`http://127.0.0.1:${await serveHttp(401)}/v1`),
      ],
      [
        'a public address without DNS',
        'public_address_dns',
        () => `${server(`, public_base_url: "https://${NOWHERE}"`)}${MODELS}`,
      ],
      [
        'a public address without TLS',
        'public_address_plain',
        () => `${server(', public_base_url: "http://ai.example.com"')}${MODELS}`,
      ],
    ];

  it.each(faults)('names %s', async (_name, code, plant) => {
    const yaml = await plant();
    const { exitCode, findings } = await look(yaml);
    const found = findings.find((finding) => finding.code === code);
    expect([findings.map((finding) => finding.code), found?.advice]).toEqual([
      expect.arrayContaining([code]),
      expect.stringMatching(/\w/),
    ]);
    expect(exitCode).toBe(findings.some(({ level }) => level === 'error') ? EXIT.failed : EXIT.done);
    expect(JSON.stringify(findings)).not.toMatch(/-of-the-test/);
  });

  it('names files that everybody may read', async () => {
    expect(await codes(`${server()}${MODELS}`, 0o644)).toEqual(['config_permissions']);
  });

  const answer = { version: 160_000, now: '1000', read_only: false, may_create: true };

  it.each([
    ['database_old', { ...answer, version: 130_000 }],
    ['database_read_only', { ...answer, read_only: true }],
    ['database_permissions', { ...answer, may_create: false }],
    ['database_clock', { ...answer, now: '900000' }],
    ['ok', answer],
  ])('judges a database: %s', (code, given) => {
    expect(judge(given, 1_000).map((finding) => finding.code)).toEqual([code]);
  });

  it.each([
    ['certificate_expired', { code: 'CERT_HAS_EXPIRED' }],
    ['certificate_name', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    ['certificate_untrusted', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ['certificate_ends_soon', { validTo: 86_400_000 }],
    ['public_address_unreachable', { code: 'ECONNRESET' }],
    ['ok', { validTo: 30 * 86_400_000 }],
  ])('judges a certificate: %s', (code, outcome) => {
    expect(judgeCertificate('ai.example.com', outcome, 0).code).toBe(code);
  });
});
