import { describe, expect, it } from '@jest/globals';
import { isMisleading, toShownName } from './shown-text.js';

const MISLEADING = ['\u2028', '\u2029', '\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'];
const ISOLATES = ['\u2066', '\u2067', '\u2068', '\u2069'];

describe('a name', () => {
  it.each([...MISLEADING, ...ISOLATES])('shows as another with %j', (character) => {
    expect(isMisleading(`gpt${character}4`)).toBe(true);
    expect(toShownName(`a${character}b`)).toBe('a b');
  });

  it.each(['gpt-4o', 'Zürich', 'العربية', 'עברית', '模型', '👩‍💻 team', 'a\u00a0b', 'नि‍क'])(
    'shows as it is: %s',
    (name) => {
      expect(isMisleading(name)).toBe(false);
      expect(toShownName(name)).toBe(name);
    },
  );
});
