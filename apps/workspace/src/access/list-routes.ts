import { ACCESS_METADATA, type ControllerRoute, listControllerRoutes } from '@multilane/http';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { DiscoveryService, ModulesContainer, Reflector } from '@nestjs/core';
import type { Access } from './access.js';

/** A route, and who it says may call it. */
export interface RouteEntry extends Omit<ControllerRoute, 'handler'> {
  readonly access: Access | undefined;
}

/** Every route of the app, from its controllers: for the hook that authenticates, for the tests, for the documentation. */
export function listRoutes(app: INestApplicationContext): RouteEntry[] {
  const reflector = new Reflector();
  // Made here, so that it works also where Nest makes no providers (describe-without-services.ts).
  return new DiscoveryService(app.get(ModulesContainer)).getControllers().flatMap(({ metatype }) => {
    if (!metatype) return [];
    return listControllerRoutes(metatype as Type).map(({ handler, ...route }) => ({
      ...route,
      access: reflector.getAllAndOverride<Access | undefined>(ACCESS_METADATA, [handler, metatype]),
    }));
  });
}
