import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ModelView, VirtualModelView } from './model.view.js';

const EITHER = { oneOf: [ModelView, VirtualModelView].map((view) => ({ $ref: getSchemaPath(view) })) };

/** The route answers with a model of either sort. */
export function AnswersModel({ status = 200, description = 'What was asked for.' } = {}): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    ApiExtraModels(ModelView, VirtualModelView),
    ApiResponse({ status, description, schema: EITHER }),
  );
}

/** The route answers with a list of models of both sorts. */
export function AnswersModels(): MethodDecorator {
  const properties = {
    object: { type: 'string', enum: ['list'] },
    data: { type: 'array', items: EITHER },
    next_cursor: {
      type: 'string',
      nullable: true,
      description: 'Value of `?cursor=` for the next page. Null on the last page.',
    },
  };
  const schema = { type: 'object', required: Object.keys(properties), properties };
  return applyDecorators(
    ApiExtraModels(ModelView, VirtualModelView),
    ApiResponse({ status: 200, description: 'A page of the list, newest first.', schema: schema as never }),
  );
}
