import { describe, expect, it } from '@jest/globals';
import { BACKGROUND_TASKS } from '../background/task-table.js';
import { generateMetricsDocs } from './generate-metrics-docs.js';
import { METRICS } from './metric-table.js';

describe('generateMetricsDocs', () => {
  it('has one row for every metric of the table, and one for every background task', () => {
    const rows = generateMetricsDocs()
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows.map((row) => row.split('`')[1])).toEqual([...Object.keys(METRICS), ...Object.keys(BACKGROUND_TASKS)]);
    expect(rows[0]).toBe(
      '| `service_requests_total` | counter | `endpoint`, `status`, `provider`, `provider_kind`, `model`, `kind` | Requests answered, by endpoint, HTTP status, provider and model. `kind` is `call` for calls of models, tools and knowledge, `read` for lists and look-ups, `write` for changes and for what is accepted to run later. |',
    );
  });
});
