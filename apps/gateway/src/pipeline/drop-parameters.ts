import type { AnyRequest } from '@multilane/contracts';
import { isDefaultValue } from '@multilane/providers';
import type { ServingPlan } from '../recording/request-parts.js';

/** Where the messages format says what the chat format's parameters say, for requests that go straight through. */
const IN_MESSAGES: Readonly<Record<string, readonly Place[]>> = {
  parallel_tool_calls: [['tool_choice', 'disable_parallel_tool_use']],
  reasoning_effort: [['thinking'], ['output_config', 'effort']],
  stop: [['stop_sequences']],
  user: [['metadata', 'user_id']],
  // Other things of the same name.
  metadata: [],
};

type Place = readonly [member: string, inner?: string];

/**
 * The plan without the parameters that the operator allows to be left out
 * (docs/contract/requests.md#droppable-parameters); the plan itself where the request has none of them. What asks for
 * nothing is left out without a word.
 */
export function dropParameters(plan: ServingPlan, drops: ReadonlySet<string>): ServingPlan {
  const places = [...drops]
    .flatMap((parameter) => placesOf(parameter, plan))
    .filter((place) => holds(plan.request, place));
  if (places.length === 0) return plan;
  const request: AnyRequest = { ...plan.request };
  for (const [member, inner] of places) {
    if (inner === undefined) delete request[member];
    else request[member] = { ...Object(request[member]), [inner]: undefined };
  }
  const dropped = places.filter((place) => !isDefaultValue(place[0], read(plan.request, place))).map(nameOf);
  return { ...plan, request, dropped: dropped.length === 0 ? undefined : dropped };
}

function placesOf(parameter: string, { endpoint }: ServingPlan): readonly Place[] {
  return (endpoint === 'messages' ? IN_MESSAGES[parameter] : undefined) ?? [[parameter]];
}

function read(request: AnyRequest, [member, inner]: Place): unknown {
  return inner === undefined ? request[member] : Object(request[member])[inner];
}

function holds(request: AnyRequest, place: Place): boolean {
  return read(request, place) !== undefined;
}

function nameOf([member, inner]: Place): string {
  return inner === undefined ? member : `${member}.${inner}`;
}
