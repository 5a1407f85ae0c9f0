/**
 * The sum of the series of a metric in the Prometheus text format, or of those with a label; 0 if there are none.
 *
 * @param label such as `outcome="applied"`
 */
export function sumMetric(text: string, name: string, label = ''): number {
  return text
    .split('\n')
    .filter((line) => (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** The metrics of a service as text. Rejects if it does not answer them. */
export async function fetchMetrics(serviceUrl: string): Promise<string> {
  const answer = await fetch(`${serviceUrl}/metrics`);
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`);
  return answer.text();
}
