/** A bucket of S3 or of anything that speaks like it. Bytes pass through a local folder, so that memory stays flat and a part can be sent again. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { z } from 'zod'
import { type Blobs, exactly, NoSuchFile, requireKey, type PartialUpload } from './blobs.ts'
import { isMissing, s3Client, type S3Options, trying } from './s3-client.ts'
import { multipart, PART } from './s3-multipart.ts'
import { boundless, type Room, within } from './room.ts'
import { digestOf, spoolInto } from './spool.ts'

const Body = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)

/** `room`: on the disk of the spool. */
export function s3Blobs(options: S3Options, room: Room = boundless): Blobs & Disposable {
  const { bucket, spool } = options
  const client = s3Client(options)
  const at = (key: string) => {
    requireKey(key)
    return { Bucket: bucket, Key: key }
  }
  const ofSession = ({ key, id }: PartialUpload) => ({ ...at(key), UploadId: id })

  /** A local file for as long as `use` runs. */
  async function spooled<Result>(
    bytes: AsyncIterable<Uint8Array>,
    use: (path: string) => Promise<Result>,
  ) {
    const path = join(spool, randomUUID())
    await mkdir(spool, { recursive: true, mode: 0o700 })
    try {
      await spoolInto(path, within(room, bytes))
      return await use(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  async function send(key: string, path: string) {
    const place = at(key)
    const { size } = await stat(path)
    if (size > PART) return multipart(client, place, path, size)
    const ContentMD5 = await digestOf(path, 'md5')
    await trying(() =>
      client.send(
        new PutObjectCommand({
          ...place,
          Body: createReadStream(path),
          ContentLength: size,
          ContentMD5,
        }),
      ),
    )
  }

  async function* read(key: string, range?: { start: number; end: number }) {
    const Range = range && `bytes=${range.start}-${range.end - 1}`
    const answer = await trying(() =>
      client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) })),
    ).catch((error: unknown) => {
      throw isMissing(error) ? new NoSuchFile(key, error) : error
    })
    yield* Body.parse(answer.Body)
  }

  return {
    async put(key, bytes) {
      requireKey(key)
      await spooled(bytes, (path) => send(key, path))
    },

    async adopt(key, path) {
      await send(key, path)
      await rm(path, { force: true })
    },

    open: read,

    async local(key) {
      const path = join(spool, randomUUID())
      await mkdir(spool, { recursive: true, mode: 0o700 })
      const remove = () => rm(path, { force: true })
      try {
        await spoolInto(path, within(room, read(key)))
      } catch (error) {
        await remove()
        throw error
      }
      return { path, [Symbol.asyncDispose]: remove }
    },

    async remove(key) {
      await trying(() => client.send(new DeleteObjectCommand(at(key))))
    },

    async link(key, { seconds, mime_type }) {
      const command = new GetObjectCommand({ ...at(key), ResponseContentType: mime_type })
      return getSignedUrl(client, command, { expiresIn: seconds })
    },

    sessions: {
      async begin(key) {
        const { UploadId } = await trying(() =>
          client.send(new CreateMultipartUploadCommand(at(key))),
        )
        return z.string().min(1).parse(UploadId)
      },

      async write(session, { index, size }, bytes) {
        return spooled(exactly(bytes, size), async (path) => {
          const ContentMD5 = await digestOf(path, 'md5')
          const { ETag } = await trying(() =>
            client.send(
              new UploadPartCommand({
                ...ofSession(session),
                PartNumber: index + 1,
                Body: createReadStream(path),
                ContentLength: size,
                ContentMD5,
              }),
            ),
          )
          return z.string().min(1).parse(ETag)
        })
      },

      async finish(session, marks, size) {
        const Parts = marks.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
        await trying(async () => {
          // Whether an earlier try got through: some servers answer a repeated completion with an error of theirs.
          if (await isThere(session.key, size)) return
          const command = new CompleteMultipartUploadCommand({
            ...ofSession(session),
            MultipartUpload: { Parts },
          })
          try {
            await client.send(command)
          } catch (error) {
            if (!(await isThere(session.key, size))) throw error
          }
        })
      },

      async abandon(session) {
        await trying(async () => {
          try {
            await client.send(new AbortMultipartUploadCommand(ofSession(session)))
          } catch (error) {
            if (!isMissing(error)) throw error
          }
        })
      },
    },

    [Symbol.dispose]: () => client.destroy(),
  }

  async function isThere(key: string, size: number) {
    try {
      const { ContentLength } = await client.send(new HeadObjectCommand(at(key)))
      return ContentLength === size
    } catch (error) {
      if (!isMissing(error)) throw error
      return false
    }
  }
}
