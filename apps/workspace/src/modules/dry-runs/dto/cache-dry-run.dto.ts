import { FreeObjectField, ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { WORDINGS } from '../compare-wordings.js';

const REQUEST = 'The body of a request, as a client sends it to `/v1`.';

/** A request as far as the cache distinguishes it, and another to compare it with. */
export class CacheDryRunDto {
  @IdField({ description: 'The workspace of the request.' })
  workspace_id!: string;

  @TextField({ optional: true, max: 200, description: 'Name of the team of the caller.' })
  team?: string;

  @FreeObjectField({ description: `${REQUEST} It must have \`model\`.` })
  request!: Record<string, unknown>;

  @FreeObjectField({
    optional: true,
    description: `${REQUEST} Compared with the first: would its response come from the cache?`,
  })
  other_request?: Record<string, unknown>;
}

/** A cache policy that caches the response. */
export class MatchedCachePolicyView {
  @IdField({ nullable: true, description: 'The policy. Null for one of gateway.yaml.' })
  policy_id!: string | null;

  @TextField({ nullable: true, description: 'Name of the policy. Null if it has none.' })
  policy_name!: string | null;

  @CountField({ description: 'Seconds for which the policy caches a response.' })
  ttl_seconds!: number;
}

/** Decision on caching the response to a request, and for how long. */
export class CacheDryRunView {
  @ChoiceField(['cache_dry_run'], { description: 'Always `cache_dry_run`.' })
  object!: 'cache_dry_run';

  @TextField({ max: 512, description: 'Logical name of the model.' })
  model!: string;

  @CountField({ nullable: true, description: 'Seconds for which the response is cached. Null: it is not cached.' })
  ttl_seconds!: number | null;

  @ObjectListField(() => MatchedCachePolicyView, {
    description: 'The policies that cache the response. The shortest lifetime applies.',
  })
  policies!: readonly MatchedCachePolicyView[];

  @FlagField({ description: 'If false, policies of the organization may apply too, but you cannot read them.' })
  is_complete!: boolean;

  @TextListField({ description: 'Members of the request that do not count: they say who asks, or are null.' })
  ignored!: readonly string[];

  @FlagField({
    nullable: true,
    description: 'Whether both requests share one response. Null without `other_request`.',
  })
  is_same!: boolean | null;

  @TextListField({ nullable: true, description: 'Members in which the requests differ. Null without `other_request`.' })
  differences!: readonly string[] | null;

  @ChoiceField(WORDINGS, {
    nullable: true,
    description:
      'Whether the questions of both requests have the same words, and everything else of the requests is the same, so that a semantic policy compares their vectors; `incomparable` if it leaves one of them out. Null without `other_request` or without such a policy.',
  })
  wordings!: (typeof WORDINGS)[number] | null;
}
