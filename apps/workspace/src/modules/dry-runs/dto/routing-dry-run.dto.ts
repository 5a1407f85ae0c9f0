import { ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { AmountField, ChoiceField, CountField, IdField, TextField } from '../../../fields/scalar-fields.js';
import { RoutingConfigFieldsDto } from '../../policies/dto/routing-config.dto.js';

/** A routing config, which need not exist, and a request to route by it. */
export class RoutingDryRunDto extends RoutingConfigFieldsDto {
  @IdField({ description: 'The workspace of the request.' })
  override workspace_id!: string;

  @TextField({
    optional: true,
    max: 512,
    description: 'Any name of the model that the request names. Required if the config has no targets.',
  })
  model?: string;

  @TextField({ optional: true, max: 512, description: 'The `X-Session-Id` of the request. Left out: it has none.' })
  session_id?: string;
}

const STEP_REASONS = [
  'request',
  'only',
  'order',
  'weight',
  'last_resort',
  'context_length',
  'session',
  'latency',
  'running_requests',
  'cost',
] as const;

/** A choice on the way to a model. */
export class RouteStepView {
  @CountField({
    nullable: true,
    description:
      'Place of the chosen target in the list of the config or of the virtual model, from 0. Null: the model that the request names.',
  })
  target!: number | null;

  @TextField({ max: 512, description: 'Logical name of the chosen model or virtual model.' })
  model!: string;

  @ChoiceField([...STEP_REASONS], {
    description:
      'What decides when it is tried. `request`: the request names it. `only`: there is no other target. `order`: its place in the list. `weight`: a draw by weight. `last_resort`: its weight is 0, so all others come first. `context_length`: only prompts that are too long for the others reach it. `session`: the session. `latency`, `running_requests`: what a gateway measures. `cost`: prices, and the lengths of answers that a gateway measures.',
  })
  reason!: (typeof STEP_REASONS)[number];
}

/** A model that the request may be sent to. */
export class RoutedTargetView {
  @TextField({ max: 512, description: 'Logical name of the model.' })
  model!: string;

  @TextListField({ description: 'The virtual models that lead to it, the outermost first.' })
  through!: readonly string[];

  @ObjectListField(() => RouteStepView, { description: 'The choices that lead to it, the outermost first.' })
  steps!: readonly RouteStepView[];

  @AmountField({
    nullable: true,
    description:
      'Share of such requests that try this model first, from 0 to 1. Null: it depends on the latencies, running requests or lengths of answers that a gateway measures.',
  })
  first_share!: number | null;
}

/** Targets that a routing config chooses for a request. */
export class RoutingDryRunView {
  @ChoiceField(['routing_dry_run'], { description: 'Always `routing_dry_run`.' })
  object!: 'routing_dry_run';

  @ObjectListField(() => RoutedTargetView, {
    description:
      'The models, in the order in which they are most likely tried while all are healthy. Empty: the request would be rejected with 404.',
  })
  targets!: readonly RoutedTargetView[];

  @CountField({ description: 'Most calls to providers for one request: the first one and the retries.' })
  most_calls!: number;
}
