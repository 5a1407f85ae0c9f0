import { describe, expect, it } from '@jest/globals';
import { cleanEnvironment, prependPath } from './environment.mjs';

describe('cleanEnvironment', () => {
  it('drops what npm sets for the script it runs', () => {
    const fromNpm = {
      npm_lifecycle_event: 'start',
      npm_package_name: 'multilane',
      npm_execpath: '/npm-cli.js',
      npm_config_user_agent: 'npm/11',
      INIT_CWD: '/somewhere',
      NODE: '/usr/bin/node',
    };
    expect(cleanEnvironment(fromNpm)).toEqual({});
  });

  it.each(['global', 'prefix', 'local_prefix', 'omit', 'production', 'workspace', 'dry_run', 'package_lock_only'])(
    'drops npm_config_%s, which would send a nested install elsewhere',
    (setting) => {
      expect(cleanEnvironment({ [`npm_config_${setting}`]: 'true' })).toEqual({});
    },
  );

  it.each([
    'registry',
    '@scope:registry',
    '//packages.example/:_authToken',
    'proxy',
    'https_proxy',
    'noproxy',
    'cafile',
    'strict_ssl',
    'userconfig',
    'ignore_scripts',
  ])('keeps npm_config_%s and repeats it for pnpm', (setting) => {
    expect(cleanEnvironment({ [`npm_config_${setting}`]: 'value' })).toEqual({
      [`npm_config_${setting}`]: 'value',
      [`pnpm_config_${setting}`]: 'value',
    });
  });

  it('recognises settings in capitals', () => {
    expect(cleanEnvironment({ NPM_CONFIG_GLOBAL: 'true', NPM_CONFIG_USERCONFIG: '/npmrc' })).toMatchObject({
      NPM_CONFIG_USERCONFIG: '/npmrc',
    });
    expect(cleanEnvironment({ NPM_CONFIG_GLOBAL: 'true' })).toEqual({});
  });

  it("leaves a setting that is pnpm's own as it is", () => {
    const environment = { npm_config_registry: 'one', pnpm_config_registry: 'two' };
    expect(cleanEnvironment(environment)).toEqual(environment);
  });

  it('hands no empty setting to pnpm', () => {
    expect(cleanEnvironment({ npm_config_noproxy: '' })).toEqual({ npm_config_noproxy: '' });
  });

  it('keeps everything that is not about npm', () => {
    const environment = { PATH: '/bin', HOME: '/root', HTTPS_PROXY: 'proxy', NODE_OPTIONS: '--trace-warnings' };
    expect(cleanEnvironment(environment)).toEqual(environment);
  });
});

describe('prependPath', () => {
  it('puts the folders before what PATH has', () => {
    expect(prependPath({ PATH: '/bin:/sbin' }, ['/a', '/b'], ':').PATH).toBe('/a:/b:/bin:/sbin');
  });

  it('leaves no empty entry, which would mean the current folder', () => {
    expect(prependPath({}, ['/a'], ':').PATH).toBe('/a');
    expect(prependPath({ PATH: '' }, ['/a'], ':').PATH).toBe('/a');
  });
});
