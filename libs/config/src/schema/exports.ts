import { REQUEST_OUTCOMES } from '@multilane/contracts';
import { z } from 'zod';
import { kafkaSchema } from './export-kafka.js';
import { azureBlobSchema, s3Schema } from './export-objects.js';
import { headers, httpUrl, milliseconds, name, secret, section, text } from './values.js';

const EXPORT_KINDS = ['http', 'splunk_hec', 'clickhouse', 's3', 'azure_blob', 'otlp', 'kafka', 'file'] as const;

/** Sinks of one gateway: each is a series of metrics, and a batch in memory. */
const MOST_SINKS = 32;
const MOST_VALUES = 1_000;

const names = (what: string) =>
  z.array(name()).max(MOST_VALUES).optional().describe(`${what}. If left out: all of them.`);

const PURPOSE = 'Settings of the kind.';
const gzip = () => z.boolean().default(true).describe('Whether bodies are compressed with gzip.');
const MOST_ATTRIBUTES = 20;

const resourceAttributes = () =>
  z
    .record(
      z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,127}$/, 'may have letters, digits and _.-'),
      z.string().min(1).max(1_024),
      { error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) },
    )
    .refine((attributes) => Object.keys(attributes).length <= MOST_ATTRIBUTES, `may have ${MOST_ATTRIBUTES} attributes`)
    .default({})
    .describe(
      'Attributes of the resource, such as `deployment.environment.name`. `service.name` is `multilane` if it is left out.',
    );

const identifier = () => z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'may have letters, digits and _');

const sinkOf = <Kind extends (typeof EXPORT_KINDS)[number], Config extends z.ZodType>(kind: Kind, config: Config) =>
  z.object({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'may have up to 64 lower-case letters, digits, _ and -')
      .describe('Name in metrics and logs. The sink keeps its progress under this name.'),
    kind: z.literal(kind).describe('Kind of sink.'),
    fields: z
      .array(z.string().regex(/^[a-z_]{1,64}$/, 'must be the name of a field'))
      .min(1)
      .max(100)
      .optional()
      .describe('Fields of a record that are exported, beside `time` and `id`. If left out: all of them.'),
    sample_ratio: z
      .number()
      .gt(0)
      .max(1)
      .default(1)
      .describe(
        'Share of the records that is exported. The id of a record decides, so that all sinks take the same ones.',
      ),
    payloads: z
      .boolean()
      .default(false)
      .describe(
        'Whether stored texts of requests and responses (`audit.capture_payloads`) are exported with their records, as `payload`.',
      ),
    timeout_ms: milliseconds()
      .max(120_000)
      .default(30_000)
      .describe('Time limit of a request to the sink, in milliseconds.'),
    filter: section(
      {
        organizations: names('Names of organizations'),
        workspaces: names('Names of workspaces'),
        teams: names('Names of teams'),
        models: names('Names of models, as callers name them'),
        endpoints: names('Endpoints, such as `chat.completions`'),
        outcomes: z
          .array(z.enum(REQUEST_OUTCOMES))
          .min(1)
          .optional()
          .describe('Outcomes of requests. If left out: all of them.'),
        tags: z.record(name(), name(512)).default({}).describe('Tags that a request must all have.'),
      },
      'Records that are exported: those that match each of these.',
    ),
    batch: section(
      {
        max_records: z.int().min(1).max(10_000).default(1_000).describe('Maximum records of a batch.'),
        max_kb: z
          .int()
          .min(16)
          .max(16_384)
          .default(2_048)
          .describe('Maximum size of a batch before compression, in KiB.'),
        max_age_ms: milliseconds()
          .min(100)
          .max(3_600_000)
          .default(1_000)
          .describe('Time for which records wait for others to fill the batch, in milliseconds.'),
      },
      'Size of batches.',
    ),
    config,
  });

/** A place that records of requests are exported to: its `config` depends on its `kind`. */
export const exportSinkSchema = z.discriminatedUnion(
  'kind',
  [
    sinkOf(
      'http',
      z
        .object({
          url: httpUrl().describe('Address that batches are posted to.'),
          format: z
            .enum(['ndjson', 'json'])
            .default('ndjson')
            .describe('Form of a batch: one record a line, or an array of records.'),
          gzip: gzip(),
          signing_secret: secret()
            .optional()
            .describe('Secret of the signature in `webhook-signature` (Standard Webhooks). If left out: no signature.'),
          headers: headers().describe('Headers sent with each batch.'),
        })
        .describe(PURPOSE),
    ),
    sinkOf(
      'splunk_hec',
      z
        .object({
          url: httpUrl().describe('Address of the HTTP Event Collector, without its path.'),
          token: secret().describe('Token of the collector.'),
          index: text().max(255).optional().describe("Index of the events. If left out: the token's."),
          source: text().max(255).default('multilane').describe('Source of the events.'),
          sourcetype: text().max(255).default('_json').describe('Source type of the events.'),
          gzip: gzip(),
        })
        .describe(PURPOSE),
    ),
    sinkOf(
      'clickhouse',
      z
        .object({
          url: httpUrl().describe('Address of the HTTP interface.'),
          database: identifier().default('default').describe('Database of the table.'),
          table: identifier().default('multilane_records').describe('Table that rows are inserted into.'),
          username: text().max(255).default('default').describe('User name.'),
          password: secret().optional().describe('Password.'),
          gzip: gzip(),
        })
        .describe(PURPOSE),
    ),
    sinkOf('s3', s3Schema()),
    sinkOf('azure_blob', azureBlobSchema()),
    sinkOf(
      'otlp',
      z
        .object({
          url: httpUrl().describe('Address of the collector, without its path.'),
          headers: headers().describe('Headers sent with each batch, such as a token.'),
          encoding: z
            .enum(['protobuf', 'json'])
            .default('protobuf')
            .describe('Encoding of the spans. Every collector takes protobuf; some take JSON too.'),
          dialect: z
            .enum(['langfuse', 'openinference'])
            .optional()
            .describe(
              'Store whose own attributes are added: Langfuse, or those of OpenInference for Arize Phoenix. If left out: the conventions of OpenTelemetry alone.',
            ),
          resource_attributes: resourceAttributes(),
          gzip: gzip(),
        })
        .describe(PURPOSE),
    ),
    sinkOf('kafka', kafkaSchema()),
    sinkOf(
      'file',
      z
        .object({ path: text().max(4_096).describe('NDJSON file to append to. Its folder must exist.') })
        .describe(PURPOSE),
    ),
  ],
  { error: `must be one of ${EXPORT_KINDS.join(', ')}` },
);

export const exportsSchema = z
  .array(exportSinkSchema)
  .max(MOST_SINKS)
  .default([])
  .describe('Sinks that records of requests are exported to. Requires a database. See docs/exports.md.');
