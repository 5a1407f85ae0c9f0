import { plain } from '../answer.js';
import type { Plan, Step } from './plan.js';

const SIGNS = { create: '+', update: '~', replace: '±', remove: '-', keep: ' ' } as const;

/** The plan as a diff, for a person. */
export function describePlan(plan: Plan): string {
  const lines = plan.steps.filter(({ verb }) => verb !== 'keep').flatMap(describeStep);
  return [...lines, summarize(plan)].join('\n');
}

export function summarize({ steps }: Plan): string {
  const count = (verb: Step['verb']): number => steps.filter((step) => step.verb === verb).length;
  return `${count('create')} to create, ${count('update') + count('replace')} to change, ${count('remove')} to remove, ${count('keep')} unchanged.`;
}

/** For a program. Secrets have no values. */
export function viewPlan({ steps, problems }: Plan) {
  return {
    problems,
    steps: steps.map((step) => {
      const kind = step.verb === 'remove' ? step.kind : step.wanted.kind;
      const name = step.verb === 'remove' ? step.name : step.wanted.name;
      const differences = step.verb === 'update' || step.verb === 'replace' ? step.differences : [];
      return { verb: step.verb, kind: kind.section, name, differences };
    }),
  };
}

function describeStep(step: Step): string[] {
  const kind = step.verb === 'remove' ? step.kind : step.wanted.kind;
  const name = step.verb === 'remove' ? step.name : step.wanted.name;
  const title = `${SIGNS[step.verb]} ${kind.noun} ${plain(name)}`;
  if (step.verb === 'create') {
    const fields = Object.entries(step.wanted.fields).filter(([field]) => field !== kind.nameField);
    return [title, ...fields.map(([field, value]) => `    ${field}: ${show(value, kind.secrets.includes(field))}`)];
  }
  if (step.verb !== 'update' && step.verb !== 'replace') return [title];
  const lines = step.differences.map(({ field, from, to, isSecret }) =>
    isSecret ? `    ${field}: (secret, changed)` : `    ${field}: ${show(from)} → ${show(to)}`,
  );
  return [step.verb === 'replace' ? `${title} (removed and created again)` : title, ...lines];
}

const LONGEST = 200;

function show(value: unknown, isSecret = false): string {
  if (isSecret) return '(secret)';
  // A checker's headers are within its config.
  const text = JSON.stringify(value, (key, member: unknown) => (key === 'headers' ? '(secret)' : member)) ?? 'nothing';
  return plain(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
