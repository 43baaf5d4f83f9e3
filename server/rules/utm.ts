/** Parameters on the links of a text, such as utm_source: put on when a post is written, for each account by itself. Pure. */
import { z } from 'zod'
import { linksIn } from '#platforms/kit/links.ts'
import { limits } from './limits.ts'
import { charactersOf } from './text.ts'

/** What a value may name, and what stands for it. */
export const placeholders = ['platform', 'account', 'post_id', 'label'] as const
type Placeholder = (typeof placeholders)[number]
export type Facts = Readonly<Record<Placeholder, string>>

const Value = z
  .string()
  .min(1, 'Leave the parameter out instead.')
  .refine(
    (text) => charactersOf(text) <= limits.utm_value_chars,
    `At most ${limits.utm_value_chars} characters.`,
  )
  .refine(
    (text) => placesIn(text).every((word) => isOneOf(placeholders, word)),
    `Use ${placeholders.map((word) => `{${word}}`).join(', ')}, or text without braces.`,
  )

export const Parameters = z
  .record(z.string().regex(/^[A-Za-z0-9_.~-]{1,50}$/, 'Use a name such as utm_source.'), Value)
  .refine(
    (all) => Object.keys(all).length > 0 && Object.keys(all).length <= limits.utm_parameters,
    `Name 1 to ${limits.utm_parameters} parameters.`,
  )
  .describe('Values by name; {platform}, {account}, {post_id} and {label} are filled in.')

const Host = z
  .string()
  .toLowerCase()
  .refine((host) => isHost(asciiOf(host)), 'Use a host: example.com.')

function isHost(host: string) {
  return /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(host)
}

/** As addresses have it: `xn--bcher-kva.example`. What has any sign that no host has stays as it is. */
function asciiOf(host: string) {
  const address = `https://${host}`
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(host) || !URL.canParse(address)) return host
  return new URL(address).hostname
}

export const Hosts = z
  .array(Host)
  .min(1, 'Name one, or use null for all.')
  .max(limits.utm_hosts)
  .nullable()
  .describe('Links of these hosts and those below them only; null: all links.')

export const UtmTemplate = z.object({
  label: z.string().nullable().describe('For posts with this label; null: for all others.'),
  parameters: Parameters,
  hosts: Hosts,
})
export type UtmTemplate = z.infer<typeof UtmTemplate>

/** What goes out on an account, where it is not as written. */
export const Wording = z.object({ content: z.string(), first_comment: z.string().nullable() })
export type Wording = z.infer<typeof Wording>

/** Of the first label that has one, else the workspace's. */
export function templateFor(
  templates: readonly UtmTemplate[],
  labels: readonly string[],
): { template: UtmTemplate; label: string } | undefined {
  for (const label of labels) {
    const template = templates.find((each) => each.label === label)
    if (template) return { template, label }
  }
  const template = templates.find(({ label }) => label === null)
  return template && { template, label: labels[0] ?? '' }
}

export interface Tags {
  parameters: readonly (readonly [name: string, value: string])[]
  hosts: readonly string[] | null
}

/** The template with the facts filled in; what comes out empty is left out. */
export function tagsOf({ parameters, hosts }: UtmTemplate, facts: Facts): Tags {
  const filled = Object.entries(parameters).map(([name, value]) => {
    const text = value.replaceAll(/\{([^{}]*)\}/g, (_, word: Placeholder) => facts[word])
    return [name, text] as const
  })
  return {
    parameters: filled.filter(([, value]) => value.trim() !== ''),
    hosts: hosts && hosts.map((host) => asciiOf(host)),
  }
}

/**
 * The text with the parameters on each of its links. What a link says already is not said again, also not in its fragment;
 * nothing else of it changes, so that doing it twice is doing it once. A link within a mention is left as it is.
 */
export function tagged(text: string, tags: Tags): string {
  const mentions = Array.from(text.matchAll(MENTION), ({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }))
  let said = ''
  let reached = 0
  for (const { at, link } of linksIn(text)) {
    if (mentions.some(({ from, to }) => at >= from && at < to)) continue
    said += text.slice(reached, at) + withTags(link, tags)
    reached = at + link.length
  }
  return said + text.slice(reached)
}

/** As LinkedIn and Facebook have them: @[Name](whom). */
const MENTION = /@\[[^\]\n]*\](?:\([^)\n]*\))?/gu

function withTags(link: string, { parameters, hosts }: Tags) {
  const { hostname } = new URL(link)
  const chosen = hosts?.some((host) => hostname === host || hostname.endsWith(`.${host}`)) ?? true
  // Two addresses that a bracket joins are nobody's one link.
  if (!chosen || link.includes('](')) return link
  const said = namesIn(link)
  const missing = parameters.filter(([name]) => !said.has(name.toLowerCase()))
  if (!missing.length) return link
  const hash = link.indexOf('#')
  const before = hash < 0 ? link : link.slice(0, hash)
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&'
  const added = missing.map(([name, value]) => `${name}=${encoded(value)}`).join('&')
  return before + joint + added + link.slice(before.length)
}

/** Of the query, and of a fragment that is written like one. */
function namesIn(link: string) {
  const [, ...pieces] = link.split(/[?&#;]/)
  return new Set(pieces.map((piece) => decoded(piece.split('=')[0] ?? '').toLowerCase()))
}

function decoded(name: string) {
  try {
    return decodeURIComponent(name)
  } catch (error) {
    if (error instanceof URIError) return name
    throw error
  }
}

/** Nothing that could end a link: neither brackets nor the dot at its end. */
function encoded(value: string) {
  return encodeURIComponent(value.toWellFormed())
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/\.$/, '%2E')
}

function placesIn(text: string) {
  const named = Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, word = '']) => word)
  const bare = text.replaceAll(/\{[^{}]*\}/g, '')
  return /[{}]/.test(bare) ? [...named, ''] : named
}

function isOneOf<Word extends string>(words: readonly Word[], word: string): word is Word {
  return words.some((each) => each === word)
}
