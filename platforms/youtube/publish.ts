/** The steps of a publication: a session, the video, what belongs to it, a look at what YouTube made of it. */
import { z } from 'zod'
import type { Ours } from '../evidence.ts'
import {
  Failure,
  type Account,
  type Json,
  type Publication,
  type PublicationMedia,
  type PublishingStep,
  type Receipt,
  type Step,
  type Tools,
} from '../platform.ts'
import { afterwards, isVideo, postId } from './afterwards.ts'
import { type Access, ask } from './api.ts'
import { check } from './check.ts'
import { lookForUpload, lookForVideo, textOf, watch } from './look.ts'
import { Options } from './manifest.ts'
import { playlistSteps } from './playlist.ts'
import { complete, open } from './resumable.ts'
import { titleOf } from './text.ts'

const Opened = z.object({ uri: z.url() })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const access = { tools, account }
  const options = Options.parse(publication.options)
  const title = options.title ?? titleOf(publication.text)
  const ours = (): Ours => ({
    role: 'post',
    parent: null,
    text: textOf(title, publication.text),
    media: [],
    has_media: true,
    app: null,
    twins: false,
  })
  const result: PublishingStep['result'] = ({ ids: [id = ''] }) => receipt(access, id)
  const steps: Step[] = [
    ...playlistSteps(access, options),
    {
      name: 'session',
      effect: 'prepares',
      run: async () => {
        const media = videoOf(publication)
        await checkLength(access, media)
        const { path, resource } = resourceOf(publication.text, title, options)
        return { uri: await open(access, { path, resource, media }) }
      },
    },
    {
      name: 'post',
      effect: 'publishes_once',
      run: async (saved) => {
        const media = videoOf(publication)
        const { uri } = Opened.parse(saved['session'])
        const done = await complete(access, uri, media)
        if (done !== 'gone') return receipt(access, done.id)
        // Sessions live about a week. The next one is saved before anything is sent to it, or nobody could ask it.
        const message = 'YouTube has forgotten the upload. It will be sent anew.'
        throw new Failure('later', 'upload_lost', message, { forget: ['session'] })
      },
      ours,
      look: (saved, { from }) => {
        const { uri } = Opened.parse(saved['session'])
        return lookForVideo(access, { uri, size: videoOf(publication).size_bytes, from })
      },
      result,
      key_of: ['session'],
      unsaved: {
        ours,
        look: (_, { from }) =>
          lookForUpload(access, { size: videoOf(publication).size_bytes, from }),
        result,
      },
    },
  ]

  // Last: what the check warns of must not keep a comment from being made.
  const looking: Step = {
    name: 'check',
    effect: 'prepares',
    follow_up: true,
    run: (saved) => check(access, postId(saved), options.privacy ?? 'public'),
  }
  return [...steps, ...afterwards(access, publication, options), looking]
}

function resourceOf(text: string, title: string, options: z.output<typeof Options>) {
  const { privacy, made_for_kids, category, tags, notify_subscribers, made_with_ai } = options
  const { language, audio_language } = options
  const query = new URLSearchParams({
    uploadType: 'resumable',
    part: 'snippet,status',
    ...(notify_subscribers === undefined ? {} : { notifySubscribers: String(notify_subscribers) }),
  })
  const snippet = {
    title,
    description: text,
    categoryId: category ?? '22',
    ...(tags ? { tags } : {}),
    ...(language === undefined ? {} : { defaultLanguage: language }),
    ...(audio_language === undefined ? {} : { defaultAudioLanguage: audio_language }),
  }
  const status = {
    privacyStatus: privacy ?? 'public',
    selfDeclaredMadeForKids: made_for_kids ?? false,
    ...(made_with_ai === undefined ? {} : { containsSyntheticMedia: made_with_ai }),
  }
  const path = `/upload/youtube/v3/videos?${query.toString()}`
  return { path, resource: { snippet, status } }
}

function videoOf({ media }: Publication): PublicationMedia {
  const [video, ...others] = media.filter(isVideo)
  const pictures = media.filter(({ mime_type }) => mime_type.startsWith('image/'))
  if (video && others.length === 0 && pictures.length <= 1) return video
  const message = 'YouTube takes exactly one video in a post, and one picture as its thumbnail.'
  throw new Failure('rejected', 'media_required', message)
}

function receipt(access: Access, id: string): Json {
  return { platform_post_id: id, platform_url: watch(access, id) } satisfies Receipt
}

/** How long a video may be: channels that are not verified stop at 15 minutes, and a longer one is rejected after its upload. */
const LONGEST_UNVERIFIED = 15 * 60

/** `allowed`, `eligible` (once the channel is verified), `disallowed` (description, ChannelStatus). */
const Channels = z.object({
  items: z
    .array(z.object({ status: z.object({ longUploadsStatus: z.string().optional() }).optional() }))
    .default([]),
})

/** Asked when it matters, since a channel may be verified any day; one unit of the quota. */
async function checkLength(access: Access, { duration }: PublicationMedia): Promise<void> {
  if (duration === null || duration <= LONGEST_UNVERIFIED) return
  const path = '/youtube/v3/channels?part=status&mine=true'
  const { items } = await ask(access, { method: 'GET', path, answer: Channels })
  const long = items[0]?.status?.longUploadsStatus
  if (long !== 'eligible' && long !== 'disallowed') return
  const message = `YouTube takes at most ${LONGEST_UNVERIFIED} s from this channel; the video has ${Math.round(duration)} s. Verify the channel at youtube.com/verify.`
  throw new Failure('rejected', 'video_duration', message)
}
