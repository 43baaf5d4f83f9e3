/** A large local file into a bucket, part by part: one that fails is sent again, not the whole file. */
import { createReadStream } from 'node:fs'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { trying } from './s3-client.ts'
import { digestOf } from './spool.ts'

/** S3 takes at most 10,000 parts of at least 5 MiB. */
export const PART = 8 * 1024 * 1024

export async function multipart(
  client: S3Client,
  at: { Bucket: string; Key: string },
  path: string,
  size: number,
) {
  const { UploadId } = await trying(() => client.send(new CreateMultipartUploadCommand(at)))
  try {
    const Parts = []
    for (let start = 0; start < size; start += PART) {
      const end = Math.min(start + PART, size)
      const PartNumber = start / PART + 1
      const ETag = await sendPart({ ...at, UploadId, PartNumber }, { start, end })
      Parts.push({ ETag, PartNumber })
    }
    const MultipartUpload = { Parts }
    await trying(() =>
      client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload })),
    )
  } catch (error) {
    // Only the price of the parts is at stake here; what went wrong is what the caller must hear.
    await client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => {})
    throw error
  }

  async function sendPart(
    part: { Bucket: string; Key: string; UploadId: string | undefined; PartNumber: number },
    { start, end }: { start: number; end: number },
  ) {
    const range = { start, end: end - 1 }
    const ContentMD5 = await digestOf(path, 'md5', range)
    const { ETag } = await trying(() =>
      client.send(
        new UploadPartCommand({
          ...part,
          Body: createReadStream(path, range),
          ContentLength: end - start,
          ContentMD5,
        }),
      ),
    )
    return ETag
  }
}
