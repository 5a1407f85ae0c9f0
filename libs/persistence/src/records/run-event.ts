/** The run that events belong to, and the workspace that has it. */
export interface RunAddress {
  readonly workspaceId: string;
  readonly runId: string;
}

export interface NewRunEvent {
  /** Such as `step.completed`. */
  readonly kind: string;
  /** JSON. Too large a one is shortened (`RUN_EVENT_BYTES`). */
  readonly data: object;
}

/** Something that happened in a run. Its number grows with each event of the run. */
export interface RunEventRecord {
  readonly seq: number;
  readonly kind: string;
  readonly data: object;
  readonly createdAt: Date;
}

/** Length of an event at most, in characters of JSON. */
export const RUN_EVENT_CHARACTERS = 64 * 1024;
/** Events of a run at most. Later ones are dropped; the last one says so. */
export const MOST_RUN_EVENTS = 20_000;
