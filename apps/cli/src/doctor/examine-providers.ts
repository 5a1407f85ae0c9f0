import type { GatewayConfig, ProviderEntry } from '@multilane/config';
import { isRecord } from '@multilane/contracts';
import { findManifest } from '@multilane/providers/manifests';
import { bad, doubtful, type Finding, good, LIMIT_MS, MOST_SKEW_MS } from './finding.js';

/** Entries that are looked at, at most. */
const MOST_PROVIDERS = 50;

export async function examineProviders({ providers, network }: GatewayConfig): Promise<Finding[]> {
  if (network.proxy !== undefined) {
    return [
      doubtful(
        'providers_by_proxy',
        'Providers',
        'They are reached through a proxy, which this command does not use.',
        'Test them in the console, or with POST /admin/providers/{id}/test.',
      ),
    ];
  }
  return (await Promise.all(providers.slice(0, MOST_PROVIDERS).map(examineProvider))).flat();
}

async function examineProvider(entry: ProviderEntry): Promise<Finding[]> {
  const manifest = findManifest(entry.kind);
  const subject = `Provider ${entry.name}`;
  if (manifest === undefined || manifest.inProcess) return [];
  const key = entry.api_key ?? entry.api_keys?.[0];
  if (manifest.credential === 'key' && !key) {
    return [
      bad('provider_key_missing', subject, 'It has no API key.', 'Set `api_key`, or the variable that it references.'),
    ];
  }
  const base = entry.base_url ?? manifest.defaultBaseUrl;
  if (base === undefined) return [];
  // Kinds that speak the reference format take the key as a bearer token. Others are only reached, not tested.
  const test = manifest.connectionTest === 'model' ? undefined : manifest.connectionTest.path;
  const isTested = manifest.wire !== undefined && test !== undefined && !test.includes('{');
  const headers = { ...entry.headers, ...(isTested && key ? { authorization: `Bearer ${key}` } : {}) };
  return [
    await call(subject, `${base.replace(/\/+$/, '')}${isTested ? test : '/'}`, isTested ? headers : {}, isTested),
  ];
}

async function call(
  subject: string,
  url: string,
  headers: Record<string, string>,
  isTested: boolean,
): Promise<Finding> {
  if (!areHeaders(headers)) {
    return bad(
      'provider_header',
      subject,
      'Its key or one of its headers holds characters that no header may have.',
      'Look for line breaks and quotation marks in the key and in `headers`.',
    );
  }
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    await response.body?.cancel();
    if (isTested && (response.status === 401 || response.status === 403)) {
      return bad(
        'provider_key_rejected',
        subject,
        `It rejects the API key (${response.status}).`,
        'Make a new key at the provider, and set it.',
      );
    }
    const date = Date.parse(response.headers.get('date') ?? '');
    if (Math.abs(date - Date.now()) > 2 * MOST_SKEW_MS) {
      return doubtful(
        'clock',
        'Clock',
        `The clock of this machine differs from that of ${subject} by more than 10 seconds.`,
        'Synchronize it with NTP.',
      );
    }
    return good(subject, isTested ? 'It answers, and accepts the key.' : 'It answers. The key was not tested.');
  } catch (error) {
    return describeProblem(subject, error);
  }
}

function areHeaders(headers: Record<string, string>): boolean {
  try {
    new Headers(headers);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the reason of a failure: the code of the innermost cause, or words of our own. Messages of errors are not shown: one of a header
 * holds the header.
 */
function reasonOf(error: unknown): string {
  for (let each: unknown = error, depth = 0; isRecord(each) && depth < 5; depth += 1) {
    if (typeof each.code === 'string') return each.code;
    if (each.name === 'TimeoutError') return `no answer within ${LIMIT_MS / 1_000} seconds`;
    if (each.message === 'bad port') return 'its port is one that nothing is called on';
    const [first] = Array.isArray(each.errors) ? (each.errors as readonly unknown[]) : [];
    each = each.cause ?? first;
  }
  return 'unknown reason';
}

function describeProblem(subject: string, error: unknown): Finding {
  const code = reasonOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return bad(
      'provider_dns',
      subject,
      'The name of its host has no address.',
      'Check `base_url` and the DNS of this machine.',
    );
  }
  if (code.includes('CERT') || code.includes('SIGNATURE')) {
    return bad(
      'provider_certificate',
      subject,
      `Its certificate is not trusted (${code}).`,
      'Set `network.ca_file` if a proxy of yours opens TLS.',
    );
  }
  return bad(
    'provider_unreachable',
    subject,
    `It cannot be reached (${code}).`,
    'Check `base_url` and the firewall. Behind a proxy, set HTTPS_PROXY.',
  );
}
