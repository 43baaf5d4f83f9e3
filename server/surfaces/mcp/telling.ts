/**
 * An answer as a model reads it, who pays for every word: items of lists in short, unless the call asks for detail, and how a
 * post stands on an account once. REST has both places that the specification gives it.
 */
import { flag } from '#operations/ids.ts'
import type { Operation } from '#operations/operation.ts'
import { isBag } from '#operations/posts/parts/fields.ts'
import { wrong } from '#rules/problem.ts'

/** Where items can be told in short, `detail` is the surface's own field; elsewhere it is one that nobody knows. */
export function detailAsked({ mcp }: Operation, raw: Record<string, unknown>) {
  if ('absent' in mcp || !mcp.brief) return { detail: false, fields: raw }
  const { detail: said = false, ...fields } = raw
  const { success, data: detail } = flag.safeParse(said)
  if (!success) throw wrong('detail', 'Use true or false.')
  return { detail, fields }
}

/** Looked at and not parsed: it is our own answer, and a schema that it does not fit writes down why. */
export function tellOutput(
  { name, mcp }: Operation,
  output: unknown,
  detail: boolean,
): Record<string, unknown> {
  if (!isBag(output)) throw new Error(`${name} answers an object.`)
  const brief = 'absent' in mcp || detail ? undefined : mcp.brief
  const told = (item: unknown) => (brief ? brief.parse(item) : once(item))
  const { results, data } = output
  if (isListOfBags(results)) {
    const each = results.map(({ post, ...rest }) =>
      post === undefined ? rest : { ...rest, post: told(post) },
    )
    return { ...output, results: each }
  }
  return Array.isArray(data) ? { ...output, data: data.map(told) } : once(output)
}

/** Without `socialAccounts[].pivot`: `per_account` says it, and the attempts as well. */
function once<Value>(value: Value): Value | Record<string, unknown> {
  if (!isBag(value)) return value
  const { per_account, socialAccounts } = value
  if (!Array.isArray(per_account) || !isListOfBags(socialAccounts)) return value
  const accounts = socialAccounts.map((each) => {
    const { pivot: _, ...account } = each
    return account
  })
  return { ...value, socialAccounts: accounts }
}

function isListOfBags(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isBag)
}
