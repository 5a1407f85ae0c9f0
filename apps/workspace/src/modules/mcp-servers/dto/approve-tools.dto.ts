import { ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { TextField } from '../../../fields/scalar-fields.js';

/** A tool as somebody looked at it. */
export class ApprovedToolDto {
  @TextField({ max: 128, description: 'Name at the server.' })
  name!: string;

  @TextField({
    min: 64,
    max: 64,
    form: { pattern: /^[0-9a-f]+$/, name: 'lower-case hex' },
    description: '`hash` of the description that you approve. If the tool has changed since, the request is refused.',
  })
  hash!: string;
}

export class ApproveToolsDto {
  @ObjectListField(() => ApprovedToolDto, { maxItems: 500, description: 'The tools. All are approved, or none.' })
  tools!: ApprovedToolDto[];
}

export class RejectToolsDto {
  @TextListField({ maxItems: 500, items: { max: 128 }, description: 'Names of the tools, at the server.' })
  tools!: string[];
}
