import { applyDecorators } from '@nestjs/common';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';

/** Documents a route that answers with a file of comma-separated values. */
export function AnswersCsv(): MethodDecorator {
  return applyDecorators(
    ApiProduces('text/csv'),
    ApiResponse({ status: 200, description: 'The rows, one per line.', schema: { type: 'string' } }),
  );
}
