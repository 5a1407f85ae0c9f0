import { installVectorPostgres } from '../libs/testing/dist/index.js';

process.stdout.write(`${installVectorPostgres()}\n`);
