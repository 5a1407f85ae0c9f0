import { applyDecorators, Post } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { QueryResultsView } from './dto/knowledge.view.js';

/** POST `:id/query`: searches knowledge and answers with the chunks that fit best. */
export function AnswersQuery(): MethodDecorator {
  return applyDecorators(
    Answers(QueryResultsView, { description: 'The chunks that fit best.' }),
    RequirePermission('gateway.knowledge.read', { in: 'knowledge' }),
    Post(':id/query'),
  );
}
