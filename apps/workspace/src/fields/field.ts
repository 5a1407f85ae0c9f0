import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { IsOptional, ValidateIf } from 'class-validator';
import { release } from './held-values.js';

/** Options of every field. */
export interface FieldOptions {
  /** Meaning of the field, for the API's documentation. */
  readonly description: string;
  /** The field may be left out; a null is then as good as leaving it out. */
  readonly optional?: boolean;
  /** A null has a meaning of its own, and is preserved. */
  readonly nullable?: boolean;
  readonly example?: unknown;
}

/** The class of a nested object; a function, because classes may name each other. */
export type ClassOf<T extends object = object> = () => new () => T;

/** Form in which the value of a field is read before it is checked. */
export interface FieldShape {
  /** The value comes as text and is a number: a field of the query. */
  readonly fromText?: boolean;
  /** The value is an object with fields of its own. */
  readonly objectOf?: ClassOf;
  /** The value is a list of such objects, at most `maxItems`. */
  readonly listOf?: { readonly of: ClassOf; readonly maxItems: number };
}

interface DeclaredField extends FieldShape {
  /** A null is preserved. */
  readonly nullable: boolean;
}

/** Under this, a class lists its fields by name. */
const FIELDS = Symbol('fields');

/**
 * A field of a DTO or of an answer: what is checked and what is documented come from the same line, so that they cannot
 * differ. Only the kinds in this folder build on it.
 */
export function field(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  checks: readonly PropertyDecorator[],
  shape: FieldShape = {},
): PropertyDecorator {
  const { description, optional = false, nullable = false, example } = options;
  const documented = {
    ...schema,
    description,
    nullable,
    required: !optional,
    ...(example === undefined ? {} : { example }),
  };
  const decorators = [ApiProperty(documented as ApiPropertyOptions), ...checks];
  if (optional) decorators.push(IsOptional());
  else if (nullable) decorators.push(ValidateIf((_object, value) => value !== null));
  decorators.push(declare({ ...shape, nullable }), ...transformationsOf(shape));
  return applyDecorators(...decorators);
}

/** The decorators by which class-transformer makes the value, of what was sent (`toDto`) or of a record's (`toView`). */
function transformationsOf({ fromText, listOf, objectOf = listOf?.of }: FieldShape): PropertyDecorator[] {
  const show = ({ value }: { readonly value: unknown }) =>
    value instanceof Date ? value.toISOString() : release(value);
  const decorators = [exposeFromRecord, Transform(show)];
  if (fromText) decorators.push(Type(() => Number));
  if (objectOf) decorators.push(Type(() => objectOf()));
  return decorators;
}

/** A view takes the field from the one of its record that has its name in camelCase. */
const exposeFromRecord: PropertyDecorator = (prototype, name) =>
  Expose({ name: String(name).replace(/_([a-z0-9])/g, (_all, first: string) => first.toUpperCase()) })(prototype, name);

function declare(declared: DeclaredField): PropertyDecorator {
  return (prototype, name) => {
    const fields = new Map([...fieldsOf(prototype), [String(name), declared] as const]);
    Reflect.defineMetadata(FIELDS, fields, prototype);
  };
}

/** The fields that a DTO declares, inherited ones included, by name. */
export function fieldsOf(prototype: object): ReadonlyMap<string, DeclaredField> {
  return Reflect.getMetadata(FIELDS, prototype) ?? new Map();
}
