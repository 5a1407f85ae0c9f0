/** A chart of usage, in the words of the API: it is stored and shown as it was sent. */
export interface DashboardChart {
  readonly title: string;
  /** Form in which it is drawn: `stacked`, `line`, `table` or `number`. */
  readonly kind: string;
  /** Sum that is drawn, such as `cost_usd`. */
  readonly measure: string;
  /** One grouping of usage or two, such as `team,model` or `tag:feature`. */
  readonly group_by: string;
  /** Days that end today, or a month, such as `30d` or `month`. */
  readonly span: string;
  /** Filters of usage by name. */
  readonly filters: Readonly<Record<string, string>>;
}

/** Charts of usage under a name, which everybody who sees usage in the workspace can open. */
export interface DashboardRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Unique in the workspace. */
  readonly name: string;
  /** In the order in which they are shown. */
  readonly charts: readonly DashboardChart[];
  /** Person who made it. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
