import { describe, expect, it } from '@jest/globals';
import { Metrics } from '@multilane/telemetry';
import type { WorkspaceServices } from './services/workspace-services.js';
import { workspaceStatus } from './workspace-status.js';

function setUp() {
  const state = { now: 0, isAvailable: true, channel: [] as string[], failing: [] as string[] };
  const database = { isAvailable: async () => state.isAvailable };
  const metrics = new Metrics();
  const tasks = { failing: () => state.failing.map((task) => ({ task })) };
  const services = { database, degradedChannel: () => state.channel, metrics, tasks } as unknown as WorkspaceServices;
  return { state, status: workspaceStatus(services, () => state.now) };
}

describe('readiness of the workspace (docs/contract/operations.md#readiness)', () => {
  it('is ready, and not degraded, with its database', async () => {
    const { status } = setUp();
    expect([await status.problem(), status.degraded?.()]).toEqual([undefined, []]);
  });

  it('is ready but degraded while the database has been away for 30 s or less, and then not ready', async () => {
    const { state, status } = setUp();
    state.isAvailable = false;
    await status.problem();
    state.now = 30_000;
    expect([await status.problem(), status.degraded?.()]).toEqual([undefined, ['postgres']]);
    state.now = 30_001;
    expect(await status.problem()).toBe('the database is away');
  });

  it('counts the absence from the first check that failed, though nobody asked for an hour before', async () => {
    const { state, status } = setUp();
    state.now = 3_600_000;
    state.isAvailable = false;
    expect(await status.problem()).toBeUndefined();
    state.now += 30_001;
    expect(await status.problem()).toBe('the database is away');
  });

  it('is degraded while a background task fails, which it names', async () => {
    const { state, status } = setUp();
    state.failing = ['job_queues'];
    state.channel = ['redis'];
    expect([await status.problem(), status.degraded?.()]).toEqual([undefined, ['redis', 'job_queues']]);
  });

  it('counts again once the database was there again', async () => {
    const { state, status } = setUp();
    state.isAvailable = false;
    await status.problem();
    state.isAvailable = true;
    await status.problem();
    state.isAvailable = false;
    state.now = 90_000;
    expect(await status.problem()).toBeUndefined();
  });

  it('says that Redis is unavailable', async () => {
    const { state, status } = setUp();
    state.channel = ['redis'];
    expect([await status.problem(), status.degraded?.()]).toEqual([undefined, ['redis']]);
  });
});
