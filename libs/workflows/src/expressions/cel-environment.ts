import { Environment } from '@marcbachmann/cel-js';

/** The variables of expressions, which are those of templates. */
const VARIABLES = ['input', 'steps', 'run', 'item', 'index'] as const;

/** CEL as workflows speak it: without functions that reach anything but the data of the run. */
export function createCelEnvironment(): Environment {
  const environment = new Environment({
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    limits: { maxAstNodes: 500, maxDepth: 40, maxListElements: 200, maxMapEntries: 200, maxCallArguments: 16 },
  });
  for (const name of VARIABLES) environment.registerVariable(name, 'dyn');
  return environment;
}
