/** Previews of links, for platforms that show none but what they are sent. */
import { z } from 'zod'
import { type Card, Failure, type Json, type PreparingStep, type Tools } from '../platform.ts'

type Picture = NonNullable<Card['picture']>

/**
 * The step before the post that reads the page and sends its picture on ahead; the post goes out without it when that
 * fails. `upload` makes what the post names the picture by.
 */
export function cardStep(
  url: string,
  tools: Tools,
  upload: (picture: Picture) => Promise<Json>,
  name = CARD,
): PreparingStep {
  return {
    name,
    effect: 'prepares',
    follow_up: true,
    async run() {
      const card = await tools.card(url)
      if ('refused' in card) throw new Failure('rejected', 'no_preview', card.refused)
      const { title, description, picture } = card
      return { url, title, description, picture: picture ? await sent(picture, upload) : null }
    },
  }
}

export const CARD = 'card'

/** What the step saved: with what the platform knows the picture by, as `picture` reads it. */
export function savedCard<Schema extends z.ZodType>(saved: Json | undefined, picture: Schema) {
  const Saved = z.object({
    url: z.string(),
    title: z.string(),
    description: z.string(),
    picture: picture.nullable(),
  })
  return Saved.safeParse(saved).data
}

/** A preview without its picture is one still; only a token that has ended is refreshed, and then it is sent. */
async function sent(picture: Picture, upload: (picture: Picture) => Promise<Json>) {
  try {
    return await upload(picture)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'expired') throw error
    return null
  }
}
