/** Parts of the address of the page of alerts. */
export interface AlertsSearch {
  readonly tab?: string;
  readonly open?: string;
  readonly rule?: string;
  readonly state?: string;
  readonly status?: string;
}
