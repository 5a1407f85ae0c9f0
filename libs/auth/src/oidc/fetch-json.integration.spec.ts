import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findClosedPort, startIssuer } from '@multilane/testing';
import { createJwtAuthenticator } from './authenticate-jwt.js';
import { createFetchJson } from './fetch-json.js';

describe('createFetchJson', () => {
  let answer: RequestListener;
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    answer(request, response);
  });
  let url: string;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  });
  beforeEach(() => {
    paths.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('reads a document', async () => {
    answer = (_, response) => response.end('{"a":["é"]}');
    expect(await createFetchJson()(url)).toEqual({ a: ['é'] });
  });

  it('follows no redirect', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end('{}');
    await expect(createFetchJson()(url)).rejects.toThrow();
    expect(paths).toEqual(['/keys']);
  });

  it.each([204, 304, 404, 500])('does not take a %i for a document', async (status) => {
    answer = (_, response) => response.writeHead(status).end();
    await expect(createFetchJson()(url)).rejects.toThrow();
  });

  it('reads no more than it may, whatever length is announced', async () => {
    answer = (_, response) => {
      response.on('error', () => undefined);
      for (let part = 0; part < 100; part++) response.write('"'.repeat(1000));
    };
    await expect(createFetchJson({ maxBytes: 10_000 })(url)).rejects.toThrow('more than 10000 bytes');
  });

  it.each<[string, RequestListener]>([
    ['that does not come', () => undefined],
    ['that does not end', (_, response) => response.write('{')],
  ])('waits no longer than it may for an answer %s', async (_rule, silence) => {
    answer = silence;
    const start = performance.now();
    await expect(createFetchJson({ timeoutMs: 100 })(url)).rejects.toThrow();
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it.each(['file:///etc/passwd', 'data:application/json,{}', 'keys', ''])(
    'fetches nothing from %j',
    async (address) => {
      await expect(createFetchJson()(address)).rejects.toThrow('only http and https');
    },
  );

  it('rejects where nobody listens', async () => {
    await expect(createFetchJson()(`http://127.0.0.1:${await findClosedPort()}/`)).rejects.toThrow();
  });
});

describe('a token of an issuer behind HTTP', () => {
  it('is verified by discovery, through a rotation, and while the issuer is away', async () => {
    await using running = await startIssuer('RS256');
    const { issuer } = running;
    const { authenticate, warmUp } = createJwtAuthenticator({
      issuer: issuer.url,
      audience: 'multilane',
      teamClaim: 'team',
      teamMapping: {},
      roleClaim: 'role',
      adminRole: 'admin',
      findTeam: (teamName) => ({ teamName }),
      fetchJson: createFetchJson(),
    });
    await warmUp();
    const exp = Math.floor(Date.now() / 1000) + 60;
    const issue = (jti: string) => issuer.issue({ iss: issuer.url, aud: 'multilane', team: 'research', exp, jti });
    const admit = async (token: string) => authenticate(token, Date.now());

    expect(await admit(issue('first'))).toMatchObject({ teamName: 'research', role: 'member' });
    issuer.rotate();
    expect(await admit(issue('rotated'))).toMatchObject({ teamName: 'research' });
    issuer.away = true;
    expect(await admit(issue('away'))).toMatchObject({ teamName: 'research' });
  });
});
