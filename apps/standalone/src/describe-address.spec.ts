import { describe, expect, it } from '@jest/globals';
import { describeAddress, isReachableFromOutside } from './describe-address.js';

describe('the address that is shown', () => {
  it.each([
    ['127.0.0.1', 8080, 'http://localhost:8080', false],
    ['::1', 8080, 'http://localhost:8080', false],
    ['localhost', 8081, 'http://localhost:8081', false],
    ['0.0.0.0', 8080, 'http://localhost:8080', true],
    ['::', 8080, 'http://localhost:8080', true],
    ['192.168.1.5', 8080, 'http://192.168.1.5:8080', true],
    ['fd00::5', 8080, 'http://[fd00::5]:8080', true],
    ['gateway.internal', 80, 'http://gateway.internal', true],
  ])('of %s:%i is %s; other machines reach it: %p', (host, port, address, outside) => {
    expect(describeAddress(host, port)).toBe(address);
    expect(isReachableFromOutside(host)).toBe(outside);
  });
});
