/** Figures of a service, in each interval. Memory in megabytes (10^6 bytes). */
export interface ServiceFigures {
  /** The median of the samples. */
  readonly residentMb: number;
  /** The least of the samples: the nearest to what is left after a collection of garbage. */
  readonly heapMb: number;
  /** Memory inside and outside the heap after a full garbage collection; undefined in intervals without one. */
  readonly liveMb: number | undefined;
  /** Memory of Node outside the heap, such as buffers; the median of the samples. */
  readonly externalMb: number;
  /** File descriptors, the median of the samples. */
  readonly descriptors: number;
  /** Active handles of Node, the median of the samples. */
  readonly handles: number;
}

/** One interval of the run: a minute, if the run has ten or more. */
export interface Interval {
  /** End of the interval, in minutes since the load began. */
  readonly minute: number;
  readonly gateway: ServiceFigures;
  readonly workspace: ServiceFigures;
  readonly requests: number;
  /** Milliseconds, of small whole answers; undefined where there was none. */
  readonly p50: number | undefined;
  readonly p99: number | undefined;
  /** Share of one processor that the gateway used. */
  readonly processorShare: number;
  readonly spoolBytes: number;
  /** Audit records that are not in the database yet. */
  readonly waitingRecords: number;
  readonly databaseConnections: number;
}

/** Open files and connections of an idle service. */
export interface IdleFigures {
  readonly gatewayDescriptors: number;
  readonly workspaceDescriptors: number;
  readonly databaseConnections: number;
}

export interface SoakResult {
  readonly minutes: number;
  readonly rate: number;
  readonly intervals: readonly Interval[];
  /** After some seconds of load and a rest, before the run; and after the run. */
  readonly before: IdleFigures;
  readonly after: IdleFigures;
  readonly requests: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Unexpected outcomes, and the number of each. */
  readonly unexpected: Readonly<Record<string, number>>;
  /** Errors in the audit log. */
  readonly ledgerBreaches: readonly string[];
  /** Results of the jobs, for the page. */
  readonly jobs: string;
  /** Work that the gateway still had in progress at the end, by metric. */
  readonly leftOpen: Readonly<Record<string, number>>;
  /** Services that did not end by themselves after SIGTERM. */
  readonly stuck: readonly string[];
}
