import { api } from '../api/client.js';

/** A kind of thing that the command palette finds, and the page that opens it. */
const KINDS = {
  key: '/w/$workspace/keys',
  model: '/w/$workspace/models',
  team: '/org/teams',
  person: '/org/people',
} as const;

type Kind = keyof typeof KINDS;

export interface FoundThing {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** The page that opens it, as routes name it. */
  readonly path: (typeof KINDS)[Kind];
}

/** Number shown of each kind. */
const SHOWN = 5;

/**
 * Keys, models, teams and people whose names contain a text.
 *
 * @param paths the pages that the person may open: things of other pages are not asked for
 * @throws ApiFailure
 */
export async function findThings(
  text: string,
  workspaceId: string | undefined,
  paths: ReadonlySet<string>,
): Promise<readonly FoundThing[]> {
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => paths.has(KINDS[kind]));
  const query = { q: text, limit: SHOWN };
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const named = await findNamed(kind, query, workspaceId);
      return named.map(({ id, name }) => ({ kind, id, name, path: KINDS[kind] }));
    }),
  );
  return lists.flat();
}

interface Named {
  readonly id: string;
  readonly name: string;
}

async function findNamed(
  kind: Kind,
  query: { readonly q: string; readonly limit: number },
  workspaceId: string | undefined,
): Promise<readonly Named[]> {
  const within = { ...query, workspace_id: workspaceId };
  switch (kind) {
    case 'key':
      return (await api.get('/admin/keys', { query })).data.map(({ id, key_hint, name }) => ({
        id,
        name: `${name} (${key_hint})`,
      }));
    case 'model': {
      const { data } = await api.get('/admin/models', { query: within });
      return data.flatMap((model) => ('logical_name' in model ? [{ id: model.id, name: model.logical_name }] : []));
    }
    case 'team':
      return (await api.get('/admin/teams', { query })).data;
    case 'person': {
      const { data } = await api.get('/org/members', { query });
      return data.map(({ email, name, user_id }) => ({ id: user_id, name: `${name} · ${email}` }));
    }
  }
}
