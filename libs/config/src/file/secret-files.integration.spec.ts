import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError } from '../config-error.js';
import { parseConfig } from '../parse-config.js';
import { withSecretFiles } from './secret-files.js';

const URL = 'postgres://multilane:secret@db:5432/multilane';
const KEY = 'pi9K4Egj9gw/R6a5BvylC8PTAC8Jr5nouTKkjleNc9k=';

let folder: string;
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const messageOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'multilane-secrets-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('variables in files', () => {
  it('set keys of the file and references in it, without the line break at their end', () => {
    const env = withSecretFiles({
      DATABASE_URL_FILE: write('database', `${URL}\n`),
      ENCRYPTION_KEY_FILE: write('encryption', `${KEY}\r\n`),
      OUR_KEY_FILE: write('key', 'sk-1\n\n'),
    });
    const { config } = parseConfig('providers: [{ name: a, kind: openai, api_key: "${' + 'OUR_KEY}" }]', { env });
    expect([config.database.url, config.encryption.key]).toEqual([URL, KEY]);
    expect(config.providers[0]).toMatchObject({ api_key: 'sk-1\n' });
  });

  it('lose to a value of the variable itself, and count where that is empty', () => {
    const path = write('level', 'debug');
    expect(withSecretFiles({ LOG_LEVEL: 'warn', LOG_LEVEL_FILE: path }).LOG_LEVEL).toBe('warn');
    expect(withSecretFiles({ LOG_LEVEL: '', LOG_LEVEL_FILE: path }).LOG_LEVEL).toBe('debug');
  });

  it('are read when they are asked for, and not before', () => {
    const env = withSecretFiles({ SSL_CERT_FILE: '/nowhere', DATABASE_URL_FILE: '/nowhere', PORT: '1' });
    expect([env.PORT, env.SSL_CERT_FILE, { ...env }.SSL_CERT]).toEqual(['1', '/nowhere', undefined]);
    expect(messageOf(() => env.DATABASE_URL)).toBe(
      'DATABASE_URL_FILE has a problem:\n  DATABASE_URL_FILE  names a file that cannot be read',
    );
  });

  it('are rejected above 64 KB', () => {
    const env = withSecretFiles({ DATABASE_URL_FILE: write('large', 'x'.repeat(65_537)) });
    expect(messageOf(() => env.DATABASE_URL)).toContain('more than 64 KB');
  });

  it('leave an environment without files alone', () => {
    const env = { PORT: '1', _FILE: 'x', EMPTY_FILE: '' };
    expect(withSecretFiles(env)).toBe(env);
  });
});
