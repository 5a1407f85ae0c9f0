import { expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';

it('the process describes itself beside the metrics of the service', async () => {
  const metrics = new Metrics();
  metrics.collectProcessMetrics();
  const text = await metrics.renderMetrics();
  expect(text).toMatch(/^process_cpu_seconds_total \d/m);
  expect(text).toMatch(/^nodejs_heap_size_used_bytes \d/m);
  expect(text).toContain('service_requests_total');
});
