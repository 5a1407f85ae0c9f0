/** What the address of a dataset's page says. */
export interface DatasetSearch {
  readonly tab?: string;
  readonly open?: string;
  readonly version?: string;
  readonly case?: string;
}
