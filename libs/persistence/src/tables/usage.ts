import type { ColumnTypes } from '@multilane/sql';
import { table } from './table.js';

/** Sums of requests. */
const SUMS = {
  requests: 'bigint',
  refusedRequests: 'bigint',
  failedRequests: 'bigint',
  cancelledRequests: 'bigint',
  promptTokens: 'bigint',
  completionTokens: 'bigint',
  totalTokens: 'bigint',
  cachedTokens: 'bigint',
  reasoningTokens: 'bigint',
  costUsd: 'numeric',
  images: 'bigint',
  characters: 'bigint',
  audioSeconds: 'float8',
} as const;

/** Sums of a day's requests that have the same value of a dimension. */
const DIMENSION_SUMS = {
  organizationId: 'uuid',
  kind: 'text',
  name: 'text',
  day: 'date',
  value: 'text',
  workspaceId: 'uuid?',
  teamId: 'uuid?',
  team: 'text?',
  ...SUMS,
} as const;

/** Sums of requests that have the same subjects, by their numbers. */
const FACT_SUMS = {
  key: 'integer',
  model: 'integer',
  provider: 'integer',
  workspace: 'integer',
  team: 'integer',
  person: 'integer',
  ...SUMS,
} as const;

/** Sums of requests in a series. */
const SERIES_SUMS = {
  requests: 'bigint',
  refusedRequests: 'bigint',
  failedRequests: 'bigint',
  cancelledRequests: 'bigint',
  promptTokens: 'bigint',
  completionTokens: 'bigint',
  totalTokens: 'bigint',
  cacheHits: 'bigint',
  cacheMisses: 'bigint',
  costUsd: 'numeric',
} as const;

/** Bins of the two histograms of a series. */
const BINS = 30;

/** Columns of a series' histograms: of durations, then of times to the first byte. */
function histogramOf(type: ColumnTypes[string]): ColumnTypes {
  const bins = Array.from({ length: BINS }, (_, bin) => bin);
  return Object.fromEntries(['d', 'f'].flatMap((letter) => bins.map((bin) => [`${letter}${bin}`, type])));
}

table('usage_daily', {
  day: 'date',
  organizationId: 'uuid?',
  workspaceId: 'uuid?',
  teamId: 'uuid?',
  team: 'text?',
  userId: 'uuid?',
  serviceAccountId: 'uuid?',
  credentialId: 'uuid?',
  credentialName: 'text?',
  model: 'text?',
  provider: 'text?',
  ...SUMS,
  providerKind: 'text?',
});

table('usage_dimension_totals', {
  organizationId: 'uuid',
  kind: 'text',
  name: 'text',
  part: 'smallint',
  at: 'date',
  value: 'text',
  ...SUMS,
});

table('usage_dimension_scopes', {
  organizationId: 'uuid',
  kind: 'text',
  name: 'text',
  part: 'smallint',
  at: 'date',
  workspaceId: 'uuid?',
  team: 'text',
  value: 'text',
  ...SUMS,
});

table('usage_dimension_queue', DIMENSION_SUMS);

table('usage_dimensions', DIMENSION_SUMS);

table('usage_facts', {
  organizationId: 'uuid',
  isMonth: 'boolean',
  span: 'date',
  at: 'date',
  ...FACT_SUMS,
});

table('usage_imported', {
  importId: 'uuid',
  place: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid?',
  part: 'text',
  at: 'timestamptz',
  isDay: 'boolean',
  day: 'date',
  teamId: 'uuid?',
  team: 'text?',
  credentialId: 'uuid?',
  credentialName: 'text?',
  userId: 'uuid?',
  model: 'text?',
  provider: 'text',
  customer: 'text?',
  tags: 'jsonb?',
  requests: 'bigint',
  failedRequests: 'bigint',
  promptTokens: 'bigint',
  completionTokens: 'bigint',
  cachedTokens: 'bigint',
  costUsd: 'numeric',
});

table('usage_imports', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid?',
  source: 'text',
  account: 'text',
  state: 'text',
  digest: 'text?',
  nextBatch: 'integer',
  rowCount: 'integer',
  firstDay: 'date?',
  lastDay: 'date?',
  requests: 'bigint',
  costUsd: 'numeric',
  createdBy: 'text',
  createdAt: 'timestamptz',
  completedAt: 'timestamptz?',
});

table('usage_ranks', {
  organizationId: 'uuid',
  dimension: 'text',
  month: 'date',
  subject: 'integer',
  costUsd: 'numeric',
  requests: 'bigint',
});

table('usage_series', {
  organizationId: 'uuid',
  dimension: 'text',
  value: 'text',
  workspaceId: 'uuid?',
  bucket: 'timestamptz',
  label: 'text?',
  ...SERIES_SUMS,
  ...histogramOf('integer?'),
});

table('usage_series_spans', {
  organizationId: 'uuid',
  hours: 'smallint',
  at: 'timestamptz',
  isOpen: 'boolean',
  isSummed: 'boolean',
});

table('usage_series_sums', {
  organizationId: 'uuid',
  dimension: 'text',
  hours: 'smallint',
  value: 'text',
  workspaceId: 'uuid?',
  at: 'timestamptz',
  ...SERIES_SUMS,
  ...histogramOf('bigint?'),
});

table('usage_subjects', {
  id: 'integer',
  organizationId: 'uuid',
  dimension: 'text',
  subject: 'text',
  firstId: 'uuid?',
  secondId: 'uuid?',
  name: 'text?',
  providerKind: 'text?',
  namedOn: 'date',
});

table('usage_tag_names', {
  organizationId: 'uuid',
  name: 'text',
  valueCount: 'integer',
});

table('usage_tag_values', {
  organizationId: 'uuid',
  name: 'text',
  value: 'text',
});

table('usage_totals', {
  organizationId: 'uuid',
  part: 'smallint',
  isMonth: 'boolean',
  at: 'date',
  ...FACT_SUMS,
});
