/** The steps of a publication: a video's upload and processing, and the pin. */
import { z } from 'zod'
import {
  Failure,
  type Account,
  type Json,
  type Publication,
  type PublicationMedia,
  type Receipt,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { ask, type Session } from './api.ts'
import { find } from './find.ts'
import { Options } from './manifest.ts'
import { jsonWithFiles } from './streams.ts'
import { processed, upload } from './video.ts'

const Uploaded = z.object({ media_id: z.string().min(1) })
const Created = z.object({ id: z.string().regex(/^\d+$/) })
const Boards = z.array(z.object({ id: z.string() })).catch([])

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const session = { tools, account }
  const { media } = publication
  const [first] = media
  const steps: Step[] = []
  if (first && isVideo(first)) {
    steps.push(
      {
        name: 'upload_0',
        effect: 'prepares',
        run: async () => ({ media_id: await upload(session, first) }),
      },
      {
        name: 'processed_0',
        effect: 'prepares',
        run: async (saved) => {
          await processed(session, uploaded(saved))
          return true
        },
      },
    )
  }
  steps.push({
    name: 'post',
    effect: 'publishes_once',
    run: async (saved) => {
      const { body, headers } = jsonWithFiles(written(publication, account, saved))
      const { id } = await ask(session, {
        purpose: 'publish',
        method: 'POST',
        path: '/v5/pins',
        headers,
        body,
        timeout: 120_000,
        answer: Created,
      })
      return receipt(session, id)
    },
    find: async (_saved, { started_at }) => {
      const wanted = { ...contentOf(publication), board_id: boardOf(publication, account) }
      const finding = await find(session, { ...wanted, started_at })
      return typeof finding === 'string' ? finding : { found: receipt(session, finding.id) }
    },
  })
  return steps
}

/** The pin as JSON, with files where their content belongs. */
function written(
  publication: Publication,
  account: Account,
  saved: Saved,
): (string | PublicationMedia)[] {
  const { media } = publication
  const pin = { board_id: boardOf(publication, account), ...contentOf(publication) }
  const head = `${JSON.stringify(pin).slice(0, -1)},"media_source":`
  const [first, ...others] = media
  if (!first || (isVideo(first) && others.length > 0) || media.length > 5) {
    const message = 'Pinterest takes one to five pictures, or one video.'
    throw new Failure('rejected', 'media_missing', message)
  }
  if (isVideo(first)) {
    const { cover_second = 0 } = Options.parse(publication.options)
    const source = { source_type: 'video_id', media_id: uploaded(saved) }
    return [`${head}${JSON.stringify({ ...source, cover_image_key_frame_time: cover_second })}}`]
  }
  if (others.length === 0)
    return [`${head}{"source_type":"image_base64",${typeOf(first)}"data":"`, first, '"}}']
  const items = media.flatMap((one, index) => [
    `${index === 0 ? '' : ','}{${typeOf(one)}"data":"`,
    one,
    '"}',
  ])
  return [`${head}{"source_type":"multiple_image_base64","items":[`, ...items, '],"index":0}}']
}

const typeOf = ({ mime_type }: PublicationMedia) => `"content_type":${JSON.stringify(mime_type)},`
const isVideo = ({ mime_type }: PublicationMedia) => mime_type.startsWith('video/')

/** What is empty is left out: Pinterest refuses an empty link. A pin has one alternative text, its first picture's. */
function contentOf({ text, media, options }: Publication) {
  const { title, link } = Options.parse(options)
  const alt_text = media.find((one) => one.alt_text)?.alt_text
  return {
    ...(title ? { title } : {}),
    ...(text ? { description: text } : {}),
    ...(link ? { link } : {}),
    ...(alt_text ? { alt_text } : {}),
  }
}

function boardOf({ options }: Publication, { settings }: Account): string {
  const board = Options.parse(options).board_id ?? Boards.parse(settings['boards'])[0]?.id
  if (board !== undefined) return board
  const message =
    'This account had no board when it was connected. Name one with the option board_id.'
  throw new Failure('rejected', 'board_missing', message)
}

function uploaded(saved: Saved): string {
  return Uploaded.parse(saved['upload_0']).media_id
}

function receipt({ tools }: Session, id: string): Json {
  const platform_url = `${tools.config.hosts['web']}/pin/${id}/`
  return { platform_post_id: id, platform_url } satisfies Receipt
}
