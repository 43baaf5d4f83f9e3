/** What a complete local file is, or the field errors for which it is not taken. */
import type { Probed, Probing } from '#probing/probe.ts'
import type { FieldErrors } from '#rules/problem.ts'

export interface Declared {
  filename: string
  mime_type: string | null
}

export type Examined = { probed: Probed; preview: Uint8Array | undefined } | { errors: FieldErrors }

/** `field` is where callers put the file. */
export async function examine(
  { probe, thumbnail }: Pick<Probing, 'probe' | 'thumbnail'>,
  path: string,
  declared: Declared,
  field: string,
): Promise<Examined> {
  const probed = await probe(path, declared)
  if ('refused' in probed) return { errors: { [field]: [probed.refused.message] } }
  return { probed, preview: await thumbnail(path, probed) }
}
