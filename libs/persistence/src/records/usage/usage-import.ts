/** Choices of what imported usage does in a report: it is added, left out, or shown alone. */
export const IMPORTED_CHOICES = ['include', 'exclude', 'only'] as const;

export type ImportedChoice = (typeof IMPORTED_CHOICES)[number];

/** Choices for days of an import of which requests of the same provider are recorded. */
export const OVERLAP_CHOICES = ['reject', 'skip', 'keep'] as const;

export type OverlapChoice = (typeof OVERLAP_CHOICES)[number];

/** Usage of a time before, from files of another gateway or of a provider. */
export interface UsageImportRecord {
  readonly id: string;
  readonly organizationId: string;
  /** Workspace of all its rows; null for the organization. */
  readonly workspaceId: string | null;
  /** Product or provider that the files are of. */
  readonly source: string;
  /** Name that tells several accounts of a source apart; empty for the only one. */
  readonly account: string;
  /** An open one is being sent, and is in no report. */
  readonly state: 'open' | 'complete';
  /** Batch of rows that is expected next, from 0 on. */
  readonly nextBatch: number;
  readonly rowCount: number;
  /** First and last day of UTC with usage; null while it is open. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly requests: number;
  /** US dollars, as a decimal number. */
  readonly costUsd: string;
  /** Name of whoever made it. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** Row of an import whose names were found. Rows with the same place are added up. */
export interface ImportedUsage {
  readonly part: string;
  readonly at: Date;
  readonly isDay: boolean;
  readonly teamId: string | null;
  readonly team: string | null;
  readonly credentialId: string | null;
  readonly credentialName: string | null;
  readonly userId: string | null;
  readonly model: string | null;
  readonly provider: string;
  readonly customer: string | null;
  readonly tags: Readonly<Record<string, string>> | null;
  readonly requests: number;
  readonly failedRequests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  /** US dollars, as a decimal number. */
  readonly costUsd: string;
}

/** Day of UTC with recorded requests of a provider. */
export interface RecordedDay {
  readonly day: string;
  readonly provider: string;
}

/** Outcome of the last step of an import. */
export type CompletedImport =
  /** It is in reports from now on. `replacedRows` of earlier imports had its days and are gone. */
  | {
      readonly outcome: 'complete';
      readonly record: UsageImportRecord;
      readonly replacedRows: number;
      readonly skippedRows: number;
    }
  /** The same files are imported already: this one is gone, and `record` is that one. */
  | { readonly outcome: 'unchanged'; readonly record: UsageImportRecord }
  /** Days with recorded requests: nothing was done. */
  | { readonly outcome: 'overlap'; readonly days: readonly RecordedDay[] };

/** Recorded requests of a day of UTC and a name by which providers were asked. */
export interface RecordedUsage {
  readonly day: string;
  readonly model: string;
  /** Names by which callers asked. */
  readonly logicalModels: readonly string[];
  readonly requests: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly completionTokens: number;
  /** US dollars, as a decimal number. */
  readonly costUsd: string;
  /** Requests whose tokens were estimated. */
  readonly estimatedRequests: number;
  /** Attempts beyond the first of each request. */
  readonly extraAttempts: number;
  /** Requests that were cancelled or failed. */
  readonly brokenRequests: number;
  /** Requests with tokens and without a price. */
  readonly unpricedRequests: number;
}
