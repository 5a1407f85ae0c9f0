import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { useWorkspace } from '../../api/use-workspace.js';

export type Secret = components['schemas']['SecretView'];

const SECRET = '/w/secrets/{id}';

export function useSecrets() {
  const { id } = useWorkspace();
  return useList(['secrets', id], '/w/secrets', { workspace_id: id });
}

interface SecretValues {
  readonly description: string;
  readonly value: string;
}

export function useSecretActions() {
  const { id: workspace_id } = useWorkspace();
  const done = useChange('secrets');
  const query = { workspace_id };
  const textOf = (description: string): string | null => description.trim() || null;
  return {
    create: ({ description, name, value }: SecretValues & { readonly name: string }) =>
      done(api.post('/w/secrets', { query, body: { name: name.trim(), description: textOf(description), value } })),
    /** A value that was not typed stays. */
    update: (id: string, { description, value }: SecretValues) =>
      done(
        api.patch(SECRET, {
          path: { id },
          query,
          body: { description: textOf(description), ...(value !== '' && { value }) },
        }),
      ),
    remove: (id: string) => done(api.delete(SECRET, { path: { id }, query })),
  };
}
