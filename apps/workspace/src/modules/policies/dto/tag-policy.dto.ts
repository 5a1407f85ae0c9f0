import type { TagPolicyEntry } from '@multilane/config';
import { MOST_TAGS, TAG_NAME, type Tags } from '@multilane/contracts';
import type { StoredPolicyRecord } from '@multilane/persistence';
import { FreeObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { PolicyView, viewPolicy } from './policy.view.js';
import { PolicyFieldsDto } from './policy-fields.dto.js';

const SCOPES = ['all', 'workspace', 'team', 'service_account', 'user', 'api_key'];

const NAME = 'Unique among the tag policies of the same scope.';
const REQUIRED = 'Tags that each call must have. A call without one is rejected with 400 `missing_tag`.';
const ALLOWED = 'Tags with a fixed set of values. A call with another value is rejected with 400 `invalid_value`.';
const ASSIGN = 'Tags that callers have without sending them.';
const HEADERS = 'Headers of clients that become tags, if their values have the form of one.';
const BAGGAGE = 'Members of the header `baggage` (OpenTelemetry) that become tags of the same name.';

/** A tag with a fixed set of values. */
export class AllowedTagDto {
  @TextField({ max: 64, form: { pattern: TAG_NAME, name: 'the name of a tag' }, description: 'Name of the tag.' })
  name!: string;

  @TextListField({ maxItems: 1_000, items: { max: 64 }, description: 'Values that it may have.' })
  values!: string[];
}

/** Tags that some callers have without sending them. */
export class TagAssignmentDto {
  @ChoiceField(SCOPES, { optional: true, description: 'Callers that get the tags. Default: all.' })
  scope?: string;

  @TextField({
    optional: true,
    max: 512,
    description:
      'The one of the scope: name of a team; id of a workspace, user, virtual account or key. Left out: every one.',
  })
  value?: string;

  @FreeObjectField({ description: `Tags by name, ${MOST_TAGS} at most.` })
  tags!: Tags;

  @FlagField({ optional: true, description: 'Whether these values replace those that callers send. Default: false.' })
  fixed?: boolean;
}

/** A header that becomes a tag. */
export class TagHeaderDto {
  @TextField({ max: 100, description: 'Name of the header, in lower case.', example: 'x-department' })
  header!: string;

  @TextField({ max: 64, description: 'Name of the tag that its value becomes.', example: 'department' })
  tag!: string;
}

/** Settings of a tag policy (docs/contract/audit.md#tag-policies). */
class TagPolicyFieldsDto extends PolicyFieldsDto {
  @TextListField({ optional: true, maxItems: MOST_TAGS, items: { max: 64 }, description: REQUIRED })
  required?: string[];

  @ObjectListField(() => AllowedTagDto, { optional: true, maxItems: 50, description: ALLOWED })
  allowed?: AllowedTagDto[];

  @ObjectListField(() => TagAssignmentDto, { optional: true, maxItems: 1_000, description: ASSIGN })
  assign?: TagAssignmentDto[];

  @ObjectListField(() => TagHeaderDto, { optional: true, maxItems: 20, description: HEADERS })
  headers?: TagHeaderDto[];

  @TextListField({ optional: true, maxItems: 20, items: { max: 64 }, description: BAGGAGE })
  baggage?: string[];
}

export class CreateTagPolicyDto extends TagPolicyFieldsDto {
  @TextField({ max: 128, description: NAME, example: 'cost centres' })
  name!: string;
}

/** Changes to a tag policy. Omitted fields keep their value. */
export class UpdateTagPolicyDto extends TagPolicyFieldsDto {
  @TextField({ optional: true, max: 128, description: NAME })
  name?: string;
}

/** A tag policy as the API shows it. */
export class TagPolicyView extends PolicyView {
  @ChoiceField(['tag_policy'], { description: 'Always `tag_policy`.' })
  object!: 'tag_policy';

  @TextListField({ items: { max: 64 }, description: REQUIRED })
  required!: readonly string[];

  @ObjectListField(() => AllowedTagDto, { description: ALLOWED })
  allowed!: readonly AllowedTagDto[];

  @ObjectListField(() => TagAssignmentDto, { description: ASSIGN })
  assign!: readonly TagAssignmentDto[];

  @ObjectListField(() => TagHeaderDto, { description: HEADERS })
  headers!: readonly TagHeaderDto[];

  @TextListField({ items: { max: 64 }, description: BAGGAGE })
  baggage!: readonly string[];

  static of(policy: StoredPolicyRecord): TagPolicyView {
    const { allowed, assign, baggage, headers, required } = policy.definition as unknown as TagPolicyEntry;
    return { ...viewPolicy(policy), object: 'tag_policy', required, allowed, assign, headers, baggage };
  }
}
