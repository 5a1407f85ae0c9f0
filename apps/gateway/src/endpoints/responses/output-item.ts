import type { ResponsesItemStatus, ResponsesOutputItem } from '@multilane/contracts';

/** Receives the events of an answer in order, without their sequence number. */
export type EmitEvent = (type: string, members: Record<string, unknown>) => void;

/** Facts of its answer for an item. */
export interface ItemPosition {
  /** Unique to the request: ids are made from it. */
  readonly idSeed: string;
  /** The item's position in `output`. */
  readonly index: number;
  readonly emit: EmitEvent;
}

/** One item of an answer that is being written. */
export interface OutputItem {
  /** The item as far as it has come. */
  readonly item: ResponsesOutputItem;
  /** Reports that the item is complete, or was cut off; called once. */
  close(status: ResponsesItemStatus): void;
}
