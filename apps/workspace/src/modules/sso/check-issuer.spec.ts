import { describe, expect, it } from '@jest/globals';
import { parseAllowedNetworks } from '@multilane/egress';
import { findIssuerProblem } from './check-issuer.js';

const NONE = parseAllowedNetworks([]);
const LOOPBACK = parseAllowedNetworks(['127.0.0.1/32']);

describe('findIssuerProblem', () => {
  it.each(['https://login.example.com', 'https://login.example.com/tenant/v2.0', 'https://login.example.com:8443/'])(
    'lets %s through',
    (issuer) => expect(findIssuerProblem(issuer, NONE)).toBeUndefined(),
  );

  it.each([
    ['http://login.example.com', 'must be an https address'],
    ['https://login.example.com/?x=1', 'must not contain a query or a fragment'],
    ['https://login.example.com/#x', 'must not contain a query or a fragment'],
    ['https://me:secret@login.example.com', 'must not contain a user name or password'],
    ['ftp://login.example.com', 'must be an absolute http or https URL'],
    ['javascript:alert(1)', 'must be an absolute http or https URL'],
    ['https://login.example.com/ x', 'must be an absolute http or https URL'],
    ['https://login.example.com/.well-known/openid-configuration', expect.stringContaining('must be the issuer')],
    ['https://127.0.0.1', expect.stringContaining('is refused')],
    ['https://169.254.169.254/latest', expect.stringContaining('is refused')],
    ['https://[::1]/', expect.stringContaining('is refused')],
    ['https://2130706433/', expect.stringContaining('is refused')],
    ['https://localhost/', expect.stringContaining('is refused')],
  ])('finds the problem of %s', (issuer, problem) => expect(findIssuerProblem(issuer, NONE)).toEqual(problem));

  it('lets http through on a private address that the operator allows, and on no other', () => {
    expect(findIssuerProblem('http://127.0.0.1:8080/realms/x', LOOPBACK)).toBeUndefined();
    expect(findIssuerProblem('http://127.0.0.2:8080/realms/x', LOOPBACK)).toContain('is refused');
    expect(findIssuerProblem('http://login.example.com', LOOPBACK)).toBe('must be an https address');
  });
});
