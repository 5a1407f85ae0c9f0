import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import fc from 'fast-check';
import { listEntities } from '../list-entities.tools.spec.js';
import { planScan } from '../scan-text.js';
import { FORMS_OF_SERVICES } from './secret-forms.js';

const PLAN = planScan(new Set(['secret']));
const DOCS = readFileSync(join(import.meta.dirname, '../../../../../docs/guardrails.md'), 'utf8');

const found = (text: string): string[] => listEntities(text, PLAN).map(({ value }) => value);

/** Random texts of a form. Marks, which the generator would write as often as all letters together, are left out. */
const examples = (pattern: string, count: number, seed: number): string[] => {
  const form = new RegExp(`^${pattern.replace(/\[\\w[^\]]*\]/g, '[A-Za-z0-9]')}$`);
  return fc.sample(fc.noBias(fc.stringMatching(form)), { numRuns: count, seed });
};

const CONTEXTS: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => `My key is ${key}, is it still valid?`,
  (key) => `export API_KEY="${key}"\ncurl https://api.example.com`,
  (key) => `{"headers":{"x-auth":"${key}"}}`,
  (key) => `curl -H 'Authorization: Bearer ${key}' https://api.example.com`,
  (key) => `(see ${key}). Thanks`,
];

const FORMS = Object.entries(FORMS_OF_SERVICES).flatMap(([service, forms]) =>
  forms.map(([prefix, rest]) => [`${service}: ${prefix}`, prefix, rest] as const),
);

const escaped = (text: string): string => text.replace(/[.+]/g, '\\$&');

/** Of a seed, twenty bytes in hexadecimal digits and in Base64. */
const randomValue = (seed: number, alphabet: string, length: number): string =>
  examples(`[${alphabet}]{${length}}`, 1, seed)[0] ?? '';

const ALPHABET = 'A-Za-z0-9';

const LABELLED: readonly ((value: string) => string)[] = [
  (value) => `password: ${value}`,
  (value) => `DB_PASSWORD=${value}`,
  (value) => `"client_secret": "${value}",`,
  (value) => `api_key = '${value}'`,
  (value) => `const apiKey = "${value}";`,
  (value) => `Authorization: Basic ${value}`,
  (value) => `aws_secret_access_key = ${value}`,
  (value) => `the token is: ${value}.`,
  (value) => `AccountName=store;AccountKey=${value}`,
  (value) => `passphrase := "${value}"`,
];

const NO_SECRETS: readonly string[] = [
  'The secret is out: nobody reads the manual.',
  'password: hunter2',
  'password: correct-horse-battery-staple',
  'Enter your password here.',
  'token_count=1234567890123',
  'max_tokens: 4096, temperature: 0.2',
  'api_key = os.environ["OPENAI_API_KEY"]',
  'const token = process.env.GITHUB_TOKEN_V2;',
  'apiKey: config.providers.openai.apiKey2,',
  `secret: \${{ secrets.DEPLOY_KEY_2026 }}`,
  'password=$DB_PASSWORD_1',
  'OPENAI_API_KEY=sk-...',
  'OPENAI_API_KEY=sk-your-key-here-0123456789abcdef',
  'sk-proj-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'aws_access_key_id = AKIAIOSFODNN7EXAMPLE',
  'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'task-1234567890abcdef1234567890abcdef is done',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  'sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  '"integrity": "sha512-7V5wZc3kq7fC0m2WnS6Gg0bq1lX7Z7l4mCwCkqjDWmUVb0xS6f1v4gQ2cJ3u8Yz9ZP0jvQ8h1nq0dQ=="',
  'id: 123e4567-e89b-42d3-a456-426614174000',
  'trace_id=4bf92f3577b34da6a3ce929d0e0e4736',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  'https://user@example.com/path',
  'postgres://user:password@localhost/db',
  `postgres://\${USER}:\${PASSWORD}@localhost/db`,
  'https://user:xxxx@host/',
  'mailto:someone@example.com',
  'http://localhost:8080/path@2',
  'See https://example.com/a:b@c for the grammar.',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----',
  'BEGIN a new paragraph here',
  'Press the shift key: F12 opens the tools.',
  'The access key lies under the mat, room 12345.',
  'hf_transfer speeds up downloads of models_2024_large',
  'pattern: patABCDEFGH is too short',
  'Die Zugangsdaten (Passwort) bekommst du von Ada.',
  '密码：请联系管理员',
  'ghp_short',
  'github_pattern_matching_in_ruby_3',
  'SKILL SKY SKATE',
  'sk_live_example_key_for_docs_only_1',
  'key-value stores are key-based',
  're_export and re_import are modules',
  'API-VERSION-2024-10-21 is supported',
  'eyJhbGciOiJIUzI1NiJ9 is only a header',
  'version 1.2.3-us2, 0.7.0-us1',
  '12345678:AA is a row of the table',
  'credentials: "include", mode: "cors"',
  'authorization: required for version2.0.1',
  'The token budget is 1_000_000 per month2026.',
  'bearer of bad news2, again',
  'Authorization: AWS4-HMAC-SHA256 Credential=',
  'password: test-credential-0001',
];

