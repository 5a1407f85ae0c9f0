import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { type BatchFormat, readBatch } from './read-batch.js';

const LINES = '{"id":"a"}\n{"id":"b"}\n';
const EVENTS = '{"event":{"id":"a"}}\n{"event":{"id":"b"}}';
const span = (id: string) => ({ attributes: [{ key: 'multilane.record.id', value: { stringValue: id } }] });
const SPANS = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span('a'), span('b')] }] }] });

describe('ids of the records of a batch', () => {
  it.each<[BatchFormat, string]>([
    ['lines', LINES],
    ['events', EVENTS],
    ['spans', SPANS],
  ])('are read from %s, compressed or not', (format, text) => {
    expect(readBatch(format, Buffer.from(text))).toEqual(['a', 'b']);
    expect(readBatch(format, gzipSync(text))).toEqual(['a', 'b']);
  });
});
