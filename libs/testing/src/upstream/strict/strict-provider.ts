/** Answer of a provider to a request that it does not take, in its own shape. */
export interface StrictRefusal {
  readonly status: number;
  readonly body: object;
}

type Body = Readonly<Record<string, unknown>>;

/** Rejects what a provider is documented to reject; undefined for a request that it takes. */
export type StrictProvider = (body: Body, path: string) => StrictRefusal | undefined;

/** A rule of one kind of fault. */
export type StrictRule = (body: Body, path: string) => StrictRefusal | undefined;

/** The first refusal of several rules. */
export function firstOf(...rules: readonly StrictRule[]): StrictProvider {
  return (body, path) => {
    for (const rule of rules) {
      const refusal = rule(body, path);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
}

/** Rejects members that are not documented. */
export function onlyMembers(known: readonly string[], refuse: (name: string) => StrictRefusal): StrictRule {
  const names = new Set(known);
  return (body) => {
    const unknown = Object.keys(body).find((name) => !names.has(name));
    return unknown === undefined ? undefined : refuse(unknown);
  };
}

/** Rejects members by their mere presence, for models whose names match. */
export function without(
  members: readonly string[],
  refuse: (name: string, model: string) => StrictRefusal,
  models = /(?:)/,
): StrictRule {
  return (body) => {
    const model = String(body.model ?? '');
    if (!models.test(model)) return undefined;
    const present = members.find((name) => body[name] !== undefined);
    return present === undefined ? undefined : refuse(present, model);
  };
}

/** Rejects an effort that is not one of a model's. */
export function withEfforts(
  models: RegExp,
  efforts: readonly string[],
  refuse: (effort: string, model: string) => StrictRefusal,
): StrictRule {
  return ({ model, reasoning_effort: effort }) => {
    if (effort === undefined || !models.test(String(model)) || efforts.includes(String(effort))) return undefined;
    return refuse(String(effort), String(model));
  };
}

/** The messages of a body, as far as they are objects. */
export function messagesOf(body: Body): readonly Body[] {
  return Array.isArray(body.messages) ? body.messages.filter((each) => typeof each === 'object' && each !== null) : [];
}

/** The parts of a message's content. */
export function partsOf({ content }: Body): readonly Body[] {
  return Array.isArray(content) ? content : [];
}

/** A rule for every message of a conversation. */
export function eachMessage(rule: (message: Body, index: number) => StrictRefusal | undefined): StrictRule {
  return (body) => {
    for (const [index, message] of messagesOf(body).entries()) {
      const refusal = rule(message, index);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
}
