/** The steps of a publication: photos or a video nobody sees yet, the post, what its author says below it. */
import { z } from 'zod'
import type { Ours } from '../evidence.ts'
import { commentsOf } from '../kit/thread.ts'
import { ask, Id } from '../meta/graph.ts'
import {
  type Account,
  Failure,
  type Json,
  type PreparingStep,
  type Publication,
  type PublicationMedia,
  type PublishingStep,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { postToFeed } from './feed-post.ts'
import { lookAtComments, lookAtPosts } from './look.ts'
import { Options } from './manifest.ts'
import { Photo, uploadPhoto } from './photos.ts'
import { graphOf, type Access } from './access.ts'
import { messageOf } from './text.ts'
import { permalinkOf } from './permalink.ts'
import { lookAtStories, publishPhotoStory, storyReceipt } from './stories.ts'
import { EDGES, lookAtVideo, lookWithoutNumber, publishVideo, videoResult } from './video-post.ts'
import { beginUpright, Uploaded, uploadUpright, uploadVideo } from './videos.ts'

const Created = z.object({ id: Id })
const Published = z.object({ platform_post_id: Id })
const Begun = z.object({ video_id: Id, upload_url: z.string() })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const access = { account, tools }
  const options = Options.parse(publication.options)
  const { media } = publication
  const [first] = media
  if (options.kind !== 'post') checkOne(publication, options.kind)
  const steps: Step[] = first?.mime_type.startsWith('video/')
    ? videoSteps(access, publication, options)
    : options.kind === 'story' && first
      ? photoStorySteps(access, first)
      : feedSteps(access, publication, options)
  if (options.kind === 'story') return steps
  const comments = commentsOf(publication).map(({ text, ...step }): PublishingStep => ({
    ...step,
    effect: 'publishes_once',
    run: (saved) => comment(access, postId(saved), text),
    ours: (saved) => ({ ...oursOf(access), role: 'comment', parent: postId(saved), text }),
    look: (saved, { from }) => lookAtComments(access, postId(saved), from),
    result: ({ ids: [id = ''] }) => ({ platform_post_id: id, platform_url: null }),
  }))
  return [...steps, ...comments]
}

function feedSteps(access: Access, publication: Publication, options: Options): Step[] {
  const { media } = publication
  const { link, place, mentions } = options
  const text = messageOf(publication.text, mentions)
  const uploads = media.map((one, index): PreparingStep => ({
    name: `upload_${index}`,
    effect: 'prepares',
    run: () => uploadPhoto(access, one),
  }))
  const photosOf = (saved: Saved) =>
    media.map((_, index) => Photo.parse(saved[`upload_${index}`]).id)
  const about: Ours = {
    ...oursOf(access),
    text,
    ...(link && { link }),
    has_media: media.length > 0,
  }
  const found: Pick<PublishingStep, 'look' | 'result'> = {
    look: (_, { from }) => lookAtPosts(access, from),
    result: ({ ids: [id = ''], url }) => ({
      platform_post_id: id,
      platform_url: url ?? permalinkOf(access.tools, `/${id}`),
    }),
  }
  const post: PublishingStep = {
    name: 'post',
    effect: 'publishes_once',
    run: (saved) => postToFeed(access, { text, link, place, photos: photosOf(saved) }),
    ours: (saved) => ({ ...about, media: photosOf(saved) }),
    ...found,
    unsaved: { ours: () => about, ...found },
  }
  return [...uploads, post]
}

function videoSteps(access: Access, publication: Publication, options: Options): Step[] {
  const { text, media } = publication
  const [video] = media
  const { kind } = options
  const upload: PreparingStep[] = []
  if (video && kind === 'post') {
    upload.push({ name: 'upload_0', effect: 'prepares', run: () => uploadVideo(access, video) })
  }
  if (video && kind !== 'post') {
    const run = (saved: Saved) => uploadUpright(access, video, Begun.parse(saved[kind]))
    const begin = () => beginUpright(access, EDGES[kind])
    const counts = kind === 'reel' ? { counts: 'reels' as const } : {}
    upload.push({ name: kind, effect: 'prepares', ...counts, run: begin })
    upload.push({ name: 'upload_0', effect: 'prepares', run })
  }
  const uploaded = (saved: Saved) => Uploaded.parse(saved['upload_0'])
  const about: Ours = {
    ...oursOf(access),
    role: kind === 'story' ? 'story' : 'post',
    text: kind === 'story' ? '' : text,
    has_media: true,
  }
  const post: PublishingStep = {
    name: 'post',
    effect: 'publishes_once',
    run: (saved) => publishVideo(access, uploaded(saved), { ...options, text }),
    ours: (saved) => ({ ...about, media: [uploaded(saved).video_id] }),
    unsaved: {
      ours: () => about,
      look: (_, { from }) => lookWithoutNumber(access, kind, from),
      result: (located) => videoResult(access, located, { video_id: '', kind }),
    },
    look: (saved, { from, look }) =>
      lookAtVideo(access, uploaded(saved).video_id, { kind, from, look }),
    result: (located, saved) =>
      videoResult(access, located, { video_id: uploaded(saved).video_id, kind }),
    // A video is published once: another call needs another upload.
    key_of: upload.map(({ name }) => name),
  }
  return [...upload, post]
}

function photoStorySteps(access: Access, media: PublicationMedia): Step[] {
  const photoOf = (saved: Saved) => Photo.parse(saved['upload_0']).id
  const about: Ours = { ...oursOf(access), role: 'story', has_media: true }
  const post: PublishingStep = {
    name: 'post',
    effect: 'publishes_once',
    run: (saved) => publishPhotoStory(access, photoOf(saved)),
    ours: (saved) => ({ ...about, media: [photoOf(saved)] }),
    look: (_, { from }) => lookAtStories(access, from),
    unsaved: {
      ours: () => about,
      look: (_, { from }) => lookAtStories(access, from),
      result: ({ ids: [id = ''] }) => storyReceipt(access, id, ''),
    },
    result: ({ ids: [id = ''] }, saved) => storyReceipt(access, id, photoOf(saved)),
  }
  const run = () => uploadPhoto(access, { ...media, alt_text: null })
  return [{ name: 'upload_0', effect: 'prepares', run }, post]
}

function checkOne({ media }: Publication, kind: 'reel' | 'story') {
  const [first, ...others] = media
  const fits = kind === 'story' || first?.mime_type.startsWith('video/')
  if (first && fits && !others.length) return
  const what = kind === 'story' ? 'photo or video' : 'video'
  throw new Failure('rejected', 'media_required', `A ${kind} is exactly one ${what}.`)
}

async function comment(access: Access, post: string, message: string): Promise<Json> {
  const { id } = await ask(graphOf(access), {
    purpose: 'publish',
    method: 'POST',
    path: `/${post}/comments`,
    form: { message },
    answer: Created,
  })
  return { platform_post_id: id, platform_url: null }
}

/** What a post is that says and shows nothing. It is refused again (506) only while nothing else was posted since. */
function oursOf({ tools }: Access): Ours {
  const { client_id: app } = tools.config
  return { role: 'post', parent: null, text: '', media: [], has_media: false, app, twins: false }
}

const postId = (saved: Saved) => Published.parse(saved['post']).platform_post_id
