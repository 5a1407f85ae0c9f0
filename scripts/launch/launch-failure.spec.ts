import { describe, expect, it } from '@jest/globals';
import { explainFetchFailure, isNetworkFailure } from './launch-failure.mjs';

describe('explainFetchFailure', () => {
  it.each([
    ['npm error code ENOTFOUND\nnpm error errno ENOTFOUND', 'could not be reached'],
    ['npm error code ECONNREFUSED', 'could not be reached'],
    ['error sending request: client error (Connect): dns error', 'could not be reached'],
    ['Error: ERR_PNPM_NO_OFFLINE_TARBALL', 'could not be reached'],
    ['npm error code UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'cafile'],
    ['npm error code E401', 'refused access'],
    ['npm error code ETARGET', 'does not have this version'],
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code EACCES', 'cannot be written'],
  ])('%j is explained by "%s"', (output, explanation) => {
    expect(explainFetchFailure(output)).toContain(explanation);
  });

  it('points at the output when it knows no cause', () => {
    expect(explainFetchFailure('ERR_PNPM_OUTDATED_LOCKFILE')).toBe('The output below says why.');
  });
});

describe('isNetworkFailure', () => {
  it('tells a registry that does not answer from one that says no', () => {
    expect(isNetworkFailure('npm error code ETIMEDOUT')).toBe(true);
    expect(isNetworkFailure('npm error code E404\nnpm error 404 Not Found - GET /-/ping')).toBe(false);
  });
});
