import { expect, it } from '@jest/globals';
import {
  completion,
  createIssuerKey,
  jsonReply,
  signToken,
  startIssuer,
  TEST_KEYS,
  untilHolds,
} from '@multilane/testing';
import { HOOK_LIMIT_MS, startPair } from '../start-pair.js';

it(
  'docs/contract/authentication.md#oidc: a JWT of several groups acts as the first mapped team, and a rejected one is logged without the token',
  async () => {
    await using provider = await startIssuer();
    const { issuer } = provider;
    const oidc = {
      issuer: issuer.url,
      audience: 'gateway',
      jwks_url: issuer.keysUrl,
      team_claim: 'groups',
      team_mapping: { 'grp-2': 'support', 'grp-1': 'research' },
    };
    const pair = await startPair(() => ({
      auth: { oidc },
      telemetry: { log_level: 'info' },
      teams: [
        { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] },
        { name: 'support', allowed_models: ['gpt-4o-mini'], api_keys: [{ name: 'desk', key: TEST_KEYS.support }] },
      ],
    }));
    try {
      pair.upstream.setDefault(jsonReply(completion()));
      const claims = { iss: issuer.url, aud: 'gateway', sub: 'ada', exp: Math.floor(Date.now() / 1000) + 60 };
      const key = issuer.issue({ ...claims, groups: ['grp-1', 'grp-2'] });
      expect((await pair.chat({}, { key })).status).toBe(403);
      expect((await pair.chat({}, { key, headers: { 'x-service-team': 'research' } })).status).toBe(200);
      // It is nothing that a provider is sent.
      expect(JSON.stringify(pair.upstream.requests.at(-1)?.headers)).not.toContain('x-service-team');
      const refused = await pair.chat({}, { key, headers: { 'x-service-team': 'sales' } });
      expect([refused.status, refused.json()]).toMatchObject([
        403,
        { error: { code: 'permission_denied', param: 'X-Service-Team' } },
      ]);
      const strange = signToken(createIssuerKey('key-0'), { ...claims, groups: ['grp-1'] });
      expect((await pair.chat({}, { key: strange })).status).toBe(401);
      const countLines = () => pair.gateway.stdout().match(/"a JWT was refused"/g)?.length ?? 0;
      await untilHolds(() => expect(countLines()).toBe(2), 5_000);
      const log = pair.gateway.stdout() + pair.gateway.stderr();
      expect(log).toContain('"reason":"The token does not name this team."');
      expect(log).toContain('"cause":"ERR_JWS_SIGNATURE_VERIFICATION_FAILED"');
      for (const token of [key, strange]) for (const part of token.split('.')) expect(log).not.toContain(part);
    } finally {
      await pair.stop();
    }
  },
  HOOK_LIMIT_MS,
);
