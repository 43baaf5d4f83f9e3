/** Media as steps before the post, and what to do when X has forgotten them by the time of the post. */
import { z } from 'zod'
import { retold } from '../kit/failure.ts'
import { Failure, type PreparingStep, type Publication, type Saved } from '../platform.ts'
import type { Access } from './api.ts'
import { takesAltText } from './manifest.ts'
import { describe, upload, Uploaded } from './media.ts'

/** `described: false`: the upload was gone before its alt text arrived. */
const AltText = z.object({ described: z.boolean() })

/** An upload that ends sooner is not relied on. */
const MARGIN = 60_000

/** Files that go out together, and what their steps' names begin with. */
export interface Files {
  media: Publication['media']
  /** Nothing for the post itself, `part_2_` for the second part of a thread. */
  prefix: string
}

export function uploads(access: Access, { media, prefix }: Files): PreparingStep[] {
  const sent = media.map((one, index): PreparingStep => ({
    name: `${prefix}upload_${index}`,
    effect: 'prepares',
    run: () => upload(access, one),
  }))
  const described = media.flatMap((one, index): PreparingStep[] => {
    const { alt_text } = one
    if (!alt_text || !takesAltText(one)) return []
    const run = async (saved: Saved) => ({
      described: await describeIfThere(
        access,
        Uploaded.parse(saved[`${prefix}upload_${index}`]),
        alt_text,
      ),
    })
    return [{ name: `${prefix}alt_${index}`, effect: 'prepares', run }]
  })
  return [...sent, ...described]
}

/** False when the upload is gone: the post will send it again, with its alt text. */
async function describeIfThere(
  access: Access,
  { media_id, expires_at }: z.output<typeof Uploaded>,
  alt_text: string,
) {
  if (expired(expires_at, access.tools.now())) return false
  try {
    await describe(access, media_id, alt_text)
    return true
  } catch (error) {
    if (!(error instanceof Failure) || !['media_not_there', 'upload_lost'].includes(error.code)) {
      throw error
    }
    return false
  }
}

export function savedUploads({ media, prefix }: Files, saved: Saved) {
  return media.map((_, index) => Uploaded.parse(saved[`${prefix}upload_${index}`]))
}

/** The saved media ids, or undefined when X has forgotten one, or soon will. */
export function stillThere(files: Files, saved: Saved, now: Date): string[] | undefined {
  const kept = savedUploads(files, saved)
  const undescribed = files.media.some(
    (_, index) => AltText.safeParse(saved[`${files.prefix}alt_${index}`]).data?.described === false,
  )
  if (undescribed || kept.some(({ expires_at }) => expired(expires_at, now))) return undefined
  return kept.map(({ media_id }) => media_id)
}

/**
 * A post that waited for more than a day has lost its uploads. The next attempt sends them once more, and saves them before any
 * post names them: after a lost answer they are what our post is known by, and X takes the same files twice.
 */
export function lostUploads(files: Files, now: Date): Failure {
  const message = 'X has lost the upload; the media will be sent again.'
  return new Failure('later', 'upload_lost', message, { retry_at: now, forget: stepsOf(files) })
}

/** The same where X refuses them in the post: nothing is out, and those that are saved would be refused for ever. */
export function withoutUploads(error: unknown, files: Files): unknown {
  if (!(error instanceof Failure) || error.code !== 'media_not_there') return error
  return retold(error, { kind: 'later', forget: stepsOf(files) })
}

function stepsOf({ media, prefix }: Files) {
  return media.flatMap((_, index) => [`${prefix}upload_${index}`, `${prefix}alt_${index}`])
}

function expired(expires_at: string, now: Date) {
  return Date.parse(expires_at) - MARGIN <= now.getTime()
}
