import { z } from 'zod';

/** True if a value is a mapping of the file. `InterpolatedText` is an object as well, and represents a scalar. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The schema inside optional, default and transform wrappers. */
export function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return unwrapSchema(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? unwrapSchema(schema.in) : schema;
}

/**
 * The schemas of the keys an object may have; undefined if the schema knows no fixed keys. Of several kinds of object
 * the discriminator in `value` chooses one; without a valid one the keys are known, but nothing about their values.
 */
export function fieldsOf(schema: z.core.$ZodType, value: Record<string, unknown> = {}): z.core.$ZodShape | undefined {
  const type = unwrapSchema(schema);
  if (type instanceof z.ZodObject) return type.shape;
  if (!(type instanceof z.ZodDiscriminatedUnion)) return undefined;
  const discriminator = type.def.discriminator;
  const shapes = type.options.flatMap((option) => (option instanceof z.ZodObject ? [option.shape] : []));
  const chosen = shapes.find((shape) => z.safeParse(shape[discriminator], value[discriminator]).success);
  return chosen ?? Object.fromEntries(shapes.flatMap((shape) => Object.keys(shape)).map((key) => [key, z.unknown()]));
}

/** The alternatives of a union, else the schema itself; unwrapped. */
export function alternativesOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const type = unwrapSchema(schema);
  return type instanceof z.ZodUnion ? type.options.map(unwrapSchema) : [type];
}
