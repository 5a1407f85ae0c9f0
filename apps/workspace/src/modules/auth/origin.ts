import type { Actor } from '@multilane/persistence';

/** Origin of a request, for throttles and the audit trail. */
export type Origin = Required<Pick<Actor, 'requestId' | 'address'>> & {
  readonly address: string;
  /** The browser, as it names itself. */
  readonly userAgent?: string | undefined;
};
