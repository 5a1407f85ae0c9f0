import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { findUnservedSettings } from './find-unserved-settings.js';

const find = (text: string) => findUnservedSettings(parseConfig(text, { env: {} }).config);

describe('findUnservedSettings', () => {
  it('finds nothing in a configuration that is applied as it is', () => {
    expect(find('models: []')).toEqual([]);
  });

  it('names a key that is empty, as it is where its environment variable is not set', () => {
    const [found] = find('teams: [{ name: research, api_keys: [{ name: ci, key: "" }] }]');
    expect(found?.setting).toBe('teams.research.api_keys.ci');
    expect(found?.message).toContain('cannot be used');
  });
});
