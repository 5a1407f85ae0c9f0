import { isRecord, type ResponsesRequest } from '@multilane/contracts';

/** Members in the caller's words that a response repeats from its request. */
const ECHOED = ['instructions', 'metadata', 'prompt_cache_key', 'safety_identifier', 'text', 'tools', 'user'] as const;

type Members = Readonly<Record<string, unknown>>;

/**
 * A provider's response with what it repeats of the request as the client sent it: the provider may have got placeholders in the place of
 * personal data. Members that the provider adds, such as defaults, stay. The response itself where they are the same.
 */
export function echoOwnWords(response: object, request: Readonly<ResponsesRequest>): object {
  let echoed: Record<string, unknown> | undefined;
  const given = response as Members;
  for (const name of ECHOED) {
    const echo = repeat(given[name], request[name]);
    if (echo === given[name]) continue;
    echoed ??= { ...given };
    echoed[name] = echo;
  }
  return echoed ?? response;
}

/** The given value with the client's own texts. A value of another kind is the provider's own. */
function repeat(given: unknown, own: unknown): unknown {
  if (typeof given === 'string') return typeof own === 'string' ? own : given;
  if (Array.isArray(given)) {
    if (!Array.isArray(own) || own.length !== given.length) return given;
    const repeated = given.map((each, index) => repeat(each, own[index]));
    return repeated.some((each, index) => each !== given[index]) ? repeated : given;
  }
  return isRecord(given) && isRecord(own) ? repeatMembers(given, own) : given;
}

function repeatMembers(given: Members, own: Members): Members {
  // Names may be rewritten, too: the client's own then stand for them.
  const isSameMembers = Object.keys(own).every((name) => Object.hasOwn(given, name));
  if (!isSameMembers && Object.keys(own).length === Object.keys(given).length) return own;
  let repeated: Record<string, unknown> | undefined;
  for (const name in given) {
    const echo = repeat(given[name], own[name]);
    if (echo === given[name]) continue;
    repeated ??= { ...given };
    repeated[name] = echo;
  }
  return repeated ?? given;
}
