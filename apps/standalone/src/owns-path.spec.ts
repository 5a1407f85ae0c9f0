import { describe, expect, it } from '@jest/globals';
import { isForWorkspace } from './owns-path.js';

describe('one address for both services', () => {
  it.each([
    '/ui',
    '/ui/style.css',
    '/auth/login',
    '/admin',
    '/admin/teams?limit=1',
    '/org',
    '/w/kb',
    '/scim/v2/Users',
    '/hooks/x',
    '/openapi.json',
    '/docs/assets/swagger-ui.css',
    'http://localhost:8080/admin/teams',
  ])('leads to the workspace: %s', (url) => {
    expect(isForWorkspace({ url, headers: {} })).toBe(true);
  });

  it.each(['/', '/v1/models', '/v1/admin', '/health', '/metrics', '/administrator', '/uis', '//admin', '', '*'])(
    'leads to the gateway: %s',
    (url) => {
      expect(isForWorkspace({ url, headers: {} })).toBe(false);
    },
  );

  it('leads a browser at / to the workspace, where the console is, and a program to the gateway', () => {
    expect(isForWorkspace({ url: '/', headers: { accept: 'text/html,application/xhtml+xml' } })).toBe(true);
    expect(isForWorkspace({ url: '/', headers: { accept: '*/*' } })).toBe(false);
  });
});
