/** The storage of files does not do what it is asked for now. The message says what an operator has to do. */
export class FileStorageUnavailable extends Error {
  override readonly name = 'FileStorageUnavailable';
}

/** A file that the database knows is not in the storage any more. */
export class StoredFileMissing extends Error {
  override readonly name = 'StoredFileMissing';

  constructor() {
    super('The file of the document is not in the object storage any more. Delete the document and upload it again.');
  }
}
