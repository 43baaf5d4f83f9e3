/** Takes files in: receives them, looks what they are, stores them. What comes of it is decided by operations. */
import { randomBytes } from 'node:crypto'
import type { Blobs } from '#blobs/blobs.ts'
import type { Room } from '#blobs/room.ts'
import type { Asker, Making, Probing } from '#probing/probe.ts'
import { invalid } from '#rules/problem.ts'
import { noteLoose } from '#store/loose-blobs.ts'
import type { NewMedia } from '#store/media.ts'
import type { Scope } from '#store/schema.ts'
import { type Declared, examine, type Examining } from './examine.ts'
import { type Hashes, hashes } from './hashes.ts'
import { receive, type Received } from './receive.ts'
import { type Turn, turns } from './turns.ts'

export type { Making }

export interface Intake {
  blobs: Blobs
  hashes: Hashes
  /** Whose bytes are read next. */
  turn: Turn
  /** From a stream to a local file of ours. Fails with TooLarge. */
  receive: (bytes: AsyncIterable<Uint8Array>, limit: number) => Promise<Received>
  /** Examines and stores a received file; refuses with field errors under `field`. */
  store(scope: Sender, received: Received, declared: Declared, field: string): Promise<Arrived>
  /** Examines what is stored already under `blob_key`. */
  inspect: (
    scope: Sender,
    stored: { blob_key: string; path: string; size_bytes: number; sha256: string },
    declared: Declared,
    field: string,
  ) => Promise<Arrived>
  /** Makes another file out of a stored one, and stores it like one that arrived; refuses with field errors under `field`. */
  make(scope: Sender, blob_key: string, making: Making, named: Named): Promise<Arrived>
}

interface Named {
  /** Without an extension: that follows from what is made. */
  stem: string
  field: string
}

/** Whose file it is; nothing is examined for one who has left. */
export type Sender = Scope & Pick<Asker, 'signal'>

/** Stored and known, but not yet an item: its keys are noted as loose until an operation keeps them. */
export interface Arrived {
  facts: Omit<NewMedia, 'alt_text' | 'folder' | 'tags'>
  /** Of the upload session that it comes from. */
  writer?: string
}

/** Bytes that no operation came back for are removed after this time. */
const LOOSE_MS = 24 * 3600_000

export interface IntakeOptions {
  blobs: Blobs
  /** Tells what a file is. */
  probing: Examining & Pick<Probing, 'make'>
  /** Where files stay until it is clear what they are. */
  folder: string
  room?: Room
  now: () => Date
}

export function intakeOf({ blobs, probing, folder, room, now }: IntakeOptions): Intake {
  const known = hashes()

  const inspect: Intake['inspect'] = async (scope, stored, declared, field) => {
    const { workspace_id, signal } = scope
    const asker = { workspace_id, ...(signal && { signal }) }
    const examined = await examine(probing, stored.path, declared, { ...asker, field })
    if ('errors' in examined)
      throw invalid(examined.errors) ?? new Error('Refused without a reason.')
    const { probed, preview } = examined
    const thumbnail_key = preview ? `${newKey()}${isWebp(preview) ? '.webp' : '.jpg'}` : null
    await noteLoose(
      scope,
      [stored.blob_key, ...(thumbnail_key ? [thumbnail_key] : [])],
      new Date(now().getTime() + LOOSE_MS),
    )
    if (preview && thumbnail_key) await blobs.put(thumbnail_key, once(preview))
    return {
      facts: {
        original_name: declared.filename,
        mime_type: probed.mime_type,
        size_bytes: stored.size_bytes,
        blob_key: stored.blob_key,
        thumbnail_key,
        sha256: stored.sha256,
        width: probed.width,
        height: probed.height,
        duration: probed.duration_seconds,
        video_codec: probed.video_codec,
        audio_codec: probed.audio_codec,
        frame_rate: probed.frame_rate,
        pages: probed.pages,
        animated: probed.animated,
      },
    }
  }

  const take = (bytes: AsyncIterable<Uint8Array>, limit: number) =>
    receive(bytes, { folder, limit, ...(room && { room }) })

  const store: Intake['store'] = async (scope, received, declared, field) => {
    const blob_key = newKey()
    const { path, size_bytes, sha256 } = received
    const arrived = await inspect(scope, { blob_key, path, size_bytes, sha256 }, declared, field)
    await blobs.adopt(blob_key, path)
    return arrived
  }

  return {
    blobs,
    hashes: known,
    turn: turns(),
    receive: take,
    inspect,
    store,

    async make(scope, blob_key, making, { stem, field }) {
      const made = await makeOf(probing, blobs, scope, { blob_key, making })
      if ('refused' in made) {
        throw invalid({ [field]: [made.refused.message] }) ?? new Error('Refused without a reason.')
      }
      await using file = await take(once(made.bytes), made.bytes.length)
      const declared = { filename: `${stem}.${made.extension}`, mime_type: null }
      return await store(scope, file, declared, field)
    },
  }
}

/** In its turn, which it gives back before what was made is looked at. */
async function makeOf(
  probing: IntakeOptions['probing'],
  blobs: Blobs,
  { workspace_id, signal }: Sender,
  { blob_key, making }: { blob_key: string; making: Making },
) {
  using place = await probing.enter({ workspace_id, ...(signal && { signal }) })
  await using file = await blobs.local(blob_key)
  return await probing.make(file.path, making, { signal, in_crowd: place.in_crowd })
}

/** 192 bits of chance: knowing it is the permission to read. */
export function newKey() {
  return randomBytes(24).toString('hex')
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

function isWebp(bytes: Uint8Array) {
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'RIFF'
}
