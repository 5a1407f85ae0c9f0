import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';

export type ConfigImport = components['schemas']['ConfigImportView'];
export type ImportSource = components['schemas']['ConfigImportDto']['source'];

export const SOURCES = ['litellm', 'portkey'] as const satisfies readonly ImportSource[];

export function convertConfig(source: ImportSource, text: string): Promise<ConfigImport> {
  return api.post('/admin/config-imports', { body: { source, text } });
}
