import type { ProviderEntry } from '@multilane/config';
import {
  findManifest,
  type ProviderAdapter,
  type ProviderTarget,
  type UpstreamAddress,
  type UpstreamDraft,
} from '@multilane/providers';

/** One call of a provider, ready but for its credential. */
export interface ProviderCall {
  readonly method: 'GET' | 'POST';
  readonly draft: UpstreamDraft;
}

/** Address and headers with which the gateway would reach a provider. @param upstreamModel A model's name at the provider. */
export function toTarget(entry: ProviderEntry, adapter: ProviderAdapter, upstreamModel: string): ProviderTarget {
  const headers = Object.entries(entry.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    kind: entry.kind,
    upstreamModel,
    baseUrl: (entry.base_url ?? adapter.defaultBaseUrl ?? '').replace(/\/+$/, ''),
    headers: Object.fromEntries(headers),
    apiVersion: entry.api_version,
    project: entry.project,
    location: entry.location,
    region: entry.region,
  };
}

/** `GET` of a path of the kind's manifest, below the base URL. */
export function makeGet(entry: ProviderEntry, adapter: ProviderAdapter, path: string): ProviderCall {
  const target = toTarget(entry, adapter, '');
  const { origin, pathname } = new URL(target.baseUrl);
  const address = { origin, path: `${pathname.replace(/\/+$/, '')}${fillPath(path, entry)}` };
  return { method: 'GET', draft: makeDraft(target, address, '', {}) };
}

/** `POST` of a JSON body. */
export function makePost(target: ProviderTarget, address: UpstreamAddress, body: string): ProviderCall {
  return { method: 'POST', draft: makeDraft(target, address, body, { 'content-type': 'application/json' }) };
}

function makeDraft(
  target: ProviderTarget,
  address: UpstreamAddress,
  body: string,
  headers: Readonly<Record<string, string>>,
): UpstreamDraft {
  const always = { accept: 'application/json', 'accept-encoding': 'identity' };
  return { address, headers: { ...target.headers, ...headers, ...always }, body };
}

/** Puts the entry's settings where the path has `{name}`, or what the kind has by default. */
function fillPath(path: string, entry: ProviderEntry): string {
  const settings = findManifest(entry.kind)?.settings ?? [];
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const byDefault = settings.find((setting) => setting.name === name)?.default ?? '';
    return encodeURIComponent(String(entry[name as keyof ProviderEntry] ?? byDefault));
  });
}
