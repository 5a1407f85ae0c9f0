import { describe, expect, it } from '@jest/globals';
import { NO_SETTINGS } from './build-body.js';
import { settingsOf, withoutLane } from './lane-settings.js';

const brief = { ...NO_SETTINGS, system: 'Be brief.' };
const rude = { ...NO_SETTINGS, system: 'Be rude.' };

describe('the settings of lanes', () => {
  it('are the shared ones where a lane has none of its own', () => {
    expect([0, 1].map((lane) => settingsOf(brief, { 1: rude }, lane).system)).toEqual(['Be brief.', 'Be rude.']);
  });

  it('stay with their lanes when one is removed', () => {
    expect(withoutLane({ 0: brief, 2: rude }, 1)).toEqual({ 0: brief, 1: rude });
    expect(withoutLane({ 0: brief, 2: rude }, 2)).toEqual({ 0: brief });
  });
});
