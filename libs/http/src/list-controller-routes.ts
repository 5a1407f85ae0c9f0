import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';

type Handler = (...args: unknown[]) => unknown;

/** A route as its handler declares it. */
export interface ControllerRoute {
  readonly method: string;
  /** With parameters as `:id`. */
  readonly path: string;
  /** `TeamsController.create`, for people. */
  readonly name: string;
  readonly handler: Handler;
}

/** The routes of a controller, from its decorators. */
export function listControllerRoutes(controller: Type): ControllerRoute[] {
  const prototype: Record<string, Handler> = controller.prototype;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const method: RequestMethod | undefined = handler && Reflect.getMetadata(METHOD_METADATA, handler);
    if (handler === undefined || method === undefined) return [];
    return pathsOf(controller, handler).map((path) => ({
      method: RequestMethod[method],
      path,
      name: `${controller.name}.${name}`,
      handler,
    }));
  });
}

function pathsOf(controller: object, handler: object): string[] {
  const prefixes: string[] = [Reflect.getMetadata(PATH_METADATA, controller) ?? ''].flat();
  const suffixes: string[] = [Reflect.getMetadata(PATH_METADATA, handler) ?? ''].flat();
  return prefixes.flatMap((prefix) => suffixes.map((suffix) => joinPath(prefix, suffix)));
}

function joinPath(...parts: readonly string[]): string {
  const names = parts.flatMap((part) => part.split('/')).filter((name) => name !== '');
  return `/${names.join('/')}`;
}
