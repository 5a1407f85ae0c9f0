import type { PlacedRecord } from '../read-records.js';
import { RecordReader } from '../record-reader.js';
import type { SourceRow } from '../usage-row.js';

/** Choices of whoever reads a file. */
export interface ReadOptions {
  /** Time zone of times without an offset, by its IANA name. */
  readonly zone: string;
  /** Tag of AWS that names the team. */
  readonly teamTag?: string | undefined;
}

/** Reads the rows of one record of a source. A record that is no usage has none. */
export type SourceReader = (placed: PlacedRecord, options: ReadOptions) => Iterable<SourceRow>;

/** Reads the buckets of time of a page: each has results, which may be none. */
export function readBucket(placed: PlacedRecord): { readonly bucket: RecordReader; readonly results: RecordReader[] } {
  const bucket = new RecordReader(placed);
  return { bucket, results: bucket.list('results') };
}
