/** Knowledge bases, documents and document sets as both services serve them: rules, quotas, and what the API shows. */
export * from './docsets.js';
export * from './documents.js';
export { DocumentFiles } from './files/document-files.js';
export { FileStorageUnavailable, StoredFileMissing } from './files/file-storage-error.js';
export { type ObjectStorage, type ObjectStorageSettings, openObjectStorage } from './files/object-storage.js';
export * from './knowledge-bases.js';
export * from './knowledge-caller.js';
export * from './read-members.js';
export * from './read-query.js';
export * from './read-upload.js';
export * from './views.js';
