/** The steps of a publication: containers of media, the container of the post, publishing it; then the same for the reply. */
import { z } from 'zod'
import type { Ours } from '../evidence.ts'
import { prefixOf, stepOf } from '../kit/thread.ts'
import {
  type Account,
  Failure,
  type Json,
  type PreparingStep,
  type Publication,
  type PublishingStep,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { ask, Id, type Access } from './api.ts'
import { checkMedia, Container, isStale, makeItem, makePost, makeReply } from './containers.ts'
import { type Fields, isGone, knownOf, look, type Wanted } from './look.ts'
import { Options } from './manifest.ts'
import { receiptOf } from './permalink.ts'
import { linksIn, MOST_LINKS } from './text.ts'

const Published = z.object({ platform_post_id: Id.nullable() })
const Created = z.object({ id: Id })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const { first_comment, thread = [] } = publication
  const all = [publication, ...thread.map((part) => ({ ...part, options: {} }))]
  for (const part of all) {
    checkMedia(part)
    checkLinks(part)
  }
  const access = { tools, account }
  const steps = all.flatMap((part, index) => posting(access, part, index + 1))
  if (first_comment === null) return steps

  const reply = async (saved: Saved) => makeReply(access, first_comment, idIn(saved, 'post'))
  const comment = {
    container: 'comment_container',
    forget: ['comment_container'],
    text: first_comment,
    link: undefined,
    list: '/me/replies',
    fields: { media_type: 'TEXT_POST' },
    parent: (saved: Saved) => Published.parse(saved['post']).platform_post_id,
  } as const
  return [
    ...steps,
    { name: 'comment_container', effect: 'prepares', follow_up: true, run: reply },
    { ...publishing('comment', access, comment), follow_up: true },
  ]
}

type OnePost = Pick<Publication, 'text' | 'media' | 'options'>

/** The steps of the post, or of one part behind it: who may reply and what it is about are the first one's. */
function posting(access: Access, part: OnePost, number: number): Step[] {
  const { tools } = access
  const { text, media, options } = part
  const prefix = prefixOf(number)
  const above = number === 1 ? undefined : stepOf(number - 1)
  const items = media.length > 1 ? media : []
  const uploads = items.map((_, index) => `${prefix}upload_${index}`)
  const container = `${prefix}container`
  const make = (saved: Saved, children: readonly string[]) =>
    above === undefined
      ? makePost(access, part, children)
      : makePart(access, part, children, { id: idIn(saved, above), list: listOf(number - 1) })
  // Containers of yesterday are of no use in a container of today.
  const fresh = async (saved: Saved) => {
    const children: string[] = []
    for (const one of items) children.push((await makeItem(access, one)).id)
    return make(saved, children)
  }
  const { link_attachment, topic_tag } = Options.parse(options)
  return [
    ...items.map((one, index): PreparingStep => ({
      name: uploads[index] ?? '',
      effect: 'prepares',
      run: () => makeItem(access, one),
    })),
    {
      name: container,
      effect: 'prepares',
      run: (saved) => {
        const children = uploads.map((name) => Container.parse(saved[name]))
        if (children.some((child) => isStale(child, tools.now()))) return fresh(saved)
        return make(
          saved,
          children.map(({ id }) => id),
        )
      },
    },
    publishing(stepOf(number), access, {
      container,
      forget: [container, ...uploads],
      text,
      link: media.length ? undefined : link_attachment,
      list: listOf(number),
      fields: { media_type: typeOf(media), topic_tag },
      parent: (saved) =>
        above === undefined ? null : Published.parse(saved[above]).platform_post_id,
    }),
  ]
}

const listOf = (part: number) => (part === 1 ? '/me/threads' : '/me/replies')

/**
 * "Reply before the parent is visible" is refused with the words for one that is gone. Gone is what neither its number nor
 * the newest posts show after a while; in an outage the first alone says nothing.
 */
async function makePart(
  access: Access,
  part: OnePost,
  children: readonly string[],
  parent: { id: string; list: Wanted['list'] },
): Promise<Container> {
  for (let number = 0; ; number++) {
    try {
      return await makePost(access, part, children, parent.id)
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'not_settled') throw error
      const pause = PATIENCE[number]
      if (pause === undefined) throw (await isGone(access, parent)) ? parentGone(error) : error
      await access.tools.sleep(pause * 1000)
    }
  }
}

function parentGone(cause: Failure) {
  const message = 'What this replies to is no longer on Threads, so nothing can follow it.'
  return new Failure('rejected', 'parent_gone', message, { words: cause.words, cause })
}

/** A card counts as a link of the text does; with media there is none. */
function checkLinks({ text, media, options }: OnePost) {
  const { link_attachment, text_attachment } = Options.parse(options)
  const beside = media.length ? [] : [link_attachment, text_attachment?.link_attachment_url]
  const links = linksIn(text, ...beside)
  if (links.size <= MOST_LINKS) return
  const message = `Threads takes ${MOST_LINKS} different links, the card below the text among them.`
  throw new Failure('rejected', 'too_many_links', message)
}

