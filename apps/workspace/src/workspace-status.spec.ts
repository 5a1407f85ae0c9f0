import { describe, expect, it } from '@jest/globals';
import type { WorkspaceServices } from './workspace-services.js';
import { workspaceStatus } from './workspace-status.js';

function setUp() {
  const state = { now: 0, isAvailable: true };
  const database = { isAvailable: async () => state.isAvailable };
  return { state, status: workspaceStatus({ database } as unknown as WorkspaceServices, () => state.now) };
}

describe('readiness of the workspace (decisions section 10)', () => {
  it('is ready, and not degraded, with its database', async () => {
    const { status } = setUp();
    expect([await status.problem(), status.degraded?.()]).toEqual([undefined, []]);
  });

  it('is ready but degraded while the database has been away for 30 s or less, and then not ready', async () => {
    const { state, status } = setUp();
    state.isAvailable = false;
    state.now = 30_000;
    expect([await status.problem(), status.degraded?.()]).toEqual([undefined, ['database']]);
    state.now = 30_001;
    expect(await status.problem()).toBe('the database is away');
  });

  it('counts anew from the moment when the database was last there', async () => {
    const { state, status } = setUp();
    state.now = 60_000;
    await status.problem();
    state.isAvailable = false;
    state.now = 90_000;
    expect(await status.problem()).toBeUndefined();
  });
});
