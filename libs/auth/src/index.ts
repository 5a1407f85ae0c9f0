export * from './authenticate-stored-credential.js';
export * from './caller.js';
export * from './create-authenticator.js';
export * from './hash-token.js';
export * from './recognize-credential.js';
