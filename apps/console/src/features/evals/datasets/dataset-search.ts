/** Parameters in the address of a dataset's page. */
export interface DatasetSearch {
  readonly tab?: string;
  readonly open?: string;
  readonly version?: string;
  readonly case?: string;
}
