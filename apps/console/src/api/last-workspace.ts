/** Key of the workspace that was shown last, in the storage of this browser. */
const LAST_WORKSPACE = 'console-workspace';

/** The workspace that was shown last, or else the oldest; undefined for somebody without a workspace. */
export function findLastWorkspace<Workspace extends { readonly id: string }>(
  workspaces: readonly Workspace[],
): Workspace | undefined {
  const remembered = localStorage.getItem(LAST_WORKSPACE);
  return workspaces.find(({ id }) => id === remembered) ?? workspaces.at(-1);
}

/** Remembers the workspace that is shown. */
export function keepLastWorkspace(id: string): void {
  localStorage.setItem(LAST_WORKSPACE, id);
}
