import type { AnyRequest } from '@multilane/contracts';
import { isDefaultValue } from '@multilane/providers';
import type { ParameterPlace } from '../endpoints/descriptor.js';
import type { ServingPlan } from '../recording/request-parts.js';

/**
 * The plan without the parameters that the operator allows to be left out (docs/contract/requests.md#droppable-parameters); the plan itself
 * where the request has none of them. Members that ask for nothing are left out silently.
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
  const asking = places.filter((place) => !isDefaultValue(place[0], read(plan.request, place))).map(nameOf);
  const dropped = [...(plan.dropped ?? []), ...asking];
  return { ...plan, request, dropped: dropped.length === 0 ? undefined : dropped };
}

/**
 * The request without those of its members named by `own` that the operator allows to be left out, and which these were; the request
 * itself where it has none. They have no word in the format that the request is translated to, which would reject it for them.
 */
export function dropOwnMembers(
  request: AnyRequest,
  drops: ReadonlySet<string> | undefined,
  own: readonly string[] = [],
): { readonly request: AnyRequest; readonly dropped: readonly string[] | undefined } {
  const dropped = own.filter((name) => drops?.has(name) && (request[name] ?? undefined) !== undefined);
  if (dropped.length === 0) return { request, dropped: undefined };
  const rest: AnyRequest = { ...request };
  for (const name of dropped) delete rest[name];
  return { request: rest, dropped };
}

function placesOf(parameter: string, { format }: ServingPlan): readonly ParameterPlace[] {
  return format.parameterPlaces?.[parameter] ?? [[parameter]];
}

function read(request: AnyRequest, [member, inner]: ParameterPlace): unknown {
  return inner === undefined ? request[member] : Object(request[member])[inner];
}

function holds(request: AnyRequest, place: ParameterPlace): boolean {
  return read(request, place) !== undefined;
}

function nameOf([member, inner]: ParameterPlace): string {
  return inner === undefined ? member : `${member}.${inner}`;
}
