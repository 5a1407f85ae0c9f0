import { describe, expect, it } from '@jest/globals';
import { describeResource, writeChallenge } from './resource-metadata.js';

const ISSUER = 'https://id.example.com/realm';
const HERE = { publicBaseUrl: 'https://ai.example.com', issuer: ISSUER };
const BELOW = { publicBaseUrl: 'https://ai.example.com/gateway/', issuer: ISSUER };

// docs/contract/mcp.md#sign-in-of-clients
describe('the metadata of the MCP endpoint', () => {
  it.each([
    ['', HERE, 'https://ai.example.com'],
    ['/mcp', HERE, 'https://ai.example.com/mcp'],
    ['/mcp/', HERE, 'https://ai.example.com/mcp'],
    ['/mcp/tickets', HERE, 'https://ai.example.com/mcp/tickets'],
    ['/mcp', BELOW, 'https://ai.example.com/gateway/mcp'],
    ['/gateway/mcp', BELOW, 'https://ai.example.com/gateway/mcp'],
    ['/gateway/mcp/tickets', BELOW, 'https://ai.example.com/gateway/mcp/tickets'],
  ])('of the path %j name the resource and the identity provider', (path, settings, resource) => {
    expect(describeResource(path, settings)).toEqual({
      resource,
      authorization_servers: [ISSUER],
      bearer_methods_supported: ['header'],
    });
  });

  it.each(['/v1', '/mcp/a/b', '/mcp/A', '/mcp/a"b', `/mcp/${'a'.repeat(33)}`, '/gateway/mcp', '//mcp', '/mcpx'])(
    'do not exist for %j',
    (path) => {
      expect(describeResource(path, HERE)).toBeUndefined();
    },
  );

  it.each([
    { publicBaseUrl: undefined, issuer: ISSUER },
    { publicBaseUrl: HERE.publicBaseUrl, issuer: undefined },
  ])('do not exist with %j: nothing is named that the configuration does not name', (settings) => {
    expect(describeResource('/mcp', settings)).toBeUndefined();
    expect(writeChallenge('/mcp', settings, false)).toBeUndefined();
  });

  it.each([
    ['/mcp', HERE, false, 'Bearer resource_metadata="https://ai.example.com/.well-known/oauth-protected-resource/mcp"'],
    [
      '/mcp/tickets/',
      HERE,
      true,
      'Bearer error="invalid_token", resource_metadata="https://ai.example.com/.well-known/oauth-protected-resource/mcp/tickets"',
    ],
    [
      '/mcp/a%22b',
      BELOW,
      false,
      'Bearer resource_metadata="https://ai.example.com/gateway/.well-known/oauth-protected-resource/mcp"',
    ],
  ])('are named by a refusal at %j', (path, settings, hadToken, expected) => {
    expect(writeChallenge(path, settings, hadToken)).toBe(expected);
  });
});
