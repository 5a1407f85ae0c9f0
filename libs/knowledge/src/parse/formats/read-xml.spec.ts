import { describe, expect, it } from '@jest/globals';
import { elementsNamed, readXml } from './read-xml.js';

const nested = (levels: number) => Buffer.from(`${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`);

describe('readXml', () => {
  it('reads elements in one another, none more than once', () => {
    expect([...elementsNamed(readXml(nested(1_000)), 'a')]).toHaveLength(1_000);
  });

  it('rejects a million levels before it has read them all', () => {
    const started = process.cpuUsage();
    expect(() => readXml(nested(1_000_000))).toThrow(
      expect.objectContaining({ failure: 'unsafe_content', reason: expect.stringMatching(/50,000 deep.*again\.$/) }),
    );
    expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
  });
});
