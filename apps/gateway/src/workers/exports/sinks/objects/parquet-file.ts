import { gzipSync } from 'node:zlib';
import { EXPORT_FIELDS, EXPORT_SCHEMA_VERSION, type ExportField, type ExportFieldType } from '@multilane/contracts';
import { parquetWriteBuffer } from 'hyparquet-writer';

type Element = NonNullable<Parameters<typeof parquetWriteBuffer>[0]['schema']>[number];
type Cell = string | number | bigint | boolean | Date;

const DECIMALS = 10;
/** All records of an object are one group of rows. */
const ROWS_OF_GROUP = 1_000_000;
const REQUIRED: ReadonlySet<string> = new Set(['time', 'id']);

/** Types of Parquet (github.com/apache/parquet-format, LogicalTypes.md). Amounts are exact: ten decimals, as the database has them. */
const ELEMENTS: Readonly<Record<ExportFieldType, Omit<Element, 'name'>>> = {
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
  int32: { type: 'INT32' },
  int64: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  decimal: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 9, converted_type: 'DECIMAL', precision: 20, scale: DECIMALS },
  strings: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
};

const CELLS: Readonly<Record<ExportFieldType, (value: unknown) => Cell>> = {
  time: (value) => new Date(String(value)),
  string: String,
  boolean: (value) => value === true,
  int32: Number,
  int64: (value) => BigInt(Math.trunc(Number(value))),
  double: Number,
  decimal: (value) => BigInt(Number(value).toFixed(DECIMALS).replace('.', '')),
  strings: (value) => JSON.stringify(value),
  json: (value) => JSON.stringify(value),
};

/** Writes records, as lines of JSON, into a Parquet file with a column for each field. The same lines are the same bytes. */
export function writeParquet(lines: string): ArrayBuffer {
  const records = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  return parquetWriteBuffer({
    schema: [{ name: 'record', num_children: EXPORT_FIELDS.length }, ...EXPORT_FIELDS.map(describe)],
    columnData: EXPORT_FIELDS.map(({ name, type }) => ({
      name,
      data: records.map((record) => {
        const value = record[name];
        return value === null || value === undefined ? null : CELLS[type](value);
      }),
    })),
    codec: 'GZIP',
    compressors: { GZIP: (bytes) => gzipSync(bytes) },
    rowGroupSize: ROWS_OF_GROUP,
    createdBy: 'Multilane',
    kvMetadata: [{ key: 'multilane.schema_version', value: String(EXPORT_SCHEMA_VERSION) }],
  });
}

const describe = ({ name, type }: ExportField): Element => ({
  name,
  ...ELEMENTS[type],
  repetition_type: REQUIRED.has(name) ? 'REQUIRED' : 'OPTIONAL',
});
