/** The steps of a publication: photos or a video nobody sees yet, the post, its first comment. */
import { z } from 'zod'
import { ask, Id } from '../graph.ts'
import {
  type Account,
  Failure,
  type Json,
  type PreparingStep,
  type Publication,
  type PublishingStep,
  type Receipt,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { find, findComment } from './find.ts'
import { Options } from './manifest.ts'
import { permalinkOf } from './permalink.ts'
import { Photo, uploadPhoto } from './photos.ts'
import { graphOf, type Session } from './session.ts'
import { findVideo, publishVideo } from './video-post.ts'
import { beginReel, Uploaded, uploadReel, uploadVideo } from './videos.ts'

const Created = z.object({ id: Id, permalink_url: z.string().nullish() })
const Published = z.object({ platform_post_id: Id })
const Reel = z.object({ video_id: Id, upload_url: z.string() })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const session = { account, tools }
  const options = Options.parse(publication.options)
  const { first_comment, media } = publication
  const isVideo = media[0]?.mime_type.startsWith('video/') ?? false
  const steps: Step[] = isVideo
    ? videoSteps(session, publication, options)
    : feedSteps(session, publication, options)
  if (first_comment === null) return steps
  return [
    ...steps,
    {
      name: 'comment',
      effect: 'publishes_once',
      follow_up: true,
      run: (saved) => comment(session, postId(saved), first_comment),
      find: (saved, { started_at }) =>
        findComment(session, { post: postId(saved), text: first_comment, started_at }),
    },
  ]
}

function feedSteps(session: Session, { text, media }: Publication, { link }: Options): Step[] {
  const uploads = media.map((one, index): PreparingStep => ({
    name: `upload_${index}`,
    effect: 'prepares',
    run: () => uploadPhoto(session, one),
  }))
  const photosOf = (saved: Saved) =>
    media.map((_, index) => Photo.parse(saved[`upload_${index}`]).id)
  const post: PublishingStep = {
    name: 'post',
    effect: 'publishes_once',
    run: (saved) => feed(session, { text, link, photos: photosOf(saved) }),
    find: (saved, { started_at }) => find(session, { text, photos: photosOf(saved), started_at }),
  }
  return [...uploads, post]
}

function videoSteps(session: Session, publication: Publication, options: Options): Step[] {
  const { text, media } = publication
  const [video] = media
  const { video_as } = options
  const upload: PreparingStep[] = []
  if (video && video_as === 'video') {
    upload.push({ name: 'upload_0', effect: 'prepares', run: () => uploadVideo(session, video) })
  }
  if (video && video_as === 'reel') {
    const run = (saved: Saved) => uploadReel(session, video, Reel.parse(saved['reel']))
    upload.push({ name: 'reel', effect: 'prepares', run: () => beginReel(session) })
    upload.push({ name: 'upload_0', effect: 'prepares', run })
  }
  const uploaded = (saved: Saved) => Uploaded.parse(saved['upload_0'])
  const post: PublishingStep = {
    name: 'post',
    effect: 'publishes_once',
    run: (saved) => publishVideo(session, uploaded(saved), { ...options, text }),
    find: (saved) => findVideo(session, uploaded(saved).video_id, video_as),
  }
  return [...upload, post]
}

async function feed(
  session: Session,
  { text, link, photos }: { text: string; link: string | undefined; photos: readonly string[] },
): Promise<Json> {
  if (link && photos.length) {
    const message = 'A link preview and photos do not go together. Put the link into the text.'
    throw new Failure('rejected', 'link_with_media', message)
  }
  const attached = photos.map((id, index) => [
    `attached_media[${index}]`,
    JSON.stringify({ media_fbid: id }),
  ])
  const { id, permalink_url } = await ask(graphOf(session), {
    purpose: 'publish',
    method: 'POST',
    path: `/${session.account.platform_account_id}/feed`,
    query: { fields: 'id,permalink_url' },
    form: {
      ...(text !== '' && { message: text }),
      ...(link && { link }),
      ...Object.fromEntries(attached),
    },
    answer: Created,
  })
  const receipt: Receipt = {
    platform_post_id: id,
    platform_url: permalinkOf(session.tools, permalink_url ?? `/${id}`),
  }
  return { ...receipt }
}

async function comment(session: Session, post: string, message: string): Promise<Json> {
  const { id } = await ask(graphOf(session), {
    purpose: 'publish',
    method: 'POST',
    path: `/${post}/comments`,
    form: { message },
    answer: Created,
  })
  return { id }
}

const postId = (saved: Saved) => Published.parse(saved['post']).platform_post_id
