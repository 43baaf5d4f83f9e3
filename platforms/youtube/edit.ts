/**
 * Changing title, description and privacy of videos. "The update replaces the whole part": so the part is read first, and what
 * nobody wants changed goes back as it came.
 */
import { z } from 'zod'
import { isSameText } from '../kit/editing.ts'
import { type Account, type Edited, Failure, type Landed, type Tools } from '../platform.ts'
import { ask, type Access } from './api.ts'

/** What a caller may write of each part (description, videos.update); the rest is Google's own. */
const Snippet = z.object({
  title: z.string(),
  description: z.string().optional(),
  categoryId: z.string(),
  tags: z.array(z.string()).optional(),
  defaultLanguage: z.string().optional(),
  defaultAudioLanguage: z.string().optional(),
})
const Status = z.object({
  privacyStatus: z.string(),
  publishAt: z.string().optional(),
  license: z.string().optional(),
  embeddable: z.boolean().optional(),
  publicStatsViewable: z.boolean().optional(),
  selfDeclaredMadeForKids: z.boolean().optional(),
  containsSyntheticMedia: z.boolean().optional(),
})
const Video = z.object({ id: z.string(), snippet: Snippet.optional(), status: Status.optional() })
type Video = z.output<typeof Video>
const Videos = z.object({ items: z.array(Video).default([]) })

const Wanted = z.object({ title: z.string().optional(), privacy: z.string().optional() })

export async function edit({ id }: Landed, edited: Edited, account: Account, tools: Tools) {
  const access = { tools, account }
  const parts = partsOf(edited)
  const query = new URLSearchParams({ part: parts.join(',') })
  const body = changed(await read(access, id, parts), edited)
  const { status } = await ask(access, {
    purpose: 'edit',
    method: 'PUT',
    path: `/youtube/v3/videos?${query.toString()}`,
    json: body,
    answer: Video,
  })
  const { privacy } = Wanted.parse(edited.options)
  const now = status?.privacyStatus
  if (privacy === undefined || now === undefined || now === privacy) return
  const message = `The video is ${now}, not ${privacy}: YouTube locks what comes through apps that it has not audited.`
  throw new Failure('rejected', 'locked_private', message)
}

export async function shows({ id }: Landed, edited: Edited, account: Account, tools: Tools) {
  const video = await read({ tools, account }, id, partsOf(edited))
  const { title, privacy } = Wanted.parse(edited.options)
  return (
    isSameText(video.snippet?.description, edited.text) &&
    isSameText(video.snippet?.title, title ?? null) &&
    (privacy === undefined || video.status?.privacyStatus === privacy)
  )
}

function partsOf({ text, options }: Edited) {
  const { title, privacy } = Wanted.parse(options)
  const snippet = text !== null || title !== undefined
  return [...(snippet ? ['snippet'] : []), ...(privacy === undefined ? [] : ['status'])]
}

async function read(access: Access, id: string, parts: readonly string[]): Promise<Video> {
  const query = new URLSearchParams({ part: parts.join(','), id })
  const path = `/youtube/v3/videos?${query.toString()}`
  const { items } = await ask(access, { method: 'GET', path, answer: Videos })
  const [video] = items
  if (video) return video
  throw new Failure('rejected', 'not_found', 'YouTube does not have this video any more.')
}

function changed({ id, snippet, status }: Video, { text, options }: Edited) {
  const { title, privacy } = Wanted.parse(options)
  // A time for which YouTube keeps it private goes with private only.
  const { publishAt, ...rest } = status ?? { privacyStatus: '' }
  const stays = privacy === undefined || privacy === 'private'
  return {
    id,
    ...(snippet && {
      snippet: {
        ...snippet,
        ...(text !== null && { description: text }),
        ...(title !== undefined && { title }),
      },
    }),
    ...(status && {
      status: {
        ...rest,
        ...(stays && publishAt !== undefined && { publishAt }),
        ...(privacy !== undefined && { privacyStatus: privacy }),
      },
    }),
  }
}
