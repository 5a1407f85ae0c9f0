/** Database rows of a bearer, translated into the words of authentication: both services read them alike. */
export * from './end-of-credential.js';
export * from './to-session-identity.js';
export * from './to-stored-identity.js';
