import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';

export type UsageImport = components['schemas']['UsageImportView'];
export type UsageFile = components['schemas']['UsageFileView'];
export type Reconciliation = components['schemas']['ReconciliationView'];
export type UsageSource = components['schemas']['BeginUsageImportDto']['source'];
export type BillSource = components['schemas']['ReconcileDto']['source'];

export const SOURCES = ['litellm', 'openai', 'anthropic', 'aws'] as const satisfies readonly UsageSource[];
/** Names of products, which are the same in every language. */
export const SOURCE_NAMES: Readonly<Record<UsageSource, string>> = {
  litellm: 'LiteLLM',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  aws: 'AWS (Bedrock)',
};

export const BILL_SOURCES = ['openai', 'anthropic', 'aws'] as const satisfies readonly BillSource[];

/** Files that were read and count nowhere yet. */
export interface PreparedImport {
  readonly id: string;
  readonly digest: string;
  readonly files: readonly { readonly name: string; readonly report: UsageFile['report'] }[];
}

/** The imports of the workspace, and those of the organization for its administrators. */
export function useImports() {
  return useQuery({ queryKey: ['usage-imports'], queryFn: () => api.get('/admin/usage/imports', {}) });
}

/** Steps of an import. Reports of usage are read again once it counts, or is gone. */
export function useImportActions(workspaceId: string) {
  const done = useChange('usage-imports');
  const doneUsage = useChange('usage');
  return {
    prepare: (source: UsageSource, files: readonly File[], mapping: string) =>
      done(prepareImport(workspaceId, source, files, mapping)),
    complete: ({ digest, id }: PreparedImport, overlap: 'reject' | 'skip') =>
      done(doneUsage(api.post('/admin/usage/imports/{id}/completion', { path: { id }, body: { digest, overlap } }))),
    remove: (id: string) => done(doneUsage(api.delete('/admin/usage/imports/{id}', { path: { id } }))),
  };
}

async function prepareImport(
  workspaceId: string,
  source: UsageSource,
  files: readonly File[],
  mapping: string,
): Promise<PreparedImport> {
  const { id } = await api.post('/admin/usage/imports', { body: { source, workspace_id: workspaceId } });
  try {
    const texts = await Promise.all(files.map((file) => file.text()));
    const reports: PreparedImport['files'][number][] = [];
    for (const [batch, text] of texts.entries()) {
      const name = files[batch]?.name ?? '';
      const body = { batch, name, text, ...(mapping.trim() !== '' && { mapping }) };
      const { report } = await api.post('/admin/usage/imports/{id}/files', { path: { id }, body });
      reports.push({ name, report });
    }
    return { id, digest: await hashOf(JSON.stringify([source, mapping, texts])), files: reports };
  } catch (error) {
    // Nothing of it counts. What is left of it is removed by the service after a day, if this fails too.
    await api.delete('/admin/usage/imports/{id}', { path: { id } }).catch(() => undefined);
    throw error;
  }
}

/** SHA-256 in hexadecimal. Pages without TLS cannot hash: there the digest is new each time, and the days of the import still replace the same days. */
async function hashOf(text: string): Promise<string> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  const bytes =
    subtle === undefined
      ? crypto.getRandomValues(new Uint8Array(32))
      : new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares a bill with the requests of the workspace. */
export async function compareBill(
  workspaceId: string,
  source: BillSource,
  files: readonly File[],
): Promise<Reconciliation> {
  const texts = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
  return api.post('/admin/usage/reconciliations', { body: { source, files: texts, workspace_id: workspaceId } });
}
