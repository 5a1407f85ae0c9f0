import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** The route answers with a view: 200, or another status. */
export function Answers(view: Type, { status = 200, description = 'What was asked for.' } = {}): MethodDecorator {
  return applyDecorators(HttpCode(status), ApiResponse({ status, description, type: view }));
}

/** The route can also answer with another view, under another status that its handler sets. */
export function AnswersElse(view: Type, { status, description }: { status: number; description: string }) {
  return ApiResponse({ status, description, type: view });
}

/** The route answers with a list of views (docs/contract/control-plane.md#conventions). */
export function AnswersList(view: Type): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(view),
    ApiResponse({
      status: 200,
      description: 'A page of the list, newest first where `order` does not say otherwise.',
      schema: {
        type: 'object',
        required: ['object', 'data', 'next_cursor'],
        properties: {
          object: { type: 'string', enum: ['list'] },
          data: { type: 'array', items: { $ref: getSchemaPath(view) } },
          next_cursor: {
            type: 'string',
            nullable: true,
            description: 'Value of `?cursor=` for the next page. Null on the last page.',
          },
        },
      },
    }),
  );
}

/** The route answers 204, without a body. */
export function AnswersNothing(): MethodDecorator {
  return applyDecorators(HttpCode(204), ApiResponse({ status: 204, description: 'Done.' }));
}
