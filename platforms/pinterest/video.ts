/** Videos go to a storage of Pinterest's first, are processed there, and then named in the pin. */
import { z } from 'zod'
import { call } from '../kit/http.ts'
import { bare } from '../kit/redaction.ts'
import { Failure, type PublicationMedia } from '../platform.ts'
import { ask, type Access } from './api.ts'
import { redacted } from './problem.ts'
import { multipart } from './streams.ts'

const Registered = z.object({
  media_id: z.string().min(1),
  upload_url: z.url(),
  upload_parameters: z.record(z.string(), z.string()),
})
const Status = z.object({ status: z.string() })

const UPLOAD_TIMEOUT = 30 * 60_000
/** Milliseconds between looks, and how many of them. */
const PAUSE = 5000
const LOOKS = 120

export async function upload(access: Access, media: PublicationMedia): Promise<string> {
  const { tools } = access
  const { media_id, upload_url, upload_parameters } = await ask(access, {
    purpose: 'prepare',
    method: 'POST',
    path: '/v5/media',
    json: { media_type: 'video' },
    answer: Registered,
  })
  checkHost(access, upload_url)
  // The storage knows the signature in the fields, and must not see the account's token.
  const { body, headers } = multipart(upload_parameters, media)
  const url = upload_url
  const request = { purpose: 'prepare', method: 'POST', url, headers, body } as const
  const answer = await call(tools, { ...request, timeout: UPLOAD_TIMEOUT })
  if (answer.status >= 200 && answer.status < 300) return media_id
  const words = redacted(bare(answer), Object.values(upload_parameters))
  const message = 'The storage of Pinterest did not take the video. It will be tried again.'
  throw new Failure('later', 'upload_lost', message, { words })
}

/** The address comes from an answer: it is followed to known hosts only. */
function checkHost({ tools }: Access, address: string) {
  const { origin } = new URL(address)
  const known = ['upload', 'api'].map((host) => new URL(tools.config.hosts[host] ?? '').origin)
  if (known.includes(origin)) return
  const message = 'Pinterest named an address for the video that is not known to be its own.'
  throw new Failure('rejected', 'upload_address_refused', message, { words: origin })
}

/** Until the video can be named in a pin. */
export async function processed(access: Access, media_id: string): Promise<void> {
  const path = `/v5/media/${encodeURIComponent(media_id)}`
  for (let look = 0; look < LOOKS; look += 1) {
    const request = { purpose: 'read', method: 'GET', path, answer: Status } as const
    const { status } = await ask(access, request).catch(unknownYet)
    if (status === 'succeeded') return
    if (status === 'failed') {
      const message = 'Pinterest could not process the video. Check its format and length.'
      throw new Failure('rejected', 'media_rejected', message)
    }
    await access.tools.sleep(PAUSE)
  }
  throw notReady()
}

/** It was registered a moment ago: Pinterest does not know it everywhere yet. */
function unknownYet(error: unknown): never {
  if (error instanceof Failure && error.code === 'not_found') throw notReady()
  throw error
}

function notReady() {
  const message = 'Pinterest is still processing the video. It will be looked at again.'
  return new Failure('later', 'media_not_ready', message)
}
