import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/** Under this, a route or its controller declares who may call it. */
export const ACCESS_METADATA = 'multilane:access';

/** A route that needs no credential. */
export interface PublicAccess {
  readonly kind: 'public';
}

/** The route answers everybody. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS_METADATA, { kind: 'public' } satisfies PublicAccess);
