import { useParams } from '@tanstack/react-router';
import { useSession } from './session.js';

/** The workspace of the address. The shell shows no page for one that the person cannot reach. */
export function useWorkspace(): { readonly id: string; readonly name: string } {
  const { workspace: id = '' } = useParams({ strict: false }) as { workspace?: string };
  return useSession().workspaces.find((workspace) => workspace.id === id) ?? { id, name: id };
}
