/** Ids of files that the gateway stores itself begin so; what follows is a UUID without hyphens. */
const PREFIX = 'file-ml';
const OWN_ID = /^file-ml([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** True if an id is one of the gateway's own files, whoever owns it. */
export function isStoredFileId(id: string): boolean {
  return OWN_ID.test(id);
}

/** The id as its owner sees it. */
export function nameStoredFile(id: string): string {
  return PREFIX + id.replaceAll('-', '');
}

/** The id of the database; undefined where the file is not one of the gateway's own. */
export function readStoredFileId(id: string): string | undefined {
  return OWN_ID.exec(id)?.slice(1).join('-');
}
