/** Where files go, as the configuration has it: a folder or a bucket, and what is on its way there. */
import type { Links } from '#access/links.ts'
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from '#blobs/blobs.ts'
import { diskBlobs } from '#blobs/disk.ts'
import { type Room, roomOf } from '#blobs/room.ts'
import { type Intake, intakeOf } from '#intake/intake.ts'
import { sweep } from '#intake/receive.ts'
import { type Picture, probing } from '#probing/probe.ts'
import type { Config } from '#config/config.ts'
import { pullNamed } from '#rules/pull.ts'
import { noteFetch } from '#store/pulls.ts'
import type { Db } from '#store/schema.ts'

/** The stored image in another form; for publishing. Workspaces take turns. */
export type Convert = (
  of: { workspace_id: number; blob_key: string },
  form: { mime_type: 'image/jpeg'; max_bytes: number; max_short_side?: number },
) => Promise<Picture | { refused: string }>

/** An image from outside in a form for previews; it is nobody's file. */
export type Shrink = (
  bytes: Uint8Array,
  wish: { mime_type: 'image/jpeg'; max_bytes: number; max_width: number },
) => Promise<
  { bytes: Uint8Array<ArrayBuffer>; width: number; height: number } | { refused: string }
>

/** Files that wait to be looked at: more than people or programs send at once, and few enough to be through in a minute. */
const WAITING = { each: 64, all: 512 }

/** A day: no request takes that long. */
const STALE = 24 * 3600_000

export async function storageOf(
  { data_dir, s3, disk_reserve }: Pick<Config, 'data_dir' | 's3' | 'disk_reserve'>,
  stack: AsyncDisposableStack,
  now: () => Date,
): Promise<{ blobs: Blobs; intake: Intake; convert: Convert; shrink: Shrink }> {
  // Beside the blobs, so that taking a file over is a rename.
  const folder = join(data_dir, 'incoming')
  const place = join(data_dir, 'blobs')
  await mkdir(data_dir, { recursive: true })
  for (const each of s3 ? [folder] : [folder, place]) await privately(each)
  await sweep(folder, new Date(Date.now() - STALE))
  const room = roomOf(data_dir, disk_reserve)
  const blobs = s3 ? await bucket(s3, folder, stack, room) : diskBlobs(place, room)
  const probes = stack.use(probing({ waiting: WAITING }))
  // A lane of its own: what is due does not wait behind what is being uploaded.
  const publishing = stack.use(probing())
  return {
    blobs,
    intake: intakeOf({ blobs, probing: probes, folder, room, now }),
    async convert({ workspace_id, blob_key }, form) {
      using _ = await publishing.enter({ workspace_id })
      await using file = await blobs.local(blob_key)
      const picture = await publishing.convert(file.path, form)
      return 'refused' in picture ? { refused: picture.refused.message } : picture
    },
    async shrink(bytes, wish) {
      using _ = await probes.enter({})
      const path = join(folder, randomUUID())
      try {
        await writeFile(path, bytes, { mode: 0o600 })
        const picture = await probes.convert(path, wish)
        if ('refused' in picture) return { refused: picture.refused.message }
        return { ...picture, bytes: new Uint8Array(picture.bytes) }
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

/** What people upload is nobody else's on the machine, also where an earlier version made the folder. */
async function privately(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A folder that was mounted for us need not be ours to change.
  await chmod(folder, 0o700).catch(() => undefined)
}

async function bucket(
  { bucket, endpoint, region, credentials }: NonNullable<Config['s3']>,
  spool: string,
  stack: AsyncDisposableStack,
  room: Room,
) {
  // 70 ms and 34 MB that only those pay who have a bucket.
  const { s3Blobs } = await import('#blobs/s3.ts')
  const keys = credentials && {
    accessKeyId: credentials.access_key_id,
    secretAccessKey: credentials.secret_access_key.reveal(),
  }
  return stack.use(s3Blobs({ bucket, endpoint, region, credentials: keys, spool }, room))
}

/** Platforms pull within minutes, or hours where they queue. */
const PULL_MS = 24 * 3600_000

/** Addresses for platforms that pull; there are none while the service has no public one, but the sandbox is at home here. */
export function pullOf(
  { cdn_url, base_url }: Config,
  link: Links,
  { now, home }: { now: () => Date; home: () => string },
) {
  return (blob_key: string, sandbox: boolean, call?: string) => {
    const origin = cdn_url ?? base_url ?? (sandbox ? home() : undefined)
    return origin === undefined
      ? undefined
      : `${origin}/media/${blob_key}${link.sign(blob_key, new Date(now().getTime() + PULL_MS), call)}`
  }
}

/** Notes that a platform came with the address that this call carried; false where nobody may any more. */
export function cameIn({ db, now }: { db: Db; now: () => Date }) {
  return async (call: string) => {
    const pull = pullNamed(call)
    return pull !== undefined && noteFetch(db, pull, now())
  }
}
