import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkConfig } from '../check-config.js';
import { readEnvironment, resolveConfigPath } from '../environment.js';
import { loadConfigFile } from './load-config-file.js';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'multilane-config-'));
  path = join(directory, 'gateway.yaml');
});

afterEach(() => rmSync(directory, { recursive: true }));

describe('loadConfigFile', () => {
  it('reads a file and identifies its text', () => {
    writeFileSync(path, 'server: { port: 1 }');
    const first = loadConfigFile(path, {});
    expect(first.config.server.port).toBe(1);
    expect(loadConfigFile(path, {}).fingerprint).toBe(first.fingerprint);
    writeFileSync(path, 'server: { port: 2 }');
    expect(loadConfigFile(path, {}).fingerprint).not.toBe(first.fingerprint);
  });

  it('names the file in its problems', () => {
    writeFileSync(path, '\nserver: { prot: 1 }');
    expect(() => loadConfigFile(path, {})).toThrow(`${path}:2  server.prot: is not a known key; did you mean port?`);
  });

  it('says that a file does not exist, or cannot be read', () => {
    expect(() => loadConfigFile(path, {})).toThrow(`${path}  does not exist`);
    expect(() => loadConfigFile(directory, {})).toThrow(`${directory}  cannot be read`);
  });

  it('takes the environment of the process unless it is given one', () => {
    writeFileSync(path, 'organization: { name: x }');
    const { PORT } = readEnvironment();
    expect(loadConfigFile(path).config.server.port).toBe(PORT ? Number(PORT) : 8080);
  });
});

describe('resolveConfigPath', () => {
  it('is GATEWAY_CONFIG, else gateway.yaml', () => {
    expect(resolveConfigPath({ GATEWAY_CONFIG: '/etc/g.yaml' })).toBe('/etc/g.yaml');
    expect(resolveConfigPath({ GATEWAY_CONFIG: '' })).toBe('gateway.yaml');
  });
});

describe('gateway:check', () => {
  it('counts what a valid file holds and exits 0', () => {
    writeFileSync(
      path,
      'models: [{ logical_name: m, provider: simulator, upstream_model: s }]\nteams: [{ name: a }, { name: b }]',
    );
    expect(checkConfig([path], {})).toEqual({
      exitCode: 0,
      output:
        'gateway.yaml is valid: 1 model, 0 virtual models, 0 providers, 0 routing configs, 2 teams, 0 keys, 0 guardrails.\n',
    });
  });

  it('lists the problems of an invalid one and exits 1', () => {
    writeFileSync(path, 'modles: []');
    expect(checkConfig([path], {})).toEqual({
      exitCode: 1,
      output: `${path} has a problem:\n  ${path}:1  modles: is not a known key; did you mean models?\n`,
    });
  });

  it.each([
    [['--help'], 0],
    [['-h', 'file'], 0],
    [[], 1],
    [['--quiet'], 1],
    [['one', 'two'], 1],
  ])('explains itself for %j and exits %i', (args, exitCode) => {
    expect(checkConfig(args, {})).toEqual({ exitCode, output: expect.stringMatching(/^Usage: gateway:check <file>/) });
  });
});
