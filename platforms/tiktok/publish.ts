/** A post as steps: what the creator may do, the upload, and the part with which TikTok publishes. */
import {
  type Account,
  Failure,
  type Json,
  type Publication,
  type PublicationMedia,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { Id, type Access } from './api.ts'
import { DRAFT, Terms, termsFor, UNTOLD } from './creator.ts'
import { failedFor } from './errors.ts'
import { lookForPhotos, lookForVideo, lookForVideoInList, photoText } from './look.ts'
import { Options } from './manifest.ts'
import { addressesOf, draftPhotos, publishPhotos } from './photos.ts'
import { doubt, outcome, receipt, statusOf } from './status.ts'
import { begin, beginDraft, isOver, sendLast, sendParts, Upload } from './video.ts'

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const access = { tools, account }
  const [first] = publication.media
  if (!first) {
    const message = 'TikTok takes no post without a video or photos.'
    throw new Failure('rejected', 'media_required', message)
  }
  const to_inbox = Options.parse(publication.options).kind === 'inbox'
  const termsOf = (saved: Saved) => (to_inbox ? DRAFT : Terms.parse(saved['creator']))
  const creator: Step = {
    name: 'creator',
    effect: 'prepares',
    run: () => termsFor(access, publication),
  }
  if (first.mime_type.startsWith('video/')) {
    const video = videoSteps(access, { publication, to_inbox, termsOf }, first)
    return to_inbox ? video : [creator, ...video]
  }
  addressesOf(publication)
  const photos = photoStep(access, { publication, to_inbox, termsOf })
  return to_inbox ? [photos] : [creator, photos]
}

interface Posting {
  publication: Publication
  /** As a draft: the creator posts it. */
  to_inbox: boolean
  termsOf: (saved: Saved) => Terms
}

function videoSteps(access: Access, posting: Posting, media: PublicationMedia): Step[] {
  const { publication, to_inbox, termsOf } = posting
  return [
    {
      name: 'upload',
      effect: 'prepares',
      run: async (saved) => {
        const upload = to_inbox
          ? await beginDraft(access, media)
          : await begin(access, publication, media, termsOf(saved))
        await sendParts(access, media, upload)
        return { ...upload }
      },
    },
    {
      name: 'post',
      effect: 'publishes_once',
      run: async (saved) => {
        const terms = termsOf(saved)
        const upload = uploadOf(saved)
        await sent(access, media, upload)
        const posted = { publish_id: upload.publish_id, terms, kind: 'video' as const }
        return { ...(await outcome(access, posted)) }
      },
      ours: () => ({ ...OURS, text: publication.text }),
      look: (saved, { from }) =>
        lookForVideo(access, {
          upload: uploadOf(saved),
          size: media.size_bytes,
          terms: termsOf(saved),
          from,
        }),
      result: ({ ids: [id = ''] }, saved) =>
        receiptOf(access, { id, terms: termsOf(saved), kind: 'video' }),
      key_of: ['upload'],
      unsaved: {
        ours: () => ({ ...OURS, text: publication.text }),
        look: (_, { from }) => lookForVideoInList(access, { terms: UNTOLD, from }),
        result: ({ ids: [id = ''] }) => receiptOf(access, { id, terms: UNTOLD, kind: 'video' }),
      },
    },
  ]
}

/** Sends the last part, once. An upload that ended before it was whole is forgotten: the next must be saved before it publishes. */
async function sent(access: Access, media: PublicationMedia, upload: Upload) {
  const now = access.tools.now()
  if (!isOver(upload, now) && (await sendLast(access, media, upload)) === 'sent') return
  // A repeated last part is refused as well: only TikTok's own word says whether it has the whole file.
  const status = await statusOf(access, upload.publish_id).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'publish_id_unknown') return undefined
    return doubt(error)
  })
  const { uploaded_bytes = media.size_bytes } = status ?? { uploaded_bytes: 0 }
  const whole = status?.status !== 'PROCESSING_UPLOAD' || uploaded_bytes >= media.size_bytes
  if (status && status.status !== 'FAILED' && whole) return
  if (status?.status === 'FAILED' && status.fail_reason !== undefined) {
    throw failedFor(status.fail_reason, now, 'video')
  }
  const message = 'TikTok’s upload address is no longer good; the upload begins anew.'
  throw new Failure('later', 'upload_lost', message, { forget: ['upload'] })
}

function photoStep(access: Access, { publication, to_inbox, termsOf }: Posting): Step {
  const { text } = publication
  const { title } = Options.parse(publication.options)
  return {
    name: 'post',
    effect: 'publishes_once',
    // Photos come by address only, and what TikTok cannot fetch is no post: `photo_pull_failed`.
    files_fetched: 'needed',
    run: async (saved) => {
      const terms = termsOf(saved)
      const publish_id = to_inbox
        ? await draftPhotos(access, publication)
        : await publishPhotos(access, publication, terms)
      return { ...(await outcome(access, { publish_id, terms, kind: 'photo' })) }
    },
    ours: () => ({ ...OURS, text: photoText(title, text) }),
    look: (saved, { from }) => lookForPhotos(access, { terms: termsOf(saved), title, from }),
    result: ({ ids: [id = ''] }, saved) =>
      receiptOf(access, { id, terms: termsOf(saved), kind: 'photo' }),
    unsaved: {
      ours: () => ({ ...OURS, text: photoText(title, text) }),
      look: (_, { from }) => lookForPhotos(access, { terms: UNTOLD, title, from }),
      result: ({ ids: [id = ''] }) => receiptOf(access, { id, terms: UNTOLD, kind: 'photo' }),
    },
  }
}

const OURS = {
  role: 'post' as const,
  parent: null,
  media: [],
  has_media: true,
  app: null,
  twins: false,
}

/** What has no id of a post is known by its publish id. */
function receiptOf(
  access: Access,
  { id, terms, kind }: { id: string; terms: Terms; kind: 'video' | 'photo' },
): Json {
  const posted = { publish_id: id, terms, kind }
  return { ...receipt(access, posted, Id.safeParse(id).data) }
}

const uploadOf = (saved: Saved): Upload => Upload.parse(saved['upload'])
