import { z } from 'zod';
import { httpUrl, secret, text } from './values.js';

const PURPOSE = 'Settings of the kind.';

/** Settings of objects, which every object storage has. */
const objects = () => ({
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9!_.'()/-]{0,256}$/, "may have letters, digits and !_.'()/-")
    .default('')
    .describe('Beginning of the names of all objects, such as `multilane/`.'),
  format: z
    .enum(['ndjson', 'parquet'])
    .default('ndjson')
    .describe('Form of the objects: lines of JSON with gzip, or Parquet with a column for each field.'),
  manifest: z
    .boolean()
    .default(false)
    .describe('Whether the objects of each batch are listed, by day, in an object under `_manifests/`.'),
});

/** Settings of a sink of the kind `s3`. */
export const s3Schema = () =>
  z
    .object({
      bucket: z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/, 'must be the name of a bucket')
        .describe('Bucket.'),
      region: z
        .string()
        .regex(/^[a-z0-9-]{1,64}$/, 'must be the name of a region, such as eu-central-1')
        .default('us-east-1')
        .describe('Region of the bucket.'),
      endpoint: httpUrl().optional().describe('Address of the S3-compatible service. If left out: AWS.'),
      access_key_id: text().describe('Access key.'),
      secret_access_key: secret().describe('Secret of the access key.'),
      path_style: z
        .boolean()
        .default(false)
        .describe("Whether addresses have the bucket in the path, as MinIO's, and not in the host."),
      ...objects(),
    })
    .describe(PURPOSE);

/** Settings of a sink of the kind `azure_blob`. */
export const azureBlobSchema = () =>
  z
    .object({
      url: httpUrl().describe('Address of the storage account, such as `https://account.blob.core.windows.net`.'),
      container: z
        .string()
        .regex(/^(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, 'must be the name of a container')
        .describe('Container of the blobs. It must exist.'),
      account: z
        .string()
        .regex(/^[a-z0-9]{3,24}$/, 'must be the name of a storage account')
        .optional()
        .describe('Name of the account. If left out: the first part of the host.'),
      account_key: secret().max(512).optional().describe('Key of the account, in Base64. Either this or `sas_token`.'),
      sas_token: secret()
        .max(2_048)
        .optional()
        .describe('Shared access signature with the right to write to the container. Either this or `account_key`.'),
      ...objects(),
    })
    .superRefine(({ account_key: key, sas_token: token }, context) => {
      if ((key === undefined) !== (token === undefined)) return;
      const message = key === undefined ? 'or `sas_token` is required' : 'does not go with `sas_token`';
      context.addIssue({ code: 'custom', path: ['account_key'], message });
    })
    .describe(PURPOSE);
