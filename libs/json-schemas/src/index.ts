export { compileJsonSchema } from './compile-json-schema.js';
