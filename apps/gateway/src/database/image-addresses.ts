import type { GatewayConfig } from '@multilane/config';
import type { Database, FoundImage } from '@multilane/persistence';
import type { Logger, Metrics } from '@multilane/telemetry';
import { ImageSignatures } from './image-signatures.js';
import { withTimeLimit } from './with-time-limit.js';

/** Larger images are not stored, in bytes. */
const LARGEST_IMAGE = 32 * 1024 * 1024;

/** A request waits so long for its image to be stored, in milliseconds. */
const STORE_MS = 10_000;

/** A reader waits so long for an image, in milliseconds. */
const FIND_MS = 5_000;

/** Owner of an image, and the address of this gateway for its readers. */
export interface ImageOwner {
  /** Undefined without a database. */
  readonly organizationId: string | undefined;
  /** The gateway's own end of the connection that a request came by, if that is this machine alone. */
  readonly loopbackOrigin: string | undefined;
}

export interface ImageAddressesOptions {
  readonly images: Pick<Database['storedImages'], 'find' | 'store'>;
  readonly newId: () => string;
  readonly encryptionKeys: string;
  readonly publicBaseUrl: string | undefined;
  readonly media: GatewayConfig['media'];
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'recordImageAddress'>;
}

/**
 * Stores images that a provider answered as bytes, and serves them by signed addresses until they expire
 * (docs/contract/media.md#images-by-address).
 */
export class ImageAddresses {
  private readonly signatures: ImageSignatures;

  constructor(private readonly options: ImageAddressesOptions) {
    this.signatures = new ImageSignatures(options.encryptionKeys);
  }

  /** Returns the publisher of a request's images; undefined if they have no public address. */
  publisherFor({
    organizationId,
    loopbackOrigin,
  }: ImageOwner): ((image: Uint8Array) => Promise<string | undefined>) | undefined {
    const base = this.options.publicBaseUrl ?? loopbackOrigin;
    if (organizationId === undefined || base === undefined) return undefined;
    return (image) => this.publish(image, organizationId, base.replace(/\/+$/, ''));
  }

  /** The image behind an address; undefined if its signature is wrong, it has expired, or the image is gone. */
  async find(id: string, expires: unknown, signature: unknown, now = Date.now()): Promise<FoundImage | undefined> {
    const { images, metrics } = this.options;
    const isValid =
      typeof expires === 'string' &&
      /^[1-9]\d{0,11}$/.test(expires) &&
      Number(expires) * 1000 > now &&
      typeof signature === 'string' &&
      this.signatures.isValid({ id, expires: Number(expires) }, signature);
    const image = isValid ? await withTimeLimit(images.find(id, new Date(now)), FIND_MS) : undefined;
    metrics.recordImageAddress(image === undefined ? 'refused' : 'served');
    return image;
  }

  /** Resolves to undefined if it could not be stored: the image is paid for, and the caller gets it in another way. */
  private async publish(bytes: Uint8Array, organizationId: string, base: string): Promise<string | undefined> {
    const { images, logger, media, metrics, newId } = this.options;
    try {
      if (bytes.length === 0 || bytes.length > LARGEST_IMAGE) throw new Error(`an image of ${bytes.length} bytes`);
      const id = newId();
      const createdAt = new Date();
      // Whole seconds: the address and the row expire at the same moment.
      const expires = Math.floor(createdAt.getTime() / 1000) + media.url_ttl_minutes * 60;
      const image = { id, organizationId, bytes, createdAt, expiresAt: new Date(expires * 1000) };
      const removed = await withTimeLimit(images.store(image, media.stored_images_mb * 1024 * 1024), STORE_MS);
      if (removed === undefined) throw new Error('the organization does not exist');
      if (removed > 0) logger.warn({ removed, organization_id: organizationId }, 'stored images made room for others');
      metrics.recordImageAddress('stored');
      return `${base}/v1/media/${id}?expires=${expires}&signature=${this.signatures.sign({ id, expires })}`;
    } catch (error) {
      logger.warn({ err: error, organization_id: organizationId }, 'an image could not be stored');
      metrics.recordImageAddress('not_stored');
      return undefined;
    }
  }
}
