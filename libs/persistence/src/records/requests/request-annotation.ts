/** Marks that a request can have. */
export const RATINGS = ['good', 'bad'] as const;

export type Rating = (typeof RATINGS)[number];

/** Mark and note that a person gave to a request. */
export interface RequestAnnotationRecord {
  /** Id of the audit record. */
  readonly id: string;
  readonly organizationId: string;
  /** Time when the request arrived. */
  readonly time: Date;
  readonly requestId: string;
  readonly rating: Rating;
  /** Empty if there is none. */
  readonly note: string;
  /** Person who wrote it last; null for a virtual account of the organization. */
  readonly annotatedById: string | null;
  /** Name of whoever wrote it last, at that time. */
  readonly annotatedBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
