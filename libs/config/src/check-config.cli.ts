import { checkConfig } from './check-config.js';

const { exitCode, output } = checkConfig(process.argv.slice(2));
process.stdout.write(output);
process.exitCode = exitCode;
