import { describe, expect, it } from '@jest/globals';
import { ServerHealth } from './server-health.js';
import type { UpstreamFailure } from './upstreams/upstream-failure.js';

const SUBJECT = { organizationId: 'o', serverKey: 's', serverId: 's' };
const failure = (reason: UpstreamFailure['reason'], more: Partial<UpstreamFailure> = {}): UpstreamFailure => ({
  reason,
  message: 'It failed.',
  ...more,
});

function open() {
  const noted: boolean[] = [];
  const health = new ServerHealth(SUBJECT, (_health, isNew) => noted.push(isNew));
  return { health, noted };
}

// docs/contract/mcp.md#states
describe('the health of a server', () => {
  it.each([
    ['list', 'http_status', 'failing'],
    ['list', 'rpc_error', 'failing'],
    ['call', 'http_status', 'failing'],
    ['call', 'credential', 'failing'],
    ['call', 'time_limit', 'failing'],
    ['call', 'session_lost', 'failing'],
    ['call', 'not_understood', 'failing'],
    ['call', 'unreachable', 'failing'],
    ['call', 'rpc_error', 'reachable'],
    ['call', 'input_required', 'reachable'],
    ['call', 'too_long', 'reachable'],
  ] as const)('is, after a %s that failed by %s: %s', (asked, reason, state) => {
    const { health } = open();
    health.failed(failure(reason), asked);
    expect([health.state, health.last?.failure.reason, health.last?.asked]).toEqual([state, reason, asked]);
  });

  it('is reachable again after an answer, since then, and keeps the last failure', () => {
    const { health } = open();
    health.failed(failure('http_status', { status: 500 }), 'list');
    const failingSince = health.since;
    health.succeeded();
    const reachableSince = health.since;
    health.succeeded();
    expect(health.state).toBe('reachable');
    expect(reachableSince).toBeGreaterThanOrEqual(failingSince);
    expect(health.since).toBe(reachableSince);
    expect(health.last?.failure.status).toBe(500);
  });

  it('is news where the state, the reason, the status or the code changes, and not where it goes on', () => {
    const { health, noted } = open();
    health.succeeded();
    health.succeeded();
    health.failed(failure('http_status', { status: 500 }), 'call');
    health.failed(failure('http_status', { status: 500 }), 'call');
    health.failed(failure('http_status', { status: 502 }), 'call');
    health.failed(failure('http_status', { status: 502 }), 'list');
    health.succeeded();
    expect(noted).toEqual([true, false, true, false, true, true, true]);
  });
});
