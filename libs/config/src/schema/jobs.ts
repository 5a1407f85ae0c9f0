import { z } from 'zod';
import { count, httpUrl, modelName, secret, section, text } from './values.js';

export const asyncSchema = section(
  {
    enabled: z.boolean().default(true).describe('Whether /v1/async is served.'),
    workers: z
      .int()
      .min(0)
      .max(256)
      .default(4)
      .describe('Maximum number of jobs that one process runs at a time. 0: it accepts jobs and runs none.'),
    webhook_signing_secret: z
      .union([secret(), z.array(secret()).min(1).max(5)], { error: 'must be a secret or a list of 1 to 5 secrets' })
      .optional()
      .meta({ type: 'secret, or list of secrets' })
      .describe('Signs webhooks (Standard Webhooks). Each secret of a list signs. Empty: none are sent.'),
    webhook_url: httpUrl().optional().describe('Address for results of requests that name no address.'),
    result_ttl_hours: z.int().min(1).max(8_760).default(24).describe('Hours for which a result can be fetched.'),
    max_open_jobs: count()
      .default(1_000)
      .describe('Maximum number of jobs of a team or workspace that have not ended.'),
    max_request_mb: z.int().min(1).max(64).default(4).describe('Maximum size of a request, in MiB.'),
    max_result_mb: z.int().min(1).max(64).default(8).describe('Maximum size of a result, in MiB.'),
  },
  'Background inference.',
);

export const batchesSchema = section(
  {
    enabled: z.boolean().default(true).describe('Whether /v1/batches is served.'),
    native: z
      .boolean()
      .default(true)
      .describe("Whether batches run as the provider's own batches where they can, at its price for batches."),
    workers: z
      .int()
      .min(0)
      .max(64)
      .default(2)
      .describe('Maximum number of batches that one process works on at a time. 0: it accepts batches and runs none.'),
    lines_at_once: z.int().min(1).max(256).default(8).describe('Maximum number of requests of one batch at a time.'),
    max_open: count().default(20).describe('Maximum number of batches of a team in a workspace that have not ended.'),
    max_lines: z.int().min(1).max(100_000).default(50_000).describe('Maximum number of requests of a batch.'),
    max_file_mb: z.int().min(1).max(1_024).default(200).describe('Maximum size of an input file, in MiB.'),
    max_line_mb: z.int().min(1).max(16).default(4).describe('Maximum size of one request, in MiB.'),
    max_result_mb: z.int().min(1).max(64).default(8).describe('Maximum size of the result of one request, in MiB.'),
    stored_files_mb: z
      .int()
      .min(1)
      .max(1_048_576)
      .default(4_096)
      .describe('Maximum size of all files that the gateway stores for one organization, in MiB.'),
    file_ttl_days: z
      .int()
      .min(1)
      .max(365)
      .default(30)
      .describe('Days for which the gateway stores input files, results and ended batches.'),
  },
  'Batches.',
);

export const knowledgeSchema = section(
  {
    vector_store: z.enum(['pgvector', 'qdrant']).default('pgvector').describe('Storage of vectors.'),
    qdrant: section(
      {
        url: httpUrl().optional().describe('Address of Qdrant; required with `vector_store: qdrant`.'),
        api_key: secret().optional().describe('API key of Qdrant.'),
      },
      'Qdrant.',
    ),
    embedding_model: modelName().optional().describe('Embedding model of new knowledge bases.'),
    transcription_model: modelName()
      .optional()
      .describe('Transcription model for documents that are sound or video. They fail without one.'),
    chunk_tokens: count().default(512).describe('Tokens per chunk.'),
    chunk_overlap_tokens: z.int().min(0).default(64).describe('Tokens that a chunk shares with the previous one.'),
    files: section(
      {
        max_mb: z.int().min(1).max(1_024).default(100).describe('Maximum size of a document, in MiB.'),
        store: z
          .enum(['postgres', 's3'])
          .default('postgres')
          .describe('Storage of new files. Files that are stored already stay where they are.'),
        s3: section(
          {
            bucket: z
              .string()
              .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/, 'must be the name of a bucket')
              .optional()
              .describe('Bucket; required with `store: s3`.'),
            region: z
              .string()
              .regex(/^[a-z0-9-]{1,64}$/, 'must be the name of a region, such as eu-central-1')
              .default('us-east-1')
              .describe('Region of the bucket.'),
            endpoint: httpUrl().optional().describe('Address of the S3-compatible service. If left out: AWS.'),
            access_key_id: text()
              .optional()
              .describe("Access key. If left out: the machine's own credentials of AWS (environment, profile, role)."),
            secret_access_key: secret().optional().describe('Secret of the access key.'),
            prefix: z
              .string()
              .regex(/^[A-Za-z0-9!_.'()/-]{0,256}$/, "may have letters, digits and !_.'()/-")
              .default('')
              .describe('Beginning of the names of all objects, such as `multilane/`.'),
            path_style: z
              .boolean()
              .default(false)
              .describe("Whether addresses have the bucket in the path, as MinIO's, and not in the host."),
          },
          'S3-compatible storage.',
        ),
      },
      'Files of documents.',
    ),
    quota: section(
      {
        max_mb: z.int().min(1).default(10_240).describe('Maximum size of all documents of a workspace, in MiB.'),
        chunks: count().default(2_000_000).describe('Maximum number of chunks of a workspace.'),
      },
      'What a workspace may store.',
    ),
    parsers: z
      .int()
      .min(1)
      .max(64)
      .default(2)
      .describe('Documents that one process parses at a time. Each may take 512 MB of memory.'),
    ocr: section(
      {
        enabled: z.boolean().default(false).describe('Whether images and scanned PDFs are read by OCR.'),
        languages: z
          .array(z.string().regex(/^[a-z]{3}(_[a-z]{2,12})*$/, 'must be a name of Tesseract, such as eng or deu'))
          .min(1)
          .max(10)
          .default(['eng'])
          .describe('Languages of the texts. Each but `eng` needs its package `@tesseract.js-data/<name>`.'),
        images: z
          .int()
          .min(1)
          .max(1_000)
          .default(50)
          .describe('Maximum number of images, pages included, of a document.'),
      },
      'OCR.',
    ),
  },
  'Knowledge bases.',
);

export const filesSchema = section(
  {
    remember_model: z
      .boolean()
      .default(false)
      .describe(
        'Whether a request for a file, fine-tuning job or batch that names no model uses the model that made it. Requires a database.',
      ),
  },
  'Files at providers.',
);
