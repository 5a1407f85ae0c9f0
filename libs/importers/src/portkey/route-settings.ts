import type { Findings } from '../findings.js';
import type { RouteDraft } from '../gateway-draft.js';
import type { SourceNode } from '../source-node.js';

export function readRetry(node: SourceNode, findings: Findings): RouteDraft['retry'] {
  const retry = node.at('retry');
  const ofFailover = node.at('strategy').at('on_status_codes');
  // Failover reaches other targets, so that its statuses count where there are both.
  const statuses = ofFailover.exists ? ofFailover : retry.at('on_status_codes');
  const on = [...new Set(statuses.items.flatMap(({ number }) => number ?? []))].filter(
    (status) => Number.isInteger(status) && status >= 400 && status <= 599,
  );
  findings.approximate(statuses, 'Became `retry.on`, which decides on retries and failover alike.');
  if (ofFailover.exists) {
    findings.approximate(retry.at('on_status_codes'), 'Left out: `strategy.on_status_codes` decides on retries too.');
  }
  const attempts = retry.at('attempts').number;
  findings.approximate(
    retry.at('attempts'),
    'Became `retry.attempts`, at most 10: attempts at this target or another.',
  );
  findings.exact(retry.at('use_retry_after_header'), 'Retry-After of providers is followed.');
  if (attempts === undefined && on.length === 0) return undefined;
  return {
    ...(attempts === undefined || attempts < 0 ? {} : { attempts: Math.min(10, Math.round(attempts)) }),
    ...(on.length === 0 ? {} : { on }),
  };
}

export function readCache(node: SourceNode, findings: Findings): RouteDraft['cache'] {
  const cache = node.at('cache');
  if (!cache.exists) return undefined;
  const mode = cache.at('mode');
  if (mode.text === 'semantic') findings.approximate(mode, 'Only identical requests are answered from the cache.');
  else findings.exact(mode.exists ? mode : cache, 'Became the cache of the routing config.');
  const age = cache.at('max_age').number;
  const isAge = age !== undefined && age >= 1;
  if (isAge) findings.exact(cache.at('max_age'), 'Became `cache.ttl_seconds`.');
  return { enabled: true, ttl_seconds: isAge ? Math.round(age) : undefined };
}

export function readTimeouts(node: SourceNode, findings: Findings): RouteDraft['timeouts'] {
  const timeout = node.at('request_timeout');
  const total = toMilliseconds(timeout);
  if (total === undefined) return undefined;
  findings.approximate(timeout, 'Became `timeouts.total_ms`: it applies to responses that are not streamed.');
  return { total_ms: total };
}

/** The longest time that a timer takes. */
const LONGEST_MS = 2_147_483_647;

/** Reads a time limit in milliseconds; undefined if it is none. */
export function toMilliseconds({ number }: SourceNode): number | undefined {
  return number === undefined || number < 1 || number > LONGEST_MS ? undefined : Math.round(number);
}
