/** The bucket for media files, out of the environment. */
import { z } from 'zod'
import { ConfigError, Secret } from './words.ts'

export const s3Settings = {
  S3_BUCKET: z
    .string()
    .min(3)
    .optional()
    .describe('Bucket for media files instead of DATA_DIR; several machines share it.'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Of a server that speaks like S3 (MinIO, Ceph, R2, B2). Default: AWS.'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Default: what the machine offers, as AWS programs look for it.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Goes with S3_ACCESS_KEY_ID.'),
}

export interface S3Config {
  bucket: string
  endpoint: string | undefined
  region: string
  credentials: { access_key_id: string; secret_access_key: Secret } | undefined
}

const Values = z.object(s3Settings)

/** Undefined: files live in the data folder. */
export function s3Of(values: z.output<typeof Values>): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = values
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = values
  if (bucket === undefined) {
    const alone = [endpoint, id, secret].some((value) => value !== undefined)
    if (alone)
      throw new ConfigError('S3_BUCKET: Name the bucket, or leave out the other S3 settings.')
    return undefined
  }
  if ((id === undefined) !== (secret === undefined)) {
    throw new ConfigError('S3_ACCESS_KEY_ID: It goes with S3_SECRET_ACCESS_KEY.')
  }
  const credentials =
    id === undefined || secret === undefined
      ? undefined
      : { access_key_id: id, secret_access_key: new Secret(secret) }
  return { bucket, endpoint, region, credentials }
}
