/** POST /v1/responses. Members that the gateway does not interpret travel untouched. */
export interface ResponsesRequest {
  model: string;
  input: string | { type?: string; [member: string]: unknown }[];
  stream?: boolean;
  [member: string]: unknown;
}
