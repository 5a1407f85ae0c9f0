interface Guardrail {
  readonly name: string;
  readonly phase: string;
  readonly result: string;
  readonly action: string;
}

interface Limit {
  readonly scope: string;
  readonly unit: string;
  readonly window_seconds: number;
}

export interface MetPolicies {
  readonly guardrails: readonly Guardrail[];
  readonly limits: readonly Limit[];
  readonly adjusted: readonly string[];
  /** Other recorded details, by name, as text. */
  readonly others: readonly (readonly [string, string])[];
}

/** The `details` of an explanation. Unknown details are shown as they are, and never dropped. */
export function readPolicies(details: object): MetPolicies {
  // Billed parts are shown with the cost.
  const { adjusted, cost, guardrails, limits, searches, service_tier, ...others } = details as Readonly<
    Record<string, unknown>
  >;
  return {
    guardrails: listOf<Guardrail>(guardrails),
    limits: listOf<Limit>(limits),
    adjusted: listOf<unknown>(adjusted).map(String),
    others: Object.entries(others).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  };
}

function listOf<T>(value: unknown): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}
