import type { Endpoint } from '@multilane/providers';
import type { ProviderFormat } from './descriptor.js';
import { ENDPOINTS } from './endpoints.js';

/** The format that adapters know by a name. */
export function formatOf(key: Endpoint): ProviderFormat {
  const format = ENDPOINTS.find((endpoint) => endpoint.format?.key === key)?.format;
  if (format === undefined) throw new Error(`no endpoint has the format ${key}`);
  return format;
}
