/** Filters and order of a page of the console under a name, which everybody in the workspace can open. */
export interface SavedViewRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Page that it is of, such as `requests`. */
  readonly page: string;
  /** Unique for the page in the workspace. */
  readonly name: string;
  /** Query of the page's address, without a question mark. */
  readonly search: string;
  /** Person who made it. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
