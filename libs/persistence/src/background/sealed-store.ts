import type { OpenAccess } from '../connection/connection.js';
import { type SecretBox, SecretBoxError } from '../secrets/secret-box.js';

/** A store of rows whose contents are sealed, each for its very row. */
export abstract class SealedStore {
  /** Name of the stored contents in error messages. */
  protected abstract readonly contents: string;

  constructor(
    protected readonly access: OpenAccess,
    private readonly box: SecretBox | undefined,
  ) {}

  /** True if there is a key to seal with; without one nothing can be stored. */
  get isReady(): boolean {
    return this.box !== undefined;
  }

  /** @throws SecretBoxError if there is no key */
  protected boxOrThrow(): SecretBox {
    if (this.box === undefined) throw new SecretBoxError(`There is no encryption key to seal ${this.contents} with.`);
    return this.box;
  }
}
