import { type OpenApiDocument, readBuildStamp } from '@multilane/http';
import { buildDocument } from './build-document.js';

/** The description of the data plane, for a service that answers at the same address. */
export function describeGatewayApi(): OpenApiDocument {
  return buildDocument(readBuildStamp('multilane-gateway', new URL('../../', import.meta.url)).version);
}
