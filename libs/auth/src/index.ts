export * from './authenticate-stored-credential.js';
export * from './caller.js';
export * from './can.js';
export * from './create-authenticator.js';
export * from './hash-token.js';
export * from './permissions.js';
export * from './recognize-credential.js';
