import { describe, expect, it } from '@jest/globals';
import { rememberedVersion, rememberVersion } from './remember-version.js';

describe('the versions of what was read', () => {
  it('belong to a row as it was after one change, so that a form keeps the version that it shows', () => {
    rememberVersion({ id: 'a', updated_at: '2026-01-01T00:00:00.000Z' }, '"one"');
    rememberVersion({ id: 'a', updated_at: '2026-01-02T00:00:00.000Z' }, '"two"');
    expect(rememberedVersion('a', '2026-01-01T00:00:00.000Z')).toBe('"one"');
    expect(rememberedVersion('a', '2026-01-02T00:00:00.000Z')).toBe('"two"');
    expect(rememberedVersion('b', '2026-01-02T00:00:00.000Z')).toBeUndefined();
  });

  it('are not kept of answers without one', () => {
    rememberVersion({ id: 'c', updated_at: 'x' }, null);
    rememberVersion(undefined, '"three"');
    rememberVersion({ data: [] }, '"three"');
    expect(rememberedVersion('c', 'x')).toBeUndefined();
  });
});
