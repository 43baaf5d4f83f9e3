/** A video on its way: begun, all parts but the last, and the last, with which TikTok publishes. */
import { z } from 'zod'
import { refusal } from '../kit/answers.ts'
import { type Answer, call } from '../kit/http.ts'
import {
  Failure,
  type PlatformConfig,
  type Publication,
  type PublicationMedia,
} from '../platform.ts'
import { ask, type Access } from './api.ts'
import { contentRange, planFor, rangeOf, type Plan } from './chunks.ts'
import type { Terms } from './creator.ts'
import { bare } from '../kit/redaction.ts'
import { dialect, redact } from './errors.ts'
import { Options } from './manifest.ts'

/** "Valid for an hour." */
const LIFE = 3_600_000
const ATTEMPTS = 3
const MINUTE = 60_000

/** As saved. The address carries its own token, and no other is sent there. */
export const Upload = z.object({
  publish_id: z.string().min(1).max(100),
  upload_url: z.string(),
  begun_at: z.string(),
})
export type Upload = z.output<typeof Upload>

const Begun = z.object({ publish_id: z.string().min(1).max(100), upload_url: z.string() })

/** Nothing is published without the bytes, so a lost answer costs a place in the limit and nothing else. */
export async function begin(
  access: Access,
  publication: Publication,
  media: PublicationMedia,
  terms: Terms,
): Promise<Upload> {
  const options = Options.parse(publication.options)
  const { video_cover_timestamp_ms } = options
  return opened(access, '/v2/post/publish/video/init/', {
    post_info: {
      ...(publication.text === '' ? {} : { title: publication.text }),
      privacy_level: terms.privacy_level,
      disable_comment: terms.disable_comment,
      disable_duet: terms.disable_duet,
      disable_stitch: terms.disable_stitch,
      ...(video_cover_timestamp_ms === undefined ? {} : { video_cover_timestamp_ms }),
      brand_content_toggle: options.brand_content_toggle,
      brand_organic_toggle: options.brand_organic_toggle,
      is_aigc: options.is_aigc,
    },
    source_info: { source: 'FILE_UPLOAD', ...planFor(media.size_bytes) },
  })
}

/** A draft says nothing but what comes: all else is the creator's. */
export async function beginDraft(access: Access, media: PublicationMedia): Promise<Upload> {
  const source_info = { source: 'FILE_UPLOAD', ...planFor(media.size_bytes) }
  return opened(access, '/v2/post/publish/inbox/video/init/', { source_info })
}

async function opened(access: Access, path: string, json: object): Promise<Upload> {
  const { tools } = access
  const begun_at = tools.now().toISOString()
  const begun = await ask(access, { purpose: 'prepare', path, json, answer: Begun })
  checkedUpload(begun.upload_url, tools.config)
  return { ...begun, begun_at }
}

export const isOver = ({ begun_at }: Upload, at: Date) =>
  at.getTime() >= Date.parse(begun_at) + LIFE

/** All parts before the last, in order; what TikTok has already is passed over. */
export async function sendParts(access: Access, media: PublicationMedia, upload: Upload) {
  const plan = planFor(media.size_bytes)
  let index = 0
  while (index < plan.total_chunk_count - 1) {
    const answer = await patiently(access, () => put(access, media, { upload, plan, index }))
    const at = answer.status === 416 ? positionIn(answer) : undefined
    const next = at === undefined ? index + 1 : Math.floor(at / plan.chunk_size)
    if (answer.status === 416 && (at === undefined || next === index)) throw refused(access, answer)
    if (answer.status !== 416 && answer.status > 299) throw refused(access, answer)
    index = Math.min(next, plan.total_chunk_count - 1)
  }
}

/** The point of no return. `gone`: the address is no longer good for it, so that nothing was taken. */
export async function sendLast(
  access: Access,
  media: PublicationMedia,
  upload: Upload,
): Promise<'sent' | 'gone'> {
  const plan = planFor(media.size_bytes)
  const answer = await put(access, media, { upload, plan, index: plan.total_chunk_count - 1 })
  if (answer.status === 201 || answer.status === 200) return 'sent'
  if ([403, 404, 416].includes(answer.status)) return 'gone'
  throw refused(access, answer)
}

async function put(
  { tools }: Access,
  media: PublicationMedia,
  { upload, plan, index }: { upload: Upload; plan: Plan; index: number },
): Promise<Answer> {
  const range = rangeOf(plan, index)
  const isLast = index === plan.total_chunk_count - 1
  return call(tools, {
    purpose: isLast ? 'publish' : 'prepare',
    method: 'PUT',
    url: checkedUpload(upload.upload_url, tools.config),
    headers: {
      'content-type': media.mime_type,
      'content-length': String(range.end - range.start),
      'content-range': contentRange(plan, range),
    },
    body: media.open(range),
    timeout: 20 * MINUTE,
  })
}

/** A part before the last publishes nothing: it is simply sent again. */
async function patiently(access: Access, attempt: () => Promise<Answer>): Promise<Answer> {
  for (let number = 1; ; number++) {
    const answer = await attempt().catch((error: unknown) => {
      const lost = error instanceof Failure && number < ATTEMPTS && !access.tools.signal.aborted
      if (lost) return undefined
      throw error
    })
    if (answer && (answer.status < 500 || number >= ATTEMPTS)) return answer
    await access.tools.sleep(number * 1000)
  }
}

/** `Content-Range: bytes 0-9999999/50000123` of a 416: what TikTok has. */
function positionIn({ headers }: Answer): number | undefined {
  const [, last] = /^bytes \d+-(\d+)\//.exec(headers.get('content-range') ?? '') ?? []
  return last === undefined ? undefined : Number(last) + 1
}

/** The upload server speaks by its status ("Media Transfer Guide"); what it says besides is not described. */
function refused(access: Access, answer: Answer): Failure {
  const { status } = answer
  const words = redact(bare(answer))
  if (status === 403 || status === 404 || status === 416) {
    const message = 'TikTok’s upload address is no longer good; the upload begins anew.'
    return new Failure('later', 'upload_lost', message, { words })
  }
  return refusal(answer, dialect, { now: access.tools.now(), secrets: [] })
}

/** An upload address as TikTok gave it, if it is TikTok's: the file goes there. */
function checkedUpload(address: string, { hosts }: PlatformConfig): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const known = Object.values(hosts).map((host) => new URL(host))
  const real = known.some(({ hostname }) => hostname.endsWith('.tiktokapis.com'))
  const allowed =
    url &&
    (known.some(({ origin }) => origin === url.origin) ||
      (real && url.protocol === 'https:' && url.hostname.endsWith('.tiktokapis.com')))
  if (allowed) return address
  const message =
    'TikTok named an address for the upload that is not its own. Nothing was sent there.'
  throw new Failure('rejected', 'upload_address_refused', message, { words: url?.host })
}
