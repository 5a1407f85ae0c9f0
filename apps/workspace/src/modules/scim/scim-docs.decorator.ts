import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiQuery, ApiResponse } from '@nestjs/swagger';

const RESOURCE = { type: 'object', additionalProperties: true } as const;
const SCIM_JSON = 'application/scim+json';

/** The route answers with a resource, a list or a description of SCIM. */
export function AnswersScim(description: string, { status = 200 } = {}): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    ApiResponse({ status, description, content: { [SCIM_JSON]: { schema: RESOURCE } } }),
  );
}

/** The route takes a resource or a PatchOp message; what the schema does not know is ignored. */
export function AcceptsScim(description: string): MethodDecorator {
  return ApiBody({ description, schema: RESOURCE, required: true });
}

/** The route does its work on the version that If-Match names, or not at all. */
export function HonoursIfMatch(): MethodDecorator {
  return applyDecorators(
    ApiHeader({ name: 'If-Match', required: false, description: 'The version that is to be changed.' }),
    ApiResponse({ status: 412, description: 'The resource has changed since that version.' }),
  );
}

/** The route shows what is asked for of a resource. */
export function SelectsAttributes(): MethodDecorator {
  return applyDecorators(
    ApiQuery({ name: 'attributes', required: false, description: 'Attributes to return, separated by commas.' }),
    ApiQuery({
      name: 'excludedAttributes',
      required: false,
      description: 'Attributes to leave out, separated by commas.',
    }),
  );
}

/** The route lists what a SearchRequest message asks for. */
export function SearchesScim(): MethodDecorator {
  return applyDecorators(AcceptsScim('A SearchRequest message.'), AnswersScim('A page of what was found.'));
}

/** The route lists resources. */
export function ListsScim(): MethodDecorator {
  return applyDecorators(
    SelectsAttributes(),
    ApiQuery({ name: 'filter', required: false, description: 'Such as `userName eq "ada@example.com"`.' }),
    ApiQuery({ name: 'sortBy', required: false, description: 'The name of an attribute.' }),
    ApiQuery({ name: 'sortOrder', required: false, description: '`ascending` or `descending`.' }),
    ApiQuery({ name: 'startIndex', required: false, description: 'The first is 1.' }),
    ApiQuery({ name: 'count', required: false, description: 'Maximum number of results. Default: 100. Maximum: 200.' }),
  );
}
