/** The steps of a publication: a video's upload and processing, and the pin. */
import { z } from 'zod'
import type { Ours } from '../evidence.ts'
import {
  type Account,
  type Json,
  type Publication,
  type PublishingStep,
  type Receipt,
  type Saved,
  type Step,
  type Tools,
} from '../platform.ts'
import { ask, type Access } from './api.ts'
import { addressOf, look, textOf } from './look.ts'
import { contentOf, isVideo, kindOf, written } from './pin.ts'
import { likelyPlace, placeOf, placeStep } from './place.ts'
import { jsonWithFiles } from './streams.ts'
import { processed, upload } from './video.ts'

const Uploaded = z.object({ media_id: z.string().min(1) })
const Created = z.object({ id: z.string().regex(/^\d+$/) })

export function publish(publication: Publication, account: Account, tools: Tools): readonly Step[] {
  const access = { tools, account }
  const video = publication.media.find(isVideo)
  const steps: Step[] = [placeStep(access, publication)]
  if (video) {
    steps.push(
      {
        name: 'upload_0',
        effect: 'prepares',
        run: async () => ({ media_id: await upload(access, video) }),
      },
      {
        name: 'processed_0',
        effect: 'prepares',
        run: async (saved) => {
          await processed(access, uploaded(saved))
          return true
        },
      },
    )
  }
  const ours = (): Ours => {
    const { title, description, alt_text, link } = contentOf(publication)
    return {
      role: 'post',
      parent: null,
      text: textOf([title, description, alt_text]),
      ...(link === undefined ? {} : { link }),
      media: [],
      has_media: true,
      app: null,
      twins: false,
    }
  }
  const lookAt = async (place: Partial<ReturnType<typeof placeOf>>, from: Date) => {
    const { title, alt_text } = contentOf(publication)
    return look(access, {
      ...place,
      ...(title === undefined ? {} : { title }),
      ...(alt_text === undefined ? {} : { alt_text }),
      kind: kindOf(publication),
      from,
    })
  }
  const result: PublishingStep['result'] = ({ ids: [id = ''] }) => receipt(access, id)
  steps.push({
    name: 'post',
    effect: 'publishes_once',
    run: async (saved) => {
      const { body, headers } = jsonWithFiles(
        written(publication, placeOf(saved), () => uploaded(saved)),
      )
      const { id } = await ask(access, {
        purpose: 'publish',
        method: 'POST',
        path: '/v5/pins',
        headers,
        body,
        timeout: 120_000,
        answer: Created,
      })
      return receipt(access, id)
    },
    ours,
    look: (saved, { from }) => lookAt(placeOf(saved), from),
    result,
    unsaved: {
      ours,
      look: async (_, { from }) => lookAt(await likelyPlace(access, publication), from),
      result,
    },
  })
  return steps
}

function uploaded(saved: Saved): string {
  return Uploaded.parse(saved['upload_0']).media_id
}

function receipt(access: Access, id: string): Json {
  return { platform_post_id: id, platform_url: addressOf(access, id) } satisfies Receipt
}
