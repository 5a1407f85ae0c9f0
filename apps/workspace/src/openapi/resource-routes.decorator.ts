import { applyDecorators, Delete, Get, Patch, Post, type Type } from '@nestjs/common';
import { HonoursVersion, SendsVersion } from '../http/versions.js';
import { Answers, AnswersList, AnswersNothing } from './answers.decorator.js';

/** POST: makes a resource and answers 201 with its view and version. */
export function Creates(view: Type, description: string): MethodDecorator {
  return applyDecorators(Answers(view, { status: 201, description }), SendsVersion(), Post());
}

/** GET: answers with a page of the list. */
export function Lists(view: Type): MethodDecorator {
  return applyDecorators(AnswersList(view), Get());
}

/** GET `:id`: answers with the view of a resource and its version. */
export function Finds(view: Type): MethodDecorator {
  return applyDecorators(Answers(view), SendsVersion(), Get(':id'));
}

/** PATCH `:id`: changes the version that `If-Match` names, and answers with the view and the new version. */
export function Updates(view: Type, description: string): MethodDecorator {
  return applyDecorators(Answers(view, { description }), HonoursVersion(), SendsVersion(), Patch(':id'));
}

/** DELETE `:id`: deletes the version that `If-Match` names, and answers 204. */
export function Removes(): MethodDecorator {
  return applyDecorators(AnswersNothing(), HonoursVersion(), Delete(':id'));
}
