import { describe, expect, it } from '@jest/globals';
import type { BatchItem } from './deliver-batch.js';
import { PayloadReader } from './payload-reader.js';

const ORGANIZATION = 'o';
const idsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `r-${index}`);

/** Reads payloads of the texts given, and counts those that are asked for. */
function startReading(textOf: (id: string) => string, count: number) {
  const asked: string[] = [];
  const warnings: unknown[] = [];
  const reader = new PayloadReader({
    store: {
      findReadable: async (_organizationId, ids) => {
        asked.push(...ids);
        return { texts: new Map(ids.map((id) => [id, textOf(id)])), unreadable: 0 };
      },
    },
    logger: { warn: (...warning: unknown[]) => warnings.push(warning) },
  });
  const origin = { organizationId: null, workspaceId: null, kind: null };
  const items: BatchItem[] = idsOf(count).map((id, index) => ({ index, record: { id, time: 't' }, origin }));
  const read = items.map((_, place) => ({ position: 1, place, record: { organization_id: ORGANIZATION } }));
  return { asked, warnings, added: reader.add(items, read) };
}

describe('payloads of records that are exported', () => {
  it('are read a few at a time while they are long, since a batch may be full with the first', async () => {
    const long = JSON.stringify({ request: 'x'.repeat(2 * 1024 * 1024), answer: null, is_truncated: false });
    const { added, asked } = startReading(() => long, 100);
    await added.next();
    expect(asked.length).toBeLessThanOrEqual(4);
    for (let more = 0; more < 9; more++) await added.next();
    expect(asked.length).toBeLessThanOrEqual(12);
  });

  it('are read many at a time while they are short', async () => {
    const { added, asked } = startReading(() => '{"request":{},"answer":null,"is_truncated":false}', 60);
    const found: unknown[] = [];
    for await (const { record } of added) found.push(record.payload);
    expect(found).toEqual(Array.from({ length: 60 }, () => ({ request: {}, answer: null, is_truncated: false })));
    expect(asked).toEqual(idsOf(60));
  });

  it('keep no record from its sink where there is more in one than is parsed at once', async () => {
    const large = JSON.stringify({ request: Array.from({ length: 60_000 }, () => []), answer: null });
    const { added, warnings } = startReading((id) => (id === 'r-1' ? large : '{"request":1}'), 3);
    const found: unknown[] = [];
    for await (const { record } of added) found.push([record.id, record.payload]);
    expect(found).toEqual([
      ['r-0', { request: 1 }],
      ['r-1', undefined],
      ['r-2', { request: 1 }],
    ]);
    expect(warnings).toHaveLength(1);
  });
});
