import { api } from '../../api/client.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import type { ExportBody, ExportSink } from './export-values.js';

const LOOK_EVERY_MS = 1_000;
/** Looks for the result of a test. */
const LOOKS = 20;

export function useExports(workspaceId: string) {
  const query = { workspace_id: workspaceId, include_organization: 'true' };
  return useList(['exports', 'list', query], '/admin/exports', query);
}

/** The newest 100 that a sink rejected: the service takes no `limit` for them. */
export function useExportRejects(id: string) {
  return useList(['exports', 'rejects', id], '/admin/exports/{id}/rejects', { limit: undefined }, { path: { id } });
}

/** Changes and tests of sinks. */
export function useExportActions(workspaceId: string) {
  const done = useChange('exports');
  const query = { workspace_id: workspaceId };
  return {
    create: ({ scope, ...body }: ExportBody) =>
      done(
        api.post('/admin/exports', {
          query: scope === 'organization' ? {} : query,
          body: { ...body, scope } as never,
        }),
      ),
    update: (id: string, body: ExportBody) =>
      done(api.patch('/admin/exports/{id}', { path: { id }, body: body as never })),
    remove: (id: string) => done(api.delete('/admin/exports/{id}', { path: { id } })),
    test: (id: string) => done(testExport(id)),
  };
}

/** Asks for a test, and waits for its result: what a worker has not made by then is pending. */
async function testExport(id: string): Promise<ExportSink> {
  let sink = await api.post('/admin/exports/{id}/test', { path: { id } });
  for (let look = 0; look < LOOKS && sink.progress.is_test_pending; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    sink = await api.get('/admin/exports/{id}', { path: { id } });
  }
  return sink;
}
