/** What the parameters of a container may be (reference of 2026-08-12, Postman collection of 2026-01-02). */
import { checkPoll } from './polls.ts'
import { invalid } from './refusal.ts'
import { lengthOf, linksIn } from './text.ts'

const LONGEST = 500
const controls =
  /^(everyone|accounts_you_follow|mentioned_only|parent_post_author_only|followers_only)$/

export function checkText(given: Record<string, string>, media_type: string, text: string) {
  // "For text-only posts, this parameter is required if no link attachment parameter is provided."
  const wordless = given['link_attachment'] === undefined && !text.trim()
  if (media_type === 'TEXT' && wordless) throw invalid('Param text is required for TEXT')
  if (lengthOf(text) > LONGEST)
    throw invalid(`Param text must be at most ${LONGEST} characters long.`)
  const links = linksIn([text, given['link_attachment'] ?? ''].join(' '))
  if (links.size > 5)
    throw invalid('THREADS_API__LINK_LIMIT_EXCEEDED: a post can have at most 5 unique links.')
}

/** "Only available for text posts, and not compatible with …" (Postman collection). */
const textOnly = ['poll_attachment', 'text_attachment', 'gif_attachment', 'is_ghost_post']
const exclusive = [
  ['link_attachment', 'poll_attachment'],
  ['text_attachment', 'poll_attachment'],
] as const

export function checkOptions(given: Record<string, string>, media_type: string) {
  const { reply_control, alt_text, topic_tag, link_attachment, is_carousel_item } = given
  checkPoll(given['poll_attachment'])
  if (reply_control !== undefined && !controls.test(reply_control))
    throw invalid('Param reply_control is not one of its values')
  if (alt_text !== undefined && alt_text.length > 1000)
    throw invalid('Param alt_text must be at most 1000 characters long.')
  if (topic_tag !== undefined && !/^[^.&]{1,50}$/.test(topic_tag))
    throw invalid('Param topic_tag must have 1 to 50 characters and no . or &')
  if (link_attachment !== undefined && (media_type !== 'TEXT' || !URL.canParse(link_attachment)))
    throw invalid('Param link_attachment is for TEXT only')
  for (const [one, other] of exclusive)
    if (given[one] !== undefined && given[other] !== undefined)
      throw invalid(`Params ${one} and ${other} can not be combined`)
  for (const name of textOnly)
    if (given[name] !== undefined && media_type !== 'TEXT')
      throw invalid(`Param ${name} is for TEXT only`)
  if (is_carousel_item === 'true' && (media_type === 'TEXT' || media_type === 'CAROUSEL'))
    throw invalid('Param is_carousel_item is for IMAGE and VIDEO only')
}