interface Publishing {
  /** The step that made what is published. */
  container: string
  text: string
  link: string | undefined
  list: Wanted['list']
  fields: Fields
  /** What it answers. */
  parent: (saved: Saved) => string | null
  /** What is made anew when the container is spoilt: it and what it holds. */
  forget: readonly string[]
}

/** What Threads says of a container that cannot be published, or is out already. */
const SPOILT = ['not_settled', 'media_not_fetched']
function publishing(name: string, access: Access, about: Publishing): Step {
  const { container, forget, text, link, list, fields, parent } = about
  const { tools } = access
  const ours = (saved: Saved): Ours => ({
    role: list === '/me/replies' ? 'reply' : 'post',
    parent: parent(saved),
    text,
    ...(link && { link }),
    // Numbers of media are made when they are published.
    media: [],
    has_media: fields.media_type !== 'TEXT_POST',
    app: null,
    twins: false,
  })
  const result: PublishingStep['result'] = ({ ids: [id = ''], url }) =>
    url === null ? receiptOf(access, id) : { platform_post_id: id, platform_url: url }
  return {
    name,
    effect: 'publishes_once',
    run: async (saved) => {
      const started_at = tools.now()
      const made = prepared(saved[container])
      if (!isStale(made, started_at)) return send(access, made, forget)
      const known = await asked(access, made)
      if (known.is === 'landed') throw notShown()
      const message = 'What was prepared at Threads is too old to publish. It is prepared anew.'
      throw new Failure('later', 'container_gone', message, { retry_at: started_at, forget })
    },
    ours,
    look: (saved, { from, look: number }) =>
      look(access, prepared(saved[container]), { list, fields, from, look: number }),
    result,
    key_of: forget,
    unsaved: {
      ours,
      look: (_, { from, look: number }) => look(access, null, { list, fields, from, look: number }),
      result,
    },
  }
}

function typeOf(media: Publication['media']): Fields['media_type'] {
  const [first, ...others] = media
  if (!first) return 'TEXT_POST'
  if (others.length) return 'CAROUSEL_ALBUM'
  return first.mime_type.startsWith('video/') ? 'VIDEO' : 'IMAGE'
}

/** Seconds to wait when Threads does not find a container that it called finished; its most frequent failure. */
const PATIENCE = [10, 20, 40]

/** A container is published at most once, so a refused call may be repeated. */
async function send(access: Access, made: Container, forget: readonly string[]): Promise<Json> {
  const params = { creation_id: made.id }
  for (let number = 0; ; number++) {
    try {
      const path = '/me/threads_publish'
      const release = { purpose: 'publish', method: 'POST', path, params, answer: Created } as const
      const created = await ask(access, release)
      return await receiptOf(access, created.id)
    } catch (error) {
      if (!(error instanceof Failure) || !SPOILT.includes(error.code)) throw error
      // The same words are the answer to publishing twice.
      const known = await asked(access, made)
      if (known.is === 'landed') throw notShown(error)
      const pause = PATIENCE[number]
      if (error.code === 'media_not_fetched' || pause === undefined || known.is !== 'open')
        throw known.is === 'open' || known.is === 'dead' ? withoutIt(error, forget) : error
      await access.tools.sleep(pause * 1000)
    }
  }
}

/** The next attempt makes another, and saves it before it is published: a look must know which to ask about. */
function withoutIt(cause: Failure, forget: readonly string[]) {
  const { kind, code, message, retry_at, words } = cause
  return new Failure(kind, code, message, { retry_at, words, forget, cause })
}

/** It is out, so this is a doubt about its id at most: never a refusal. */
function notShown(cause?: Failure) {
  const message = 'Threads says that the post is out, but not yet which it is.'
  return new Failure('unknown', 'not_shown_yet', message, { cause })
}

async function asked(access: Access, made: Container) {
  return knownOf(access, made, 1).catch(doubt)
}

/** Whether it is out was the question, and it was not answered. */
function doubt(error: unknown): never {
  if (!(error instanceof Failure)) throw error
  const { code, message, words } = error
  throw new Failure('unknown', code, message, { words, cause: error })
}

/** A reply whose preparation came to nothing is not published either. */
function prepared(saved: Json | undefined): Container {
  const { success, data } = Container.safeParse(saved)
  if (success) return data
  throw new Failure('rejected', 'not_prepared', 'Threads did not prepare the first comment.')
}

function idIn(saved: Saved, step: string): string {
  const { platform_post_id } = Published.parse(saved[step])
  if (platform_post_id !== null) return platform_post_id
  const message =
    'Threads says that the post is out, but not which it is: nothing can be said below it yet.'
  throw new Failure('rejected', 'not_shown_yet', message)
}
