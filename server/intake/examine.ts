/** What a complete local file is, or the field errors for which it is not taken. */
import type { Asker, Probed, Probing } from '#probing/probe.ts'
import type { FieldErrors } from '#rules/problem.ts'

export interface Declared {
  filename: string
  mime_type: string | null
}

export type Examining = Pick<Probing, 'enter' | 'probe' | 'thumbnail'>

export type Examined = { probed: Probed; preview: Uint8Array | undefined } | { errors: FieldErrors }

/** `field` is where callers put the file. It waits for its turn, and ends when the caller leaves. */
export async function examine(
  { enter, probe, thumbnail }: Examining,
  path: string,
  declared: Declared,
  { field, ...asker }: Asker & { field: string },
): Promise<Examined> {
  using place = await enter(asker)
  const caller = { signal: asker.signal, in_crowd: place.in_crowd }
  const probed = await probe(path, declared, caller)
  if ('refused' in probed) return { errors: { [field]: [probed.refused.message] } }
  return { probed, preview: await thumbnail(path, probed, caller) }
}
