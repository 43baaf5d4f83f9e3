/** Media as steps before the post, and what to do when X has forgotten them by the time of the post. */
import { z } from 'zod'
import { Failure, type PreparingStep, type Publication, type Saved } from '../platform.ts'
import type { Access } from './api.ts'
import { describe, takesAltText, upload, Uploaded } from './media.ts'

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

/** A post that waited for more than a day has lost its uploads. They are sent again as part of the step that posts. */
export async function uploadAgain(access: Access, { media }: Files): Promise<string[]> {
  const ids: string[] = []
  for (const one of media) {
    const { media_id } = await upload(access, one)
    if (one.alt_text && takesAltText(one)) await describe(access, media_id, one.alt_text)
    ids.push(media_id)
  }
  return ids
}

function expired(expires_at: string, now: Date) {
  return Date.parse(expires_at) - MARGIN <= now.getTime()
}
