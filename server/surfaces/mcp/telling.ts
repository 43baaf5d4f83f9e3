/**
 * An answer as a model reads it, who pays for every word: items of lists in short, unless the call asks for detail, and how a
 * post stands on an account once. REST has both places that the specification gives it.
 */
import { z } from 'zod'
import { flag } from '#operations/ids.ts'
import type { Operation } from '#operations/operation.ts'
import { wrong } from '#rules/problem.ts'

const Bag = z.record(z.string(), z.unknown())
const Page = z.looseObject({ data: z.array(z.unknown()) })
const Many = z.looseObject({
  results: z.array(z.looseObject({ post: z.unknown().optional() })),
})
const Post = z.looseObject({
  per_account: z.array(z.unknown()),
  socialAccounts: z.array(z.looseObject({ pivot: z.unknown() })),
})

/** Where items can be told in short, `detail` is the surface's own field; elsewhere it is one that nobody knows. */
export function detailAsked({ mcp }: Operation, raw: Record<string, unknown>) {
  if ('absent' in mcp || !mcp.brief) return { detail: false, fields: raw }
  const { detail: said = false, ...fields } = raw
  const { success, data: detail } = flag.safeParse(said)
  if (!success) throw wrong('detail', 'Use true or false.')
  return { detail, fields }
}

export function tellOutput(
  { mcp }: Operation,
  output: unknown,
  detail: boolean,
): Record<string, unknown> {
  const brief = 'absent' in mcp || detail ? undefined : mcp.brief
  const page = Page.safeParse(output)
  const many = Many.safeParse(output)
  if (many.success) {
    const results = many.data.results.map(({ post, ...each }) =>
      post === undefined ? each : { ...each, post: brief ? brief.parse(post) : once(post) },
    )
    return { ...many.data, results }
  }
  if (!page.success) return Bag.parse(once(output))
  const data = page.data.data.map((item) => (brief ? brief.parse(item) : once(item)))
  return { ...page.data, data }
}

/** Without `socialAccounts[].pivot`: `per_account` says it, and the attempts as well. */
function once(value: unknown): unknown {
  const { success, data } = Post.safeParse(value)
  if (!success) return value
  const socialAccounts = data.socialAccounts.map((each) => {
    const { pivot: _, ...account } = each
    return account
  })
  return { ...data, socialAccounts }
}
