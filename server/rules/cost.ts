/** What publishing a post would cost whoever runs this instance, by the platforms' own prices. Pure. */
import { z } from 'zod'
import { asKind } from './kind.ts'

export const EstimatedCost = z.object({
  usd: z.number().describe('Of all of it; reading and looking come on top.'),
  per_account: z.array(z.object({ account_id: z.int(), usd: z.number() })),
})
export type EstimatedCost = z.infer<typeof EstimatedCost>

/** As a manifest has it; amounts in thousandths of a US dollar. */
interface Platform {
  id: string
  costs?: {
    post: number
    with_link: number
    alt_text: number
    has_link(text: string): boolean
    takes_alt_text(file: { mime_type: string }): boolean
  }
  first_comment: boolean
  kinds?: Readonly<Record<string, object>>
}

export interface Priced {
  content: string
  first_comment: string | null
  media: readonly Described[]
  /** What the parts of a thread behind the first show. */
  part_media?: readonly Described[] | null | undefined
  platform_content: readonly {
    account_id: number
    content?: string | undefined
    options?: Record<string, unknown> | undefined
  }[]
  platform_options: Readonly<Record<string, Record<string, unknown>>>
  socialAccounts: readonly {
    id: number
    platform: string
    pivot: { parts: readonly { content: string; media_ids: readonly number[] }[] | null }
  }[]
}

interface Described {
  id: number
  mime_type: string
  alt_text: string | null
}

/** Undefined: nobody asks for anything. */
export function estimatedCost(
  post: Priced,
  manifests: Readonly<Record<string, Platform>>,
): EstimatedCost | undefined {
  const known = new Map<string, Map<string, boolean>>()
  const priced = post.socialAccounts.flatMap(({ id, platform, pivot }) => {
    const manifest = manifests[platform]
    if (!manifest?.costs) return []
    const linked = known.get(platform) ?? new Map<string, boolean>()
    known.set(platform, linked)
    return [{ account_id: id, thousandths: costOn({ manifest, linked }, id, post, pivot) }]
  })
  if (!priced.length) return undefined
  const all = priced.reduce((sum, { thousandths }) => sum + thousandths, 0)
  return {
    usd: all / 1000,
    per_account: priced.map(({ account_id, thousandths }) => ({
      account_id,
      usd: thousandths / 1000,
    })),
  }
}

/** What all of them cost together. */
export const PlannedCost = z.object({
  usd: z.number(),
  until: z.iso.datetime(),
  complete: z.boolean().describe('False: there are more posts than were reckoned.'),
})

/** Platforms that ask for something. */
export function pricedIn(manifests: Readonly<Record<string, Platform>>): string[] {
  return Object.values(manifests).flatMap(({ id, costs }) => (costs ? [id] : []))
}

/** Every part of a thread is a post, and so is a first comment. `linked`: which texts have a link there, as far as it was looked. */
function costOn(
  { manifest, linked }: { manifest: Platform; linked: Map<string, boolean> },
  account_id: number,
  { content, first_comment, media, part_media, platform_content, platform_options }: Priced,
  { parts }: Priced['socialAccounts'][number]['pivot'],
) {
  const { costs } = manifest
  if (!costs) return 0
  const own = platform_content.find((each) => each.account_id === account_id)
  const options = { ...platform_options[manifest.id], ...own?.options }
  const rules = asKind(manifest, options['kind'])
  const texts = parts?.map((part) => part.content) ?? [own?.content ?? content]
  if (first_comment !== null && rules.first_comment) texts.push(first_comment)
  const files = new Map([...media, ...(part_media ?? [])].map((file) => [file.id, file]))
  // Each part sends its own files: one that two parts show is described twice.
  const ids = parts?.flatMap((part) => part.media_ids) ?? media.map(({ id }) => id)
  const described = ids.filter((id) => {
    const file = files.get(id)
    return file?.alt_text && costs.takes_alt_text(file)
  }).length
  return texts.reduce((sum, text) => {
    const has_link = linked.get(text) ?? costs.has_link(text)
    linked.set(text, has_link)
    return sum + (has_link ? costs.with_link : costs.post)
  }, described * costs.alt_text)
}