/** Texts that begin something at each place, and end nothing. */
const HOSTILE: readonly string[] = [
  ...[
    'sk-',
    'SK.',
    'eyJ/',
    'eyJaaaaaaaaaa.',
    'ATATT3=',
    'ABSK+',
    'glc_/',
    'whsec_=',
    'hooks.slack.com/',
    'a://b:',
    'abcd:',
    '12345678:AA:',
  ],
  ...[
    'password: ',
    'token=',
    'pwd=',
    'pwd=a1b2',
    'token="',
    'pwd: aaaaaaaaaaaaa1 ',
    'A1b2',
    'BEGIN ',
    'BEGIN RSA PRIVATE KEY-----',
    '-----END ',
  ],
];

describe('secrets', () => {
  test('the docs state how many services there are, and how many texts resemble secrets', () => {
    const services = Object.keys(FORMS_OF_SERVICES).length;
    expect(services).toBeGreaterThanOrEqual(60);
    expect(DOCS).toContain(`keys of ${services} services`);
    expect(DOCS).toContain(`Of ${NO_SECRETS.length} texts that resemble secrets`);
  });

  test.each(FORMS)('%s is found whole, wherever it stands', (_name, prefix, rest) => {
    for (const key of examples(escaped(prefix) + rest, 5, 20_261_130)) {
      for (const write of CONTEXTS) expect(found(write(key))).toEqual([key]);
    }
  });

  test.each(LABELLED.map((write) => [write('…'), write] as const))('%s: a random value is found', (_name, write) => {
    for (let seed = 1; seed <= 20; seed++) {
      const value = randomValue(seed, ALPHABET, 16 + seed);
      expect(found(write(value))).toEqual([value]);
    }
  });

  test.each(['RSA PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])(
    'a key in PEM is found to its end: %s',
    (kind) => {
      const body = Array.from({ length: 20 }, (_, line) => randomValue(line + 1, `${ALPHABET}+/`, 64));
      for (const lineBreak of ['\n', '\\n']) {
        const pem = [`-----BEGIN ${kind}-----`, ...body, `-----END ${kind}-----`].join(lineBreak);
        expect(found(`key:\n${pem}\nthat is all`)).toEqual([pem.slice('-----'.length, -'-----'.length)]);
      }
    },
  );

  test.each([
    ['postgres://app:Tr0ub4dor&3@db.internal:5432/app', 'postgres://app:Tr0ub4dor&3'],
    ['mongodb+srv://root:s3cr3tPa55@cluster0.abcde.mongodb.net', 'srv://root:s3cr3tPa55'],
    ['redis://:p4ssw0rdOfRedis@cache:6379', 'redis://:p4ssw0rdOfRedis'],
    ['https://ada:Gh7kLp2x@git.internal/repo.git', 'https://ada:Gh7kLp2x'],
  ])('the credentials of %s are found', (text, secret) => {
    expect(found(text)).toEqual([secret]);
  });

  test.each([
    ['a bot of Telegram', `[1-9]\\d{8}:AA[\\w-]{33}`],
    ['a bot of Discord', '[MNO][\\w-]{24}\\.[\\w-]{6}\\.[\\w-]{38}'],
    ['Terraform', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{67}'],
    ['Entra ID', '[A-Za-z0-9]{3}8Q~[\\w~.-]{33}[A-Za-z0-9]'],
    ['Mailchimp', '[0-9a-f]{32}-us\\d{2}'],
  ])('a key without a prefix is found by its middle: %s', (_name, pattern) => {
    for (const key of examples(pattern, 5, 7)) expect(found(`use ${key} for it`)).toEqual([key]);
  });

  test.each(NO_SECRETS)('nothing is found in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  test.each(HOSTILE)('a text of %j takes time that grows with its length alone', async (shape) => {
    const textOf = (length: number): string => shape.repeat(length / shape.length);
    found(textOf(20_000));
    const text = textOf(200_000);
    // The gateway plans with a microsecond for each character.
    await expectWithin(200, () => processorTimeOf(() => found(text)));
  });
});
