/** What a rehearsal tells besides: what the post would cost, and the previews of its links; nobody else is kept waiting by foreign pages. */
import { say } from '#platforms/kit/checks.ts'
import { estimatedCost } from '#rules/cost.ts'
import { asKind } from '#rules/kind.ts'
import type { Remark } from '#rules/finding.ts'
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
  const remarks = [...(post.remarks ?? [])]
  const read = Array.from(links, async ([url, account_ids]) => ({
    url,
    account_ids,
    answer: await environment.card(url),
  }))
  for (const { url, account_ids, answer } of await Promise.all(read)) {
    if ('refused' in answer) {
      warnings.push(answer.refused)
      remarks.push(...remarkOn(url, answer.refused))
    } else {
      const { title, description, picture } = answer
      link_cards.push({
        account_ids,
        url: answer.url,
        title,
        description,
        has_picture: picture !== undefined,
      })
    }
  }
  return {
    ...post,
    link_cards,
    warnings: [...post.warnings, ...warnings],
    ...(remarks.length && { remarks }),
  }
}

/** What a page itself says of why it has none stays in its words. */
function remarkOn(url: string, message: string): Remark[] {
  return [say('no_preview', { url }), say('no_preview_late', { url })]
    .filter(({ text }) => text === message)
    .map(({ check, values }) => ({ message, check, values }))
}

/** Each link with the accounts under whose posts it is shown. */
function linksIn(post: Post, { manifests }: Pick<Context['environment'], 'manifests'>) {
  const links = new Map<string, number[]>()
  if (post.media.length) return links
  for (const { id, platform, pivot } of post.socialAccounts) {
    const manifest = manifests[platform]
    const own = post.platform_content.find(({ account_id }) => account_id === id)
    const options = { ...post.platform_options[platform], ...own?.options }
    const said = pivot.wording?.content ?? own?.content ?? post.content
    const rules = manifest && asKind(manifest, options['kind'])
    const url = rules?.wordless ? undefined : rules?.link_card?.(said, options)
    if (url !== undefined) links.set(url, [...(links.get(url) ?? []), id])
  }
  return links
}
