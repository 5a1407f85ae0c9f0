import { refuseField } from '../../http/invalid-field.js';
import type { Fields, KindRules } from '../policies/policy-kinds.js';

/** A policy that need not exist, by the rules of gateway.yaml and with every default. Fails with 400 for what they reject. */
export async function readFields<Definition>(rules: KindRules, fields: object): Promise<Definition> {
  const sent = Object.entries(JSON.parse(JSON.stringify(fields)) as Fields).filter(([, value]) => value !== null);
  const { entry, problems } = await rules.parse({ ...Object.fromEntries(sent), name: 'dry run' });
  if (problems !== undefined) throw refuseField(problems[0]);
  return entry as Definition;
}
