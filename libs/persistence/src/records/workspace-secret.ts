/** A secret of a workspace, which steps and tools use by its name. Its value is never shown. */
export interface WorkspaceSecretRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Unique in the workspace. */
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: Date;
  /** Time of the last change, such as of the value. */
  readonly updatedAt: Date;
}
