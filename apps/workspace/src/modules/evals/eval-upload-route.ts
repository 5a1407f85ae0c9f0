/** Takes larger bodies than other routes: a dataset is one text. */
export const EVAL_UPLOAD_ROUTE = '/w/evals/datasets/:id/versions';
