import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateIf } from 'class-validator';

/** What every field may say of itself. */
export interface FieldOptions {
  /** What the field means, for the API's documentation. */
  readonly description: string;
  /** The field may be left out; a null is then as good as leaving it out. */
  readonly optional?: boolean;
  /** A null has a meaning of its own, and is kept. */
  readonly nullable?: boolean;
  readonly example?: unknown;
}

/** Under this, a class lists its fields in which a null is kept. */
const NULLABLE_FIELDS = Symbol('nullable fields');

/**
 * A field of a DTO or of an answer: what is checked and what is documented come from the same line, so that they cannot
 * differ. Only the kinds in this folder build on it.
 */
export function field(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  checks: readonly PropertyDecorator[],
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
  if (nullable) decorators.push(markNullable);
  return applyDecorators(...decorators);
}

const markNullable: PropertyDecorator = (prototype, name) => {
  const names = nullableFieldsOf(prototype);
  Reflect.defineMetadata(NULLABLE_FIELDS, new Set([...names, name]), prototype);
};

/** The fields of a DTO in which a null has a meaning. */
export function nullableFieldsOf(prototype: object): ReadonlySet<string | symbol> {
  return Reflect.getMetadata(NULLABLE_FIELDS, prototype) ?? new Set();
}
