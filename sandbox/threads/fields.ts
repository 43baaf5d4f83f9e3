/** `fields=id,text,poll_attachment{option_a}`: what was asked for, and the id. */
import { invalid } from './refusal.ts'

/** Named by Meta's reference (read 2026-11-21) and its Postman collection; left out where there is nothing to tell. */
const documented: Record<string, ReadonlySet<string>> = {
  User: new Set(['recently_searched_keywords', 'is_eligible_for_geo_gating']),
  ThreadsMediaContainer: new Set(),
  ThreadsPost: new Set(
    `gif_url thumbnail_url quoted_post reposted_post is_reply_owned_by_me hide_status poll_attachment is_spoiler_media
    text_entities text_attachment location_id location is_verified profile_picture_url ghost_post_status
    ghost_post_expiration_timestamp reply_approval_status`.split(/\s+/),
  ),
}

/** The names outside of braces; what is inside says how much of a part is wanted. */
function namesIn(fields: string): string[] {
  const names: string[] = []
  let depth = 0
  let name = ''
  for (const sign of `${fields},`) {
    if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    else if (depth === 0 && sign === ',') {
      if (name.trim()) names.push(name.trim())
      name = ''
    } else if (depth === 0) name += sign
  }
  if (depth !== 0) throw invalid(`Syntax error "Expected end of string" at: ${fields}`)
  return names
}

/** One that is not known is refused. */
export function picked(
  given: Record<string, string>,
  node: string,
  all: Record<string, unknown>,
): Record<string, unknown> {
  const names = namesIn(given['fields'] ?? 'id')
  const unknown = names.find((name) => !Object.hasOwn(all, name) && !documented[node]?.has(name))
  if (unknown !== undefined)
    throw invalid(`Tried accessing nonexisting field (${unknown}) on node type (${node})`)
  return Object.fromEntries([...new Set([...names, 'id'])].map((name) => [name, all[name]]))
}
