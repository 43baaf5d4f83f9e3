/** What a valid post points at. */
import { z } from 'zod'
import type { JsonObject } from './json.ts'

const reference = z.object({ uri: z.string(), cid: z.string() })
export type Reference = z.infer<typeof reference>

const replying = z.object({ reply: z.object({ root: reference, parent: reference }) })
const quoting = z.object({ embed: z.object({ record: reference }) })
const quotingWithMedia = z.object({ embed: z.object({ record: z.object({ record: reference }) }) })

export interface Links {
  root?: Reference | undefined
  parent?: Reference | undefined
  quoted?: Reference | undefined
}

export function linksOf(value: JsonObject): Links {
  const reply = value['reply'] === undefined ? undefined : replying.safeParse(value).data?.reply
  if (value['embed'] === undefined) return { ...reply }
  const quoted =
    quoting.safeParse(value).data?.embed.record ??
    quotingWithMedia.safeParse(value).data?.embed.record.record
  return { ...reply, quoted }
}
