/** What a rehearsal tells besides: what the post would cost, and the previews of its links; nobody else is kept waiting by foreign pages. */
import { estimatedCost } from '#rules/cost.ts'
import { asKind } from '#rules/kind.ts'
import type { LinkCard, Post } from '#rules/post.ts'
import type { Context } from '../../context.ts'

export async function withForecast<Rehearsed extends Post>(
  post: Rehearsed,
  context: Context,
): Promise<Rehearsed> {
  const estimated_cost = estimatedCost(post, context.environment.manifests)
  return withCards(estimated_cost ? { ...post, estimated_cost } : post, context)
}

async function withCards<Rehearsed extends Post>(
  post: Rehearsed,
  { environment }: Context,
): Promise<Rehearsed> {
  const links = linksIn(post, environment)
  if (links.size === 0) return post
  const link_cards: LinkCard[] = []
  const warnings: string[] = []
  const read = Array.from(links, async ([url, account_ids]) => ({
    account_ids,
    answer: await environment.card(url),
  }))
  for (const { account_ids, answer } of await Promise.all(read)) {
    if ('refused' in answer) warnings.push(answer.refused)
    else {
      const { url, title, description, picture } = answer
      link_cards.push({ account_ids, url, title, description, has_picture: picture !== undefined })
    }
  }
  return { ...post, link_cards, warnings: [...post.warnings, ...warnings] }
}

/** Each link with the accounts under whose posts it is shown. */
function linksIn(post: Post, { manifests }: Pick<Context['environment'], 'manifests'>) {
  const links = new Map<string, number[]>()
  if (post.media.length) return links
  for (const { id, platform } of post.socialAccounts) {
    const manifest = manifests[platform]
    const own = post.platform_content.find(({ account_id }) => account_id === id)
    const options = { ...post.platform_options[platform], ...own?.options }
    const rules = manifest && asKind(manifest, options['kind'])
    const text = own?.content ?? post.content
    const url = rules?.wordless ? undefined : rules?.link_card?.(text, options)
    if (url !== undefined) links.set(url, [...(links.get(url) ?? []), id])
  }
  return links
}
