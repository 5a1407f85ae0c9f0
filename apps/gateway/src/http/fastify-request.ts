import type { Caller } from '@multilane/auth';
import type { Snapshot } from '../snapshot/snapshot.js';

/** Who was let in, and the snapshot that says so; the request keeps both to its end. */
export interface Admission {
  readonly caller: Caller;
  readonly snapshot: Snapshot;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook; null on public routes. */
    admission: Admission | null;
    /** True once a pipeline has taken the request and will record its outcome. */
    settlesItself: boolean;
  }
}
