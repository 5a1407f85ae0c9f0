import { describe, expect, it } from '@jest/globals';
import { listControllerRoutes } from '@multilane/http';
import type { DynamicModule, Type } from '@nestjs/common';
import { GatewayModule } from '../app/app.module.js';
import { ENDPOINTS } from '../endpoints/endpoints.js';
import type { GatewayServices } from '../start/gateway-services.js';
import { buildDocument } from './build-document.js';

/** Assets of the page at /docs are no part of the API. */
const OF_THE_PAGE = 'GET /docs/assets/{name}';

const document = buildDocument('1.2.3');

function controllersOf(module: DynamicModule): Type[] {
  const imported = (module.imports ?? []).filter((each): each is DynamicModule => 'module' in each);
  return [...(module.controllers ?? []), ...imported.flatMap(controllersOf)];
}

function servedOperations(): string[] {
  const module = GatewayModule.on({} as GatewayServices, { server: {} } as never);
  const framework = controllersOf(module)
    .flatMap(listControllerRoutes)
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    .filter((operation) => operation !== OF_THE_PAGE);
  return [...framework, ...ENDPOINTS.map(({ route }) => `${route.method} ${route.path}`)];
}

function documentedOperations(): string[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{(model|resource)\}/, '*')}`),
  );
}

describe('the OpenAPI document of the gateway', () => {
  it('holds every route that is served, and no other', () => {
    expect(documentedOperations().sort()).toEqual(servedOperations().sort());
  });

  it('shows the schema that each body is held to, in plain JSON Schema', () => {
    for (const { body, isA2a, isBatches, isKnowledge, isMcp, isStored, query, route } of ENDPOINTS) {
      const text = JSON.stringify(document.paths[route.path]);
      if (body !== 'none' && !isStored && !isBatches && !isKnowledge && !isMcp && !isA2a)
        expect(text).toMatch(/"properties":\{"(model|session)"/);
      for (const name of Object.keys(query ?? {})) expect(text).toContain(`{"name":"${name}","in":"query"`);
      expect(text).not.toMatch(/"refusal":"|"rawInteger"/);
    }
  });

  it('needs no credential for the service endpoints, and one for everything else', () => {
    const open = Object.entries(document.paths)
      .filter(([, item]) => JSON.stringify(item).includes('"security":[]'))
      .map(([path]) => path);
    // A signature in the address lets its reader in.
    expect(open.filter((path) => path.startsWith('/v1'))).toEqual(['/v1/media/{id}']);
    expect(open).toHaveLength(12);
  });
});
