import { type OpenApiDocument, readBuildStamp } from '@multilane/http';
import type { INestApplication } from '@nestjs/common';
import type { RouteEntry } from '../access/list-routes.js';
import { buildDocument } from './build-document.js';

/** Our own document and, where another service answers at the same address, that one's routes too. */
export function describeApi(
  app: INestApplication,
  routes: readonly RouteEntry[],
  other: OpenApiDocument | undefined,
): OpenApiDocument {
  const { version } = readBuildStamp('multilane-workspace', new URL('../../', import.meta.url));
  const own = buildDocument(app, routes, version);
  return other === undefined ? own : joinDocuments(own, other);
}

/** Joins two documents. The first one's description of a path that both have, such as /health, counts. */
function joinDocuments(first: OpenApiDocument, second: OpenApiDocument): OpenApiDocument {
  const sections = new Set([...Object.keys(first.components ?? {}), ...Object.keys(second.components ?? {})]);
  const join = (name: string) => [name, { ...second.components?.[name], ...first.components?.[name] }];
  return {
    ...first,
    info: { ...first.info, title: 'Multilane' },
    // Every operation of ours says its own; those of the other service may lean on what theirs says for all.
    security: second.security,
    paths: { ...second.paths, ...first.paths },
    components: Object.fromEntries([...sections].map(join)),
  };
}
