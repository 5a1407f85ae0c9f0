import { writeProblem } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { validate } from 'class-validator';
import { isId } from '../fields/is-id.js';
import { describeViolation } from './describe-violation.js';
import { findForbiddenName } from './find-forbidden-name.js';
import { invalidField } from './invalid-field.js';
import { toDto } from './to-dto.js';

type Plain = Record<string, unknown>;

/**
 * The one gate through which what people send becomes a DTO: fields that the class does not declare are rejected, nulls
 * that mean nothing are left out, and what does not fit is 400 `invalid_value` with the field's path. A path parameter
 * that is an id and cannot be one is 404, as any id that names nothing.
 */
export class DtoPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype, data }: ArgumentMetadata): Promise<unknown> {
    if (type === 'custom') return value;
    if (type === 'param') return data === undefined ? value : checkParam(data, value);
    if (metatype === undefined || metatype === Object || data !== undefined) return value;
    const plain = toObject(value, type === 'body');
    const dto = toDto(metatype as new () => object, plain);
    const [violation] = await validate(dto, {
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: false,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
    });
    if (violation !== undefined) {
      const { param, message } = describeViolation(violation);
      throw invalidField(param, message);
    }
    // Only the fields whose members are free still hold names of the caller's, and those are small by now.
    const forbidden = findForbiddenName(dto);
    if (forbidden !== undefined) throw invalidField(forbidden, `${writeProblem('unknown_field')}.`);
    return dto;
  }
}

function checkParam(name: string, value: unknown): unknown {
  if (/(^|_)id$/.test(name) && !isId(String(value))) throw new GatewayError('not_found');
  return value;
}

/** A body must be an object; a body that was not sent is an empty one, so that the refusal names what is missing. */
function toObject(value: unknown, isBody: boolean): Plain {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Plain;
  throw new GatewayError('invalid_value', {
    message: isBody ? 'The body must be a JSON object.' : 'The query is not valid.',
  });
}
