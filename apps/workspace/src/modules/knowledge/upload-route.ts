/** Takes a form, which its handler reads itself. */
export const UPLOAD_ROUTE = '/w/kb/:id/documents';
