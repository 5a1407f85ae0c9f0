import { isRecord } from '@multilane/contracts';
import { record, type Shape, shapeOf } from '../shape.js';

type Json = Record<string, unknown>;

/** The object with its members' names in camel case: the JSON of protocol buffers may spell them `like_this` too. */
export function camelCased(value: Json): Json {
  const spell = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [spell(name), member]));
}

/** Record with either spelling of the members' names. */
export function message(
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  const shape = record(required, optional);
  return (value, param) => shape(isRecord(value) ? camelCased(value) : value, param);
}

/** An enum by name or by number (protobuf.dev, "ProtoJSON format"). */
export function enumOf(...names: readonly string[]): Shape {
  return shapeOf((value) => Number.isInteger(value) || names.includes(String(value)), `one of ${names.join(', ')}`);
}

/** The member of that name, in either spelling. */
export function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? camelCased(value)[name] : undefined;
}
